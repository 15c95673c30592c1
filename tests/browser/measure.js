// Return the width of the page, and what is too small to touch or to read on it.
() => {
  const seen = (element) => element.getClientRects().length > 0;
  const targets = [
    ...document.querySelectorAll("button, a, summary, select, input"),
  ];
  const exempt = ".skip, .small, label, [inert]"; // links within text; a label is the target of its box
  const small = targets.filter((element) => {
    const box = element.getBoundingClientRect();
    return seen(element) && (box.height < 43.5 || box.width < 43.5) && !element.closest(exempt);
  });
  const texts = [...document.querySelectorAll("body *")].filter(
    (element) => seen(element) && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()),
  );
  const scale = (element) => (element.ownerSVGElement ? element.getScreenCTM().a : 1);
  const tiny = texts.filter((element) => parseFloat(getComputedStyle(element).fontSize) * scale(element) < 13.9);
  const shown = (elements) => elements.map((element) => element.outerHTML.slice(0, 90));
  return [document.documentElement.scrollWidth, shown(small), shown(tiny)];
};
