"use strict";
// The table of all graphs of a collection in the report of `mine`.

function startOverview({ data, byId, element, picture, grouped, frequency, graphName, showGraph }) {
  const sizes = data.graphs[0].answers.map((answer) => answer.k);
  const table = byId("overview");
  const gallery = byId("gallery");
  const batch = 60; // rows that are made at a time, as one scrolls down
  const best = (graph, i) => graph.answers[i].findings[0];
  const columns = [
    { title: "", value: null },
    { title: "Graph", value: (graph) => graph.number ?? -1, order: 1 },
    { title: "n", value: (graph) => graph.n, order: -1, hint: "vertices" },
    { title: "m", value: (graph) => graph.m, order: -1, hint: "edges" },
    ...sizes.map((k, i) => ({
      title: `k = ${k}`, order: -1, hint: "frequency of the best pattern",
      value: (graph) => (best(graph, i) ? Number(best(graph, i).f) : -1),
    })),
  ];
  let sorted = { column: 1, order: 1 };
  let words = [];
  let list = [...data.graphs];
  let made = 0;
  let asGallery = false;
  let chosen = null;

  // What the filter looks at, made when it is first needed.
  const texts = new Map();
  const searchable = (graph) => {
    if (!texts.has(graph)) {
      const patterns = graph.answers.flatMap((answer) => [
        answer.proven ? "proven" : "unproven not-proven", ...answer.findings.map((each) => data.patterns[each.p].t)]);
      const labels = [...new Set(graph.l)].map((label) => data.names[label]);
      texts.set(graph, [graphName(graph), ...patterns, ...labels].join(" ").toLowerCase());
    }
    return texts.get(graph);
  };
  // "not proven" is one thing to look for; a number alone is the number of a graph.
  const readWords = (text) => text.toLowerCase().replace("not proven", "not-proven").split(/\s+/).filter(Boolean);
  const matches = (graph) => words.every((word) =>
    /^\d+$/.test(word) ? String(graph.number) === word || data.names.includes(word) && searchable(graph).split(" ").includes(word)
      : searchable(graph).includes(word));

  const covered = (graph) => {
    const i = graph.answers.findIndex((answer) => answer.findings.length > 0);
    return new Set(i < 0 ? [] : best(graph, i).o.flat());
  };
  const thumbnail = (graph) => {
    const small = element("canvas");
    small.setAttribute("aria-hidden", "true");
    requestAnimationFrame(() => drawThumbnail(small, graph, covered(graph), getComputedStyle(small)));
    return small;
  };

  function answerCell(graph, i) {
    const found = best(graph, i);
    if (!found) return element("td", { className: "muted", textContent: "none" });
    const box = element("span", { className: "best" }, picture(found.p, 92, 44), element("span", { textContent: frequency(found) }));
    if (!graph.answers[i].proven) box.append(element("span", { className: "doubt", textContent: "?", title: "not proven" }));
    return element("td", {}, box);
  }

  // An element that shows a graph when it is clicked; the attribute says whether it is shown now.
  function choosable(made, graph, attribute) {
    made.setAttribute(attribute, graph === chosen);
    made.dataset.number = graph.number;
    made.addEventListener("click", () => choose(graph));
    return made;
  }

  function row(graph) {
    const open = element("button", { type: "button", className: "open", textContent: graph.number ?? "union" });
    open.setAttribute("aria-label", `Show ${graphName(graph)}`);
    return choosable(element("tr", {}, element("td", {}, thumbnail(graph)), element("td", {}, open),
      element("td", { className: "number", textContent: grouped(graph.n) }),
      element("td", { className: "number", textContent: grouped(graph.m) }),
      ...sizes.map((_, i) => answerCell(graph, i))), graph, "aria-selected");
  }

  function tile(graph) {
    const found = sizes.map((_, i) => (best(graph, i) ? frequency(best(graph, i)) : "–"));
    return choosable(element("button", { type: "button" }, thumbnail(graph),
      element("span", { textContent: `${graphName(graph)}: ${found.join(" / ")}` })), graph, "aria-pressed");
  }

  function more() {
    const next = list.slice(made, made + batch);
    made += next.length;
    if (asGallery) gallery.append(...next.map(tile));
    else table.tBodies[0].append(...next.map(row));
    byId("more").hidden = made >= list.length;
  }

  function refresh() {
    const { value } = columns[sorted.column];
    list = data.graphs.filter(matches);
    list.sort((a, b) => sorted.order * (value(a) - value(b)) || (a.number ?? 0) - (b.number ?? 0));
    table.tBodies[0].replaceChildren();
    gallery.replaceChildren();
    table.hidden = asGallery;
    gallery.hidden = !asGallery;
    byId("overview-frame").scrollTop = 0;
    byId("shown").textContent = `${grouped(list.length)} of ${grouped(data.graphs.length)} graphs`;
    made = 0;
    more();
  }

  function choose(graph) {
    chosen = graph;
    for (const each of table.tBodies[0].rows) each.setAttribute("aria-selected", each.dataset.number === String(graph.number));
    for (const each of gallery.children) each.setAttribute("aria-pressed", each.dataset.number === String(graph.number));
    byId("chosen-title").textContent =
      `${graphName(graph)}: ${grouped(graph.n)} vertices, ${grouped(graph.m)} edges`;
    showGraph(graph);
  }

  function fillHeadings() {
    const headings = columns.map((column, at) => {
      const heading = element("th", { scope: "col", title: column.hint ?? "" });
      if (column.order === -1 && at < 4) heading.className = "number";
      if (!column.value) {
        heading.append(element("span", { className: "unseen", textContent: "Picture" }));
        return heading;
      }
      heading.setAttribute("aria-sort", "none");
      heading.append(element("button", { type: "button", textContent: column.title }));
      heading.firstChild.addEventListener("click", () => {
        sorted = { column: at, order: sorted.column === at ? -sorted.order : column.order };
        markSorted();
        refresh();
      });
      return heading;
    });
    table.tHead.replaceChildren(element("tr", {}, ...headings));
  }

  function markSorted() {
    [...table.tHead.rows[0].cells].forEach((heading, at) => {
      if (!columns[at].value) return;
      heading.setAttribute("aria-sort", at !== sorted.column ? "none" : sorted.order > 0 ? "ascending" : "descending");
    });
  }

  function setView(gallerySeen) {
    asGallery = gallerySeen;
    byId("as-table").setAttribute("aria-pressed", !gallerySeen);
    byId("as-gallery").setAttribute("aria-pressed", gallerySeen);
    refresh();
  }

  byId("as-table").addEventListener("click", () => setView(false));
  byId("as-gallery").addEventListener("click", () => setView(true));
  byId("filter").addEventListener("input", (event) => {
    words = readWords(event.target.value);
    refresh();
  });
  new IntersectionObserver((seen) => { if (seen.some((each) => each.isIntersecting)) more(); },
    { root: byId("overview-frame"), rootMargin: "400px" }).observe(byId("more"));
  document.addEventListener("themechange", refresh);
  fillHeadings();
  markSorted();
  refresh();
  choose(data.graphs[0]);
}

if (report.byId("overview")) startOverview(report);
else report.showGraph(report.data.graphs[0]);
