// Keys: single letters outside fields, which can be switched off; Enter is the filled button.
"use strict";
(() => {
  const { all, store } = Desk;
  const GO = { d: "/desk", s: "/situation", m: "/map", o: "/orders", b: "/battles", l: "/log", n: "/news", p: "/players", a: "/papers", r: "/rules" };
  let goes = 0;
  const isIn = (target) => target.matches("input:not([type=checkbox]):not([type=radio]),select,textarea,[contenteditable]");
  const press = (key) => {
    const target = all(`[data-key]`).find((part) => part.dataset.key.toLowerCase() === key && part.offsetParent);
    target?.click();
    return Boolean(target);
  };
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") { event.preventDefault(); find(); return; }
    if (event.key === "Escape") { leave(event); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || isIn(event.target)) return;
    if (event.key === "Enter" && (event.target === document.body || event.target.id === "main" || event.target.matches("[data-receipt],[role=alert]"))) {
      const button = all(".b.pri").find((part) => part.offsetParent);
      if (button) { event.preventDefault(); button.click(); }
      return;
    }
    if (store.getItem("desk.letters") === "off" && event.key !== "?") return;
    const key = event.key.toLowerCase();
    if (goes && Date.now() - goes < 1500 && GO[key]) {
      goes = 0;
      const link = all("nav a").find((part) => part.getAttribute("href") === GO[key]);
      if (link) { event.preventDefault(); link.click(); }
      return;
    }
    goes = 0;
    if (key === "g") { goes = Date.now(); return; }
    if (key === "/") { event.preventDefault(); find(); return; }
    if (key === "?") { event.preventDefault(); document.getElementById("keys")?.showModal?.() ?? location.assign("/keys"); return; }
    if (key === "j" || key === "k") { step(key === "j" ? 1 : -1); return; }
    if (key === "x") { document.activeElement.closest(".row,li,tr")?.querySelector("input[type=checkbox]")?.click(); return; }
    if (/^[1-9]$/.test(key)) {
      const boxes = all("input[type=checkbox],input[type=radio]", document.activeElement.closest("[data-line],.row,li,tr,fieldset") ?? document.createElement("p"));
      if (boxes[key - 1]) { boxes[key - 1].click(); return; }
    }
    if (press(key)) event.preventDefault();
  });
  function find() {
    const field = document.getElementById("find");
    if (field?.offsetParent) field.focus(); else location.assign("/find");
  }
  function leave(event) {
    if (isIn(event.target)) { event.target.blur(); return; }
    const link = document.querySelector("[data-key=Esc]");
    if (link?.offsetParent) link.click();
  }
  function step(by) {
    const rows = all(".row").filter((row) => row.offsetParent);
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))];
    (next?.matches("a,button") ? next : next?.querySelector("a,input,button,select"))?.focus();
  }
})();
