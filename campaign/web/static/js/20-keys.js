// Keys: single letters outside fields, which can be switched off; Enter is the filled button.
"use strict";
(() => {
  const { all, say, store } = Desk;
  const GO = { d: "/desk", s: "/situation", m: "/map", o: "/orders", b: "/battles", l: "/log", n: "/news", p: "/players", a: "/papers", r: "/rules" };
  let goes = 0;
  const isIn = (target) => target.matches("input:not([type=checkbox]):not([type=radio]),select,textarea,[contenteditable]");
  const press = (key) => {
    const target = all(`[data-key]`).find((part) => part.dataset.key.toLowerCase() === key && part.offsetParent);
    target?.click();
    return Boolean(target);
  };
  // ---- a black button that was drawn just now sleeps: the second press of Enter or of the mouse was meant for the one before.
  // One that a live part draws again as it was stays awake.
  const SLEEP = 500;
  let shown = new Set();
  const wordsOf = (button) => `${button.form?.getAttribute("action") ?? ""} ${button.textContent} ${button.form?.elements.drawn?.value ?? ""}`;
  const isAsleep = (button) => button.getAttribute("aria-disabled") === "true" && button.dataset.asleep !== undefined;
  function putToSleep(button) {
    button.dataset.asleep = "";
    button.setAttribute("aria-disabled", "true");
    setTimeout(() => { delete button.dataset.asleep; button.removeAttribute("aria-disabled"); }, SLEEP);
  }
  Desk.wirers.push((root, isLive) => {
    const isNew = (button) => root.contains(button) && !(isLive && shown.has(wordsOf(button)));
    const buttons = all("form[method=post] button.pri, button.pri[form]");
    for (const button of buttons) if (isNew(button)) putToSleep(button);
    shown = new Set(buttons.map(wordsOf));
  });
  addEventListener("click", (event) => {
    const button = event.target.closest?.("button.pri");
    if (button && isAsleep(button)) { event.preventDefault(); event.stopImmediatePropagation(); }
  }, true);
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") { event.preventDefault(); find(); return; }
    if (document.querySelector("dialog[open]")) return; // its own keys
    if (event.key === "Escape") { leave(event); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || isIn(event.target)) return;
    if (event.key === "Enter" && (event.target === document.body || event.target.id === "main" || event.target.matches("[data-receipt],[role=alert]"))) {
      if (event.repeat) return; // a key that is held down was meant for the page before
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
    if (/^[1-9]$/.test(key) && !document.querySelector("[data-flip]")) {
      const boxes = all("input[type=checkbox],input[type=radio]", document.activeElement.closest("[data-line],.row,li,tr,fieldset") ?? document.createElement("p"));
      if (boxes[key - 1]) { boxes[key - 1].click(); return; }
    }
    if (press(key) || takeBack({ z: "undo", y: "redo" }[key])) event.preventDefault();
  });
  function takeBack(what) { // no button of this page does it: the last entry, on any page, or why not
    const form = what && document.querySelector(`footer [data-${what}]`);
    if (!form) return false;
    if (!form.matches("form")) { say(form.textContent); return true; }
    form.elements.to.value = location.pathname + location.search;
    form.requestSubmit();
    return true;
  }
  // ---- find or do: a dialog over any page; without script the page /find does the same ----------------------------------
  let palette = null;
  function find() {
    if (!document.querySelector('form.find,a[href="/find"]')) return; // this reader has no search
    palette ??= build();
    palette.field.value = "";
    palette.list.replaceChildren();
    if (!palette.box.open) palette.box.showModal();
    palette.field.focus();
  }
  function make(tag, facts = {}, ...parts) {
    const part = document.createElement(tag);
    for (const [name, value] of Object.entries(facts)) part.setAttribute(name, value);
    part.append(...parts);
    return part;
  }
  function build() {
    const field = make("input", { type: "search", class: "in", "aria-label": "Search, or type an order", placeholder: "a name, a page, a command, or an order: march 3 cg musaid", autocomplete: "off", maxlength: "200" });
    const list = make("ul", { class: "rows", role: "list" }), note = make("p", { class: "hint", role: "status" });
    const form = make("form", { method: "dialog" }, field);
    const box = make("dialog", { id: "palette", "aria-label": "Search, or type an order" }, form, list, note);
    document.body.append(box);
    let timer = 0, asked = "";
    field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, 150); });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = field.value.trim(), first = list.querySelector("a");
      if (text) location.assign(first && asked === text ? first.href : `/find?q=${encodeURIComponent(text)}`);
    });
    box.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const stops = [field, ...all("a", list)];
      stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
    });
    box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
    async function ask() {
      const text = field.value.trim();
      if (!text) { list.replaceChildren(); note.textContent = ""; return; }
      try {
        const answer = await fetch(`/find/hits?q=${encodeURIComponent(text)}`, { headers: { accept: "application/json" } });
        if (!answer.ok || text !== field.value.trim()) return;
        const found = await answer.json();
        asked = text;
        const rows = found.lines.map((line) => row(line.href, line.name, line.detail, line.kind));
        if (found.order) rows.unshift(row(`/find?q=${encodeURIComponent(text)}`, `Give the order: ${text}`, "the effect is shown first", "order"));
        list.replaceChildren(...rows);
        note.textContent = rows.length ? "" : found.nothing;
      } catch { note.textContent = "The desk does not answer."; }
    }
    return { box, field, list };
  }
  function row(href, name, detail, kind) {
    const words = make("span", { class: "m" }, make("b", {}, name));
    if (detail) words.append(make("small", {}, detail));
    return make("li", {}, make("a", { class: "row", href }, words, make("span", { class: "st" }, kind)));
  }
  Desk.wirers.push((root) => {
    for (const box of all("[data-letters]", root)) {
      box.checked = store.getItem("desk.letters") !== "off";
      document.getElementById("letters").hidden = false;
      box.addEventListener("change", () => store.setItem("desk.letters", box.checked ? "on" : "off"));
    }
  });
  function leave(event) {
    if (isIn(event.target)) { event.target.blur(); return; }
    const link = document.querySelector("[data-key=Esc]");
    if (link?.offsetParent) link.click();
  }
  function step(by) {
    const rows = all(".row,[data-row]").filter((row) => row.offsetParent);
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))];
    (next?.matches("a,button") ? next : next?.querySelector("a,input,button,select"))?.focus();
  }
})();
