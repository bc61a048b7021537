// Starting a campaign: the numbers beside the text go with it, and there are as many as it has lines.
"use strict";
Desk.wirers.push((root) => {
  for (const gutter of Desk.all(".gutter", root)) {
    const area = gutter.parentElement.querySelector("textarea");
    if (!area || area.dataset.numbered) continue;
    area.dataset.numbered = "yes";
    const scroll = () => { gutter.scrollTop = area.scrollTop; };
    area.addEventListener("scroll", scroll);
    area.addEventListener("input", () => { // marks of guesses are those of the text that was read: a text that was changed has none
      const count = area.value.split("\n").length;
      gutter.replaceChildren(...Array.from({ length: count }, (_, n) => { const line = document.createElement("li"); line.textContent = String(n + 1); return line; }));
      scroll();
    });
    scroll();
  }
});
