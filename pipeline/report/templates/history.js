"use strict";
const rows = [...document.querySelectorAll("main>section table.sortable tbody tr")];
const find = document.getElementById("find"), found = document.getElementById("found");
const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const people = new Map();
for (const row of rows) for (const link of row.querySelectorAll("a[href^='#player-']")) people.set(link.textContent, link.hash);
find.addEventListener("input", () => {
  const words = plain(find.value).split(/\s+/).filter(Boolean), names = new Set();
  for (const row of rows) {
    const text = plain(row.textContent);
    row.hidden = !words.every(word => text.includes(word));
  }
  if (words.length) for (const fold of document.querySelectorAll("details")) fold.open = true;
  for (const name of people.keys()) if (words.length && words.every(word => plain(name).includes(word))) names.add(name);
  found.replaceChildren(...[...names].slice(0, 12).map(name => {
    const link = document.createElement("a");
    link.href = people.get(name);
    link.textContent = name;
    return link;
  }));
});
const value = (row, column) => {
  const text = row.cells[column].textContent.trim();
  const number = Number(text.replace(/[=\s\u00a0\u202f]/g, "").replace("−", "-").replace(",", "."));
  return text === "" || text === "–" ? null : Number.isNaN(number) ? text : number;
};
const compare = (one, other) => one === null ? 1 : other === null ? -1
  : typeof one === typeof other && typeof one === "number" ? one - other
  : String(one).localeCompare(String(other), document.documentElement.lang, {numeric: true});
for (const table of document.querySelectorAll("table.sortable")) {
  table.querySelectorAll("thead th").forEach((head, column) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
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
}
addEventListener("hashchange", () => document.querySelector(".life:target, .life:has(:target)")?.focus());
