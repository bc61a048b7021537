// Order of battle: on a wide screen a click on a unit shows it beside the tree instead of on its own page.
"use strict";
document.addEventListener("click", (event) => {
  const link = event.target.closest(".oob a.name"), panel = document.getElementById("unit-panel");
  if (!link || !panel?.offsetParent || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  for (const row of Desk.all(".oob.on")) row.classList.remove("on");
  link.closest(".oob").classList.add("on");
  panel.dataset.from = `${new URL(link.href).pathname}/part`;
  Desk.fill(panel);
});
