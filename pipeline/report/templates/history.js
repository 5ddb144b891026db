"use strict";
const data = JSON.parse(document.getElementById("players").textContent);
const sections = [...document.querySelectorAll("main>section")], life = document.getElementById("life");
const rows = [...document.querySelectorAll("main>section table.sortable tbody tr")];
const find = document.getElementById("find"), found = document.getElementById("found");
const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const tag = (name, look = "", ...inside) => {
  const made = document.createElement(name);
  if (look) made.className = look;
  made.append(...inside);
  return made;
};
const link = (text, address) => {
  const made = tag("a", "", text);
  made.href = address;
  return made;
};

// -- finding

const people = Object.entries(data.players).map(([anchor, [name]]) => [anchor, name, plain(name)]);
find.addEventListener("input", () => {
  const words = plain(find.value).split(/\s+/).filter(Boolean);
  for (const row of rows) {
    row.text ??= plain(row.textContent);
    row.hidden = !words.every(word => row.text.includes(word));
  }
  const named = words.length ? people.filter(([, , name]) => words.every(word => name.includes(word))) : [];
  const links = named.slice(0, 12).map(([anchor, name]) => link(name, "#" + encodeURIComponent(anchor)));
  document.body.classList.toggle("finding", words.length > 0);
  found.replaceChildren(...words.length && !links.length ? [found.dataset.nobody] : links);
});

find.addEventListener("keydown", event => {
  const first = found.querySelector("a");
  if (event.key === "Enter" && first) location.hash = first.hash;
});

// -- who has played little stands behind a switch

for (const table of document.querySelectorAll("main>section table.sortable")) {
  const few = table.querySelectorAll("tr.few").length, main = document.querySelector("main");
  if (!few || few === table.tBodies[0].rows.length) continue;
  const made = tag("button", "switch");
  const turn = () => {
    const folded = table.classList.toggle("folded");
    made.textContent = folded ? main.dataset.more.replace("{n}", few) : main.dataset.fewer;
    made.setAttribute("aria-expanded", !folded);
  };
  made.type = "button";
  made.addEventListener("click", turn);
  table.parentNode.after(made);
  turn();
}

// -- sorting

const value = (row, column) => {
  const text = row.cells[column].textContent.trim();
  const number = Number(text.replace(/[=+\s\u00a0\u202f]/g, "").replace("−", "-").replace(",", "."));
  return text === "" || text === "–" ? null : Number.isNaN(number) ? text : number;
};
const compare = (one, other) => one === null ? 1 : other === null ? -1
  : typeof one === typeof other && typeof one === "number" ? one - other
  : String(one).localeCompare(String(other), document.documentElement.lang, {numeric: true});
const sortable = table => table.querySelectorAll("thead th").forEach((head, column) => {
  const button = tag("button", "", ...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") !== "descending";
    for (const other of table.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const body = table.tBodies[0], keyed = [...body.rows].map(row => [value(row, column), row]);
    keyed.sort(([one], [other]) => one === null || other === null ? compare(one, other) : compare(one, other) * (down ? -1 : 1));
    body.append(...keyed.map(([, row]) => row));
  });
});
document.querySelectorAll("table.sortable").forEach(sortable);

// -- the part of a player

const figure = (number, places) => number.toFixed(places).replace("-", "−").replace(".", data.point);
const cell = (value, kind, label) => {
  if (value === null) return tag("td");
  if (kind === "word" || kind === "day") return tag("td", kind, data.words[value]);
  if (kind === "season") return tag("td", "", link(data.words[value], `../${encodeURIComponent(data.words[value])}/report.html`));
  if (kind === "player") {
    const name = data.words[value], words = ["player", ...label.split(" "), ...name.split(/\s+/)];
    return tag("td", "", name === "" || name === "?" ? name : link(name, "#" + encodeURIComponent(words.join("-"))));
  }
  if (kind === "heat") return tag("td", value ? `h h${Math.min(value, 18)}` : "h", String(value));
  if (kind === "share") return tag("td", "figure", String(value) + data.percent);
  if (kind === "change") return tag("td", "figure", (value > 0 ? "+" : "") + figure(value, 2));
  return tag("td", "figure", figure(value, kind));
};
const isText = kind => ["word", "day", "season", "player"].includes(kind);
const isFilled = (value, kind) => value !== null && !(isText(kind) && data.words[value] === "");
const shown = (table, lines, label) => {
  const columns = [...table.heads.keys()].filter(column => lines.some(line => isFilled(line[column], table.kinds[column])));
  const heads = columns.map(column => {
    const made = tag("th", isText(table.kinds[column]) ? "" : "figure", table.heads[column]);
    made.scope = "col";
    return made;
  });
  const body = lines.map(line => tag("tr", table.few !== null && line[table.few] < data.few ? "few" : "",
    ...columns.map(column => cell(line[column], table.kinds[column], label))));
  const made = tag("table", "list sortable", tag("caption", "", table.caption), tag("thead", "", tag("tr", "", ...heads)), tag("tbody", "", ...body));
  const region = tag("div", "scroll", made);
  for (const [name, says] of [["tabindex", "0"], ["role", "group"], ["aria-label", table.caption]]) region.setAttribute(name, says);
  sortable(made);
  return [tag("h3", "", table.caption), region];
};
let opener = null;  // what led to a player's part: the keyboard goes on there when the part is closed
const show = () => {
  const inside = life.contains(document.activeElement);
  const asked = decodeURIComponent(location.hash.slice(1)), player = data.players[data.also[asked] ?? asked];
  if (player && life.hidden) opener = document.activeElement;
  for (const section of sections) section.hidden = Boolean(player);
  life.hidden = !player;
  if (!player) {
    const place = document.getElementById(asked);
    if (inside && !place) opener?.focus();
    return place?.scrollIntoView();
  }
  const [name, label, chip, facts, tables] = player, [title, line, place] = life.children;
  title.firstElementChild.textContent = name;
  Object.assign(title.lastElementChild, {textContent: chip, hidden: !chip});
  line.replaceChildren(...facts.map(fact => tag("span", "", fact)));
  place.replaceChildren(...data.tables.flatMap((table, number) => tables[number].length ? shown(table, tables[number], label) : []));
  life.focus();
  life.scrollIntoView();
};
addEventListener("hashchange", show);
show();
