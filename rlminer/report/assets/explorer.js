"use strict";
// The report of `mine`: which graph, pattern and occurrence are looked at.

const report = (() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const svgSpace = "http://www.w3.org/2000/svg";

  function element(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  // The picture of a pattern, drawn once in the page; its listing where there is none.
  function picture(number, width, height) {
    const pattern = data.patterns[number];
    if (pattern.w === 0) return element("span", { className: "code", textContent: pattern.t });
    const scale = Math.min(1, width / pattern.w, height / pattern.h);
    const svg = document.createElementNS(svgSpace, "svg");
    svg.setAttribute("class", "pattern");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", pattern.t);
    svg.setAttribute("width", Math.round(scale * pattern.w));
    svg.setAttribute("height", Math.round(scale * pattern.h));
    const use = document.createElementNS(svgSpace, "use");
    use.setAttribute("href", `#p${number}`);
    svg.append(use);
    return svg;
  }

  // Counts beyond what a number holds exactly come as text.
  const grouped = (count) => BigInt(count).toLocaleString("en-US");
  const frequency = (finding) =>
    ({ exact: "", least: "≥ ", about: "≈ " })[finding.kind] + grouped(finding.f);
  const graphName = (graph) => (graph.number === null ? "Union of all graphs" : `Graph ${graph.number}`);
  const idOf = (graph, v) => String(graph.ids ? graph.ids[v] : graph.first + v);

  const canvas = byId("view");
  const tooltip = byId("tooltip");
  const state = { graph: null, answer: 0, finding: 0, occurrence: 0 };

  const view = new GraphView(canvas, {
    names: data.names,
    colors: data.colors,
    look: data.edges,
    onHover(v, x, y) {
      tooltip.hidden = v < 0;
      if (v < 0) return;
      const { graph } = state;
      tooltip.textContent =
        `${idOf(graph, v)} · label ${data.names[graph.l[v]]} · ${graph.d[v]} neighbour${graph.d[v] === 1 ? "" : "s"}`;
      tooltip.style.left = `${Math.min(Math.max(x, 80), canvas.clientWidth - 80)}px`;
      tooltip.style.top = `${Math.max(y, 48)}px`;
    },
    // The next occurrence that the vertex is part of.
    onPick(v) {
      const list = occurrences();
      for (let step = 1; step <= list.length; ++step) {
        const at = (state.occurrence + step) % list.length;
        if (list[at].includes(v)) return showOccurrence(at, false);
      }
    },
  });

  const finding = () => state.graph?.answers[state.answer]?.findings[state.finding];
  const occurrences = () => finding()?.o ?? [];

  function showGraph(graph) {
    state.graph = graph;
    view.show(graph);
    fillPicker();
    fillLegend();
    const first = graph.answers.findIndex((answer) => answer.findings.length > 0);
    showFinding(Math.max(first, 0), 0, false);
  }

  function showFinding(answer, at, follow = true) {
    Object.assign(state, { answer, finding: at });
    for (const button of byId("explorer").querySelectorAll(".picker button")) {
      const pressed = Number(button.dataset.answer) === answer && Number(button.dataset.finding) === at;
      button.setAttribute("aria-pressed", pressed);
      if (pressed) scrollWithin(button.parentElement, button);
    }
    for (const row of document.querySelectorAll("#patterns tbody tr")) {
      row.classList.toggle("chosen", Number(row.dataset.answer) === answer && Number(row.dataset.finding) === at);
    }
    showOccurrence(0, follow);
  }

  // Brings a child into sight without moving the page.
  function scrollWithin(frame, child) {
    const outer = frame.getBoundingClientRect();
    const inner = child.getBoundingClientRect();
    if (inner.top < outer.top) frame.scrollTop -= outer.top - inner.top;
    if (inner.bottom > outer.bottom) frame.scrollTop += inner.bottom - outer.bottom;
    if (inner.left < outer.left) frame.scrollLeft -= outer.left - inner.left;
    if (inner.right > outer.right) frame.scrollLeft += inner.right - outer.right;
  }

  function showOccurrence(at, follow = true) {
    const list = occurrences();
    state.occurrence = at;
    const current = list[at] ?? [];
    view.mark(new Set(list.flat()), current);
    if (follow && byId("follow").checked && current.length > 0) view.follow(current);
    byId("position").textContent = list.length === 0 ? "none" : `${at + 1} of ${list.length}`;
    byId("previous").disabled = byId("next").disabled = list.length < 2;
    byId("occurrence").textContent = occurrenceText(list);
    byId("vertices").replaceChildren(...current.map(chip));
    const pattern = finding() ? data.patterns[finding().p].t : "no pattern";
    canvas.setAttribute("aria-label", `${graphName(state.graph)} with the occurrences of ${pattern}`);
  }

  function occurrenceText(list) {
    const { graph } = state;
    const shown = finding();
    if (graph.x.length === 0 && graph.n > 0) {
      return `This graph is not drawn: the report would be too large. Mine it alone: --graph ${graph.number}.`;
    }
    if (!shown) return "There is no pattern of this size.";
    const total = shown.kind === "exact" ? grouped(shown.f) : frequency(shown);
    const text = list.length === 0 ? "No occurrence is listed."
      : `Occurrence ${state.occurrence + 1} of ${list.length} listed, ${total} in all.`;
    return graph.whole ? text
      : `${text} Drawn: ${grouped(graph.x.length)} of ${grouped(graph.n)} vertices, around the occurrences.`;
  }

  // A vertex as in the drawing: its label on its colour, then its id.
  function chip(v) {
    const { graph } = state;
    const color = data.colors[graph.l[v] % data.colors.length];
    const label = element("span", { textContent: data.names[graph.l[v]], title: "label" });
    Object.assign(label.style, { background: color, color: textOn(color) });
    const item = element("li", {}, label, idOf(graph, v));
    item.dataset.id = idOf(graph, v);
    return item;
  }

  function fillPicker() {
    const picker = byId("explorer").querySelector(".picker");
    picker.replaceChildren();
    state.graph.answers.forEach((answer, a) => {
      picker.append(element("h3", {}, `k = ${answer.k}`, element("span", { textContent: answer.proven ? "proven" : "not proven" })));
      answer.findings.forEach((each, f) => {
        const details = element("span", {}, frequency(each),
          element("small", { textContent: answer.findings.length > 1 ? `k = ${answer.k}, #${f + 1}` : `k = ${answer.k}` }));
        const button = element("button", { type: "button", title: data.patterns[each.p].t }, picture(each.p, 120, 64), details);
        Object.assign(button.dataset, { answer: a, finding: f });
        picker.append(button);
      });
    });
  }

  // The colour and shape of a label.
  function marker(label) {
    // The name stands beside it.
    const canvas = element("canvas", { className: "marker", ariaHidden: "true" });
    canvas.dataset.shape = shapeOf(label, data.colors);
    const size = 12 * (window.devicePixelRatio || 1);
    canvas.width = canvas.height = size;
    const context = canvas.getContext("2d");
    trace(context, shapeOf(label, data.colors), size / 2, size / 2, size / 2.2);
    context.fillStyle = data.colors[label % data.colors.length];
    context.fill();
    return canvas;
  }

  // The most frequent labels; a long list would hide the graph.
  function fillLegend() {
    const most = 16;
    const vertices = new Map();
    for (const label of state.graph.l) vertices.set(label, (vertices.get(label) ?? 0) + 1);
    const shown = [...vertices.keys()].sort((a, b) => vertices.get(b) - vertices.get(a) || a - b).slice(0, most);
    shown.sort((a, b) => a - b);
    const items = shown.map((label) => {
      return element("li", {}, marker(label), data.names[label]);
    });
    if (vertices.size > most) items.push(element("li", { className: "muted", textContent: `and ${vertices.size - most} more` }));
    const edges = byId("edge-legend")?.content.cloneNode(true);
    byId("legend").replaceChildren(...items, ...(edges?.children ?? []));
  }

  function step(by) {
    const count = occurrences().length;
    if (count > 0) showOccurrence((state.occurrence + by + count) % count);
  }

  function stepPattern(by) {
    const all = state.graph.answers.flatMap((answer, a) => answer.findings.map((_, f) => [a, f]));
    const at = all.findIndex(([a, f]) => a === state.answer && f === state.finding);
    const next = all[at + by];
    if (next) showFinding(...next);
  }

  byId("previous").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  byId("zoom-in").addEventListener("click", () => view.zoomBy(1.4));
  byId("zoom-out").addEventListener("click", () => view.zoomBy(1 / 1.4));
  byId("fit").addEventListener("click", () => view.fit());
  byId("explorer").querySelector(".picker").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) showFinding(Number(button.dataset.answer), Number(button.dataset.finding));
  });
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = 60;
    const actions = event.shiftKey
      ? { ArrowLeft: () => view.panBy(move, 0), ArrowRight: () => view.panBy(-move, 0),
          ArrowUp: () => view.panBy(0, move), ArrowDown: () => view.panBy(0, -move) }
      : { ArrowLeft: () => step(-1), ArrowRight: () => step(1),
          ArrowUp: () => stepPattern(-1), ArrowDown: () => stepPattern(1) };
    const zoom = { "+": () => view.zoomBy(1.25), "=": () => view.zoomBy(1.25),
                   "-": () => view.zoomBy(0.8), "_": () => view.zoomBy(0.8), "0": () => view.fit() };
    const action = actions[event.key] ?? zoom[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  // Buttons of the answers and rows of the table of patterns.
  for (const target of document.querySelectorAll("#answers [data-answer], #patterns tr[data-answer]")) {
    target.addEventListener("click", () => {
      showFinding(Number(target.dataset.answer), Number(target.dataset.finding));
      byId("where").scrollIntoView({ block: "start" });
      canvas.focus({ preventScroll: true });
    });
  }

  return { data, byId, element, picture, grouped, frequency, graphName, showGraph };
})();
