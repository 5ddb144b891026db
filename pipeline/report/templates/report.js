"use strict";
const $ = (query, inside = document) => [...inside.querySelectorAll(query)];
const plain = text => text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase().replace(/[øłđı]/g, c => "oldi"["øłđı".indexOf(c)]);
const button = (click, ...inside) => { const made = document.createElement("button"); made.type = "button"; made.append(...inside); made.onclick = click; return made; };
// sort: a button in each head; blanks are last in both directions
$("table.sortable").forEach(table => $("thead th", table).forEach(head => {
  const at = head.cellIndex, figures = head.classList.contains("figure"), body = table.tBodies[0];
  const key = row => figures ? row.cells[at].dataset.v && Number(row.cells[at].dataset.v) : row.cells[at].textContent;
  head.append(button(() => {
    const up = head.hasAttribute("aria-sort") ? head.getAttribute("aria-sort") === "descending" : !figures || head.classList.contains("rank");
    $("th", table.tHead).forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const order = (a, b) => figures ? a - b : a.localeCompare(b, document.documentElement.lang, {numeric: true});
    const blank = value => value === undefined || value === "";
    body.append(...[...body.rows].map(row => [key(row), row])
      .sort(([a], [b]) => blank(a) || blank(b) ? blank(a) - blank(b) : order(a, b) * (up ? 1 : -1)).map(([, row]) => row));
  }, ...head.childNodes));
}));
// ranks, or points behind the leader
$(".race").forEach(race => {
  const views = $(".view", race), choice = Object.assign(document.createElement("p"), {className: "choice"});
  const show = shown => views.forEach((view, at) => { view.hidden = view !== shown; choice.children[at].setAttribute("aria-pressed", view === shown); });
  choice.append(...views.map(view => button(() => show(view), view.dataset.name)));
  if (views[1]) { race.prepend(choice); show(views[0]); }
});
// a row of the standings and its line light together; the address keeps one
const light = at => $("[data-p]").forEach(one => { const on = one.dataset.p === at; one.classList.toggle("on", on); if (on && one.tagName === "g") one.parentNode.append(one); });
const target = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));
const kept = () => light(target()?.dataset.p);
const arrive = () => { kept(); const at = target(); let shut, fold = at?.querySelector(":scope>details") ?? at?.closest("details");
  for (; fold; fold = fold.parentElement.closest("details")) { shut ||= !fold.open; fold.open = true; } if (shut) at.scrollIntoView(); };
for (const kind of ["pointerover", "focusin"]) addEventListener(kind, event => { const one = event.target.closest("[data-p]"); one ? light(one.dataset.p) : kept(); });
addEventListener("click", event => { const row = event.target.closest("tr[data-p]"); if (row?.id && !event.target.closest("a")) { history.replaceState(null, "", "#" + row.id); kept(); } });
addEventListener("hashchange", arrive); arrive();
$("form.find").forEach(form => {
  const [typed, said] = [form.querySelector("input"), form.querySelector("output")], rows = $("tr[data-p]");
  const found = () => rows.filter(row => { const hit = plain(row.querySelector("th").textContent).includes(plain(typed.value.trim())); row.hidden = !hit; return hit; });
  form.hidden = false;
  typed.oninput = () => { const hits = found(); said.textContent = typed.value.trim() ? `${new Set(hits.map(row => row.dataset.p)).size} ${form.dataset.found}` : ""; };
  form.onsubmit = event => { event.preventDefault(); const [row] = found(); if (row?.id && typed.value.trim()) { location.hash = row.id; arrive(); row.scrollIntoView({block: "center"}); } };
});
addEventListener("beforeprint", () => $("details").forEach(fold => { fold.open = true; }));
