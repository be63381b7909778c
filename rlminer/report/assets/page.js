"use strict";
// The choice of theme, and tables that sort.

(() => {
  const button = document.getElementById("theme");
  const root = document.documentElement;
  const themes = ["system", "light", "dark"];

  // Pages from disk may not be allowed to remember anything.
  const remembered = () => {
    try { return localStorage.getItem("rlminer-theme"); } catch { return null; }
  };
  const remember = (theme) => {
    try { localStorage.setItem("rlminer-theme", theme); } catch { /* then not */ }
  };

  const apply = (theme) => {
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    button.textContent = { system: "◐ System", light: "☀ Light", dark: "☾ Dark" }[theme];
    button.setAttribute("aria-label", `Theme: ${theme}. Press to change.`);
    button.dataset.choice = theme;
    document.dispatchEvent(new Event("themechange"));
  };

  button.hidden = false;
  apply(themes.includes(remembered()) ? remembered() : "system");
  button.addEventListener("click", () => {
    const next = themes[(themes.indexOf(button.dataset.choice) + 1) % themes.length];
    remember(next);
    apply(next);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
    document.dispatchEvent(new Event("themechange")));
})();

(() => {
  const collator = new Intl.Collator(undefined, { numeric: true });

  const valueOf = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.sort !== undefined ? Number(cell.dataset.sort) : cell.textContent.trim();
  };
  const compare = (a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));

  for (const table of document.querySelectorAll("table.sortable")) {
    const headings = [...table.tHead.rows[0].cells];
    const body = table.tBodies[0];
    headings.forEach((heading, column) => {
      heading.querySelector("button")?.addEventListener("click", () => {
        const before = heading.getAttribute("aria-sort");
        const first = heading.classList.contains("number") ? "descending" : "ascending";
        const other = first === "ascending" ? "descending" : "ascending";
        const order = before === first ? other : first;
        for (const each of headings) if (each.hasAttribute("aria-sort")) each.setAttribute("aria-sort", "none");
        heading.setAttribute("aria-sort", order);
        const sign = order === "ascending" ? 1 : -1;
        const rows = [...body.rows].map((row) => [valueOf(row, column), row]);
        rows.sort((a, b) => sign * compare(a[0], b[0]));
        body.append(...rows.map(([, row]) => row));
      });
    });
  }
})();
