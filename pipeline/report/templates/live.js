"use strict";
// my name: it is kept in the address, so that it outlives the refresh
const typed = document.getElementById("mine"), me = document.getElementById("me"), rows = [...document.querySelectorAll("tbody tr")];
const plain = text => text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase().replace(/[øłđı]/g, c => "oldi"["øłđı".indexOf(c)]);
const show = () => {
  const words = plain(typed.value.trim());
  const hits = rows.filter(row => {
    const name = row.querySelector("th bdi")?.textContent ?? "";
    const hit = words !== "" && plain(name).includes(words);
    row.classList.toggle("on", hit);
    return hit && row.dataset.said;
  });
  me.hidden = hits.length === 0 || hits.length > 3;
  me.textContent = me.hidden ? "" : hits.map(row => row.dataset.said).join("\n");
  history.replaceState(null, "", words ? "#me=" + encodeURIComponent(typed.value.trim()) : "#");
};
typed.form.hidden = false;
typed.form.onsubmit = event => { event.preventDefault(); typed.blur(); };
typed.oninput = show;
if (location.hash.startsWith("#me=")) { typed.value = decodeURIComponent(location.hash.slice(4)); show(); }
if (location.protocol.startsWith("http")) setInterval(() => { if (document.activeElement !== typed && !document.hidden) location.reload(); }, 30000);
