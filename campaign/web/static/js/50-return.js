// The return form: boxes that exclude each other, the count of crossed lines, and the draft that a second phone can see.
"use strict";
(() => {
  const { all, lost, meta, say, wire, wirers } = Desk;
  const EVERY = 10000; // milliseconds between two drafts
  document.addEventListener("change", (event) => {
    const box = event.target;
    if (box.type !== "checkbox" || !box.dataset.group || box.form?.dataset.bringing) return; // what is brought back was typed so
    const boxes = all("input[data-group]", box.closest("[data-line]")).filter((other) => other !== box), { group } = box.dataset;
    const changes = new Map(); // only what is destroyed can have been surrounded: the last box that was touched decides
    for (const other of boxes) {
      if (box.checked && (group === "alone" || other.dataset.group === "alone" || other.dataset.group === group)) changes.set(other, false);
      if (other.dataset.group === "surrounded" && group === "state" && !(box.checked && box.name.endsWith("_destroyed"))) changes.set(other, false);
    }
    const isStateless = !boxes.some((other) => other.dataset.group === "state" && other.checked);
    if (box.checked && group === "surrounded" && isStateless) changes.set(boxes.find((other) => other.name.endsWith("_destroyed")), true);
    changes.delete(undefined);
    for (const [other, isCrossed] of changes) other.checked = isCrossed;
    box.dispatchEvent(new Event("input", { bubbles: true })); // what is kept is what stands now
  });
  document.addEventListener("click", (event) => { // a crossed circle is cleared by a second tap
    const box = event.target;
    if (box.type !== "radio" || !box.closest("form.return")) return;
    if (box.dataset.was) { box.checked = false; delete box.dataset.was; box.dispatchEvent(new Event("input", { bubbles: true })); return; }
    for (const other of all(`input[type=radio][name="${CSS.escape(box.name)}"]`, box.form)) delete other.dataset.was;
    box.dataset.was = "1";
  });
  function count(form) {
    const lines = all("[data-line]", form);
    const crossed = lines.filter((line) => all("input,select", line).some((part) => (part.type === "checkbox" ? part.checked : part.value))).length;
    const text = form.querySelector("[data-crossed]");
    if (text) text.textContent = `${crossed} of ${lines.length} lines`;
    const others = form.querySelector("[data-others]"), unsaid = form.querySelector("[data-unsaid]");
    if (others) others.textContent = form.elements.unharmed?.checked ? "changed, all other lines unharmed" : "ticked";
    if (unsaid) unsaid.hidden = Boolean(form.querySelector("[name=field]:checked"));
  }
  let due = 0, told = false;
  function later(form) {
    if (due) return;
    due = setTimeout(async () => {
      due = 0;
      if (!document.contains(form) || !form.dataset.touched) return;
      const body = new URLSearchParams(new FormData(form));
      body.set("do", "keep");
      body.set("token", meta("desk"));
      try {
        const answer = await fetch(location.pathname, { method: "POST", body, headers: { "x-desk": meta("desk") } });
        if (answer.status === 422 && !told) {
          told = true;
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          say(page.querySelector("[role=alert]")?.textContent.trim() ?? "");
        }
      } catch { lost(); } // the device keeps it
    }, EVERY);
  }
  function answered(form) { // the black button wakes once every question has an answer
    const isWhole = all("fieldset", form).every((part) => part.querySelector(":checked") || !part.querySelector("[type=radio]"));
    const button = form.querySelector("[data-answered]");
    if (button.disabled) return;
    button.classList.toggle("pri", isWhole);
    button.querySelector("kbd").hidden = !isWhole;
    form.querySelector("[data-open]").hidden = isWhole;
  }
  let asked = "";
  async function look(form, focus) { // what follows with this change; nothing is written
    const words = new URLSearchParams();
    for (const box of all("input[type=radio]:checked,[data-word]", form)) if (box.value && !("usual" in box.dataset)) words.set(box.name, box.value);
    const address = asked = `${location.pathname}?${words}`;
    for (const button of all("button[value=settle]", form)) button.disabled = true; // until the page shows what it would do
    try {
      const answer = await fetch(address, { headers: { accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html"), next = page.getElementById(form.id);
      if (asked !== address) return; // something was changed meanwhile
      if (!next) return void location.assign(address);
      history.replaceState(null, "", address);
      form.replaceWith(next);
      wire(next);
      document.getElementById(focus)?.focus({ preventScroll: true });
      const row = document.getElementById(focus)?.closest("tr");
      if (row) document.getElementById("flipped").textContent = (`${row.querySelector("th").textContent.trim()} ${row.querySelector(":checked")?.value ?? ""}`);
    } catch { lost(); }
  }
  wirers.push((root) => {
    for (const form of all("form[data-draft]", root)) {
      count(form);
      for (const box of all("input[type=radio]:checked", form)) box.dataset.was = "1";
      form.addEventListener("input", () => {
        count(form);
        form.querySelector("[data-kept]")?.removeAttribute("hidden");
        later(form);
      });
    }
    for (const form of all("form[data-choose]", root)) form.addEventListener("change", (event) => {
      const does = event.target.closest("tr")?.querySelector("input[name^=place-]");
      if (does && event.target.type === "radio") does.value = ""; // what was chosen last counts
      if (form.dataset.choose === "answers") answered(form); else look(form, event.target.id);
    });
    for (const button of all("[data-flip]", root)) button.addEventListener("click", () => { // the next of the row's choices
      const boxes = all("input[type=radio]", button.closest("tr"));
      boxes[(boxes.findIndex((box) => box.checked) + 1) % boxes.length]?.click();
    });
  });
})();
