"use strict";
// A graph on a canvas, with some of its vertices marked. Zoom and pan by pointer; what keys and
// buttons do is up to the page.

const kUnit = 40; // pixels of a drawing from vertex to vertex, as the program lays it out

// Whether the label's text is black or white on its colour.
function textOn(color) {
  const part = (at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const light = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) + 0.05;
  return 1.05 / light > light / 0.05 ? "#ffffff" : "#000000";
}

// The shapes of vertices. Beyond as many labels as there are colours, these come again on another
// shape: corners, and where the first of them is, in full turns. The program has the same for its
// pictures of patterns.
const kPolygons = [[0, 0], [4, 0.125], [4, 0], [6, 0], [3, 0.75], [3, 0.25]];

const shapeOf = (label, colors) => Math.floor(label / colors.length) % kPolygons.length;

// Adds the outline of a vertex to the path.
function trace(context, shape, x, y, radius) {
  const [corners, turn] = kPolygons[shape];
  if (corners === 0) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  for (let i = 0; i < corners; ++i) {
    const angle = 2 * Math.PI * (turn + i / corners);
    const corner = [x + 1.06 * radius * Math.cos(angle), y + 1.06 * radius * Math.sin(angle)];
    if (i === 0) context.moveTo(...corner);
    else context.lineTo(...corner);
  }
  context.closePath();
}

function boundsOf(graph, vertices) {
  const bounds = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const v of vertices) {
    bounds.left = Math.min(bounds.left, graph.x[v]);
    bounds.right = Math.max(bounds.right, graph.x[v]);
    bounds.top = Math.min(bounds.top, graph.y[v]);
    bounds.bottom = Math.max(bounds.bottom, graph.y[v]);
  }
  return bounds;
}

// Scale and shift that show these vertices in the middle of a box, with some room around them.
function frameOf(graph, vertices, { width, height, largest = Infinity, share = 1 }) {
  const bounds = boundsOf(graph, vertices);
  if (!(bounds.right >= bounds.left)) return { scale: 1, dx: 0, dy: 0 };
  const room = 1.3 * kUnit;
  const scale = Math.min(largest,
    share * width / (bounds.right - bounds.left + room), share * height / (bounds.bottom - bounds.top + room));
  return {
    scale,
    dx: width / 2 - scale * (bounds.left + bounds.right) / 2,
    dy: height / 2 - scale * (bounds.top + bounds.bottom) / 2,
  };
}

// Where a vertex is on the canvas, in pixels, within such a frame.
const placeIn = ({ scale, dx, dy }, graph, v) => [scale * graph.x[v] + dx, scale * graph.y[v] + dy];

function strokeEdges(context, frame, graph, wanted, { color, width, alpha = 1 }) {
  context.beginPath();
  for (let i = 0; i < graph.e.length; i += 2) {
    const a = graph.e[i];
    const b = graph.e[i + 1];
    if (!wanted(a, b)) continue;
    context.moveTo(...placeIn(frame, graph, a));
    context.lineTo(...placeIn(frame, graph, b));
  }
  context.globalAlpha = alpha;
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke();
  context.globalAlpha = 1;
}

// A small picture of a graph: its edges, and dots on the marked vertices.
function drawThumbnail(canvas, graph, marked, style) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth || 96;
  const height = canvas.clientHeight || 64;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const frame = frameOf(graph, graph.x.keys(), { width, height });
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const inside = (a, b) => marked.has(a) && marked.has(b);
  strokeEdges(context, frame, graph, (a, b) => !inside(a, b), { color: style.getPropertyValue("--muted"), width: 0.6 });
  strokeEdges(context, frame, graph, inside, { color: style.getPropertyValue("--mark"), width: 1.2 });
  context.fillStyle = style.getPropertyValue("--mark");
  context.beginPath();
  for (const v of marked) {
    context.moveTo(...placeIn(frame, graph, v));
    context.arc(...placeIn(frame, graph, v), 1.6, 0, 7);
  }
  context.fill();
}

class GraphView {
  // names and colors of the labels; how edges look that are told apart; onHover(vertex or -1, x, y)
  // and onPick(vertex).
  constructor(canvas, { names, colors, look, onHover, onPick }) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.names = names;
    this.colors = colors;
    this.look = look;
    this.onHover = onHover;
    this.onPick = onPick;
    this.graph = { x: [], y: [], l: [], e: [] };
    this.covered = new Set();
    this.current = [];
    this.hovered = -1;
    this.scale = 1;
    this.dx = 0;
    this.dy = 0;
    this.untouched = true; // the whole graph is shown, and stays so when the canvas changes its size
    this.pointers = new Map();
    this.listen();
    new ResizeObserver(() => this.resize()).observe(canvas);
    document.addEventListener("themechange", () => this.draw());
  }

  show(graph) {
    this.graph = graph;
    this.covered = new Set();
    this.current = [];
    this.hovered = -1;
    this.resize();
    this.fit(false);
  }

  // covered: vertices of all occurrences; current: those of the one that is looked at.
  mark(covered, current) {
    this.covered = covered;
    this.current = current;
    this.draw();
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0) return;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    if (this.untouched) this.fit(false);
    else this.draw();
  }

  frame(vertices, largest, share) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    return frameOf(this.graph, vertices, { width, height, largest, share });
  }

  fit(smooth = true) {
    this.untouched = true;
    this.moveTo(this.frame(this.graph.x.keys(), 2.6, 1), smooth);
  }

  // Moves only when the vertices are out of sight or too small to see.
  follow(vertices) {
    const bounds = boundsOf(this.graph, vertices);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const left = this.scale * bounds.left + this.dx;
    const right = this.scale * bounds.right + this.dx;
    const top = this.scale * bounds.top + this.dy;
    const bottom = this.scale * bounds.bottom + this.dy;
    const margin = 30;
    const seen = left >= margin && top >= margin && right <= width - margin && bottom <= height - margin;
    if (seen && this.scale * kUnit > 18 && !this.crowded(vertices)) return;
    this.untouched = false;
    this.moveTo(this.frame(vertices, 2, 0.5), true);
  }

  // Whether some of the vertices hide each other.
  crowded(vertices) {
    return vertices.some((a, i) => vertices.slice(i + 1).some((b) => {
      const distance = Math.hypot(this.graph.x[a] - this.graph.x[b], this.graph.y[a] - this.graph.y[b]);
      return this.scale * distance < this.radius(a) && this.scale < 2;
    }));
  }

  moveTo(target, smooth) {
    cancelAnimationFrame(this.animation);
    const from = { scale: this.scale, dx: this.dx, dy: this.dy };
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!smooth || still) {
      Object.assign(this, target);
      this.draw();
      return;
    }
    const begin = performance.now();
    const step = (now) => {
      const t = Math.min(1, (now - begin) / 280);
      const eased = 1 - (1 - t) ** 3;
      // The scale grows evenly by factors, and the middle of the picture goes straight.
      const scale = from.scale * (target.scale / from.scale) ** eased;
      const share = target.scale === from.scale ? eased : (scale - from.scale) / (target.scale - from.scale);
      this.scale = scale;
      this.dx = from.dx + share * (target.dx - from.dx);
      this.dy = from.dy + share * (target.dy - from.dy);
      this.draw();
      if (t < 1) this.animation = requestAnimationFrame(step);
    };
    this.animation = requestAnimationFrame(step);
  }

  zoomBy(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    cancelAnimationFrame(this.animation);
    const scale = Math.min(8, Math.max(0.01, this.scale * factor));
    this.dx = x - (x - this.dx) * scale / this.scale;
    this.dy = y - (y - this.dy) * scale / this.scale;
    this.scale = scale;
    this.untouched = false;
    this.draw();
  }

  panBy(x, y) {
    cancelAnimationFrame(this.animation);
    this.dx += x;
    this.dy += y;
    this.untouched = false;
    this.draw();
  }

  radius(v) {
    const base = Math.min(15, Math.max(1.7, 9 * this.scale));
    return this.isCurrent(v) ? Math.max(base * 1.15, 5) : base;
  }

  isCurrent(v) {
    return this.current.includes(v);
  }

  place(v) {
    return placeIn(this, this.graph, v);
  }

  vertexAt(x, y) {
    let best = -1;
    let least = 100;
    for (let v = 0; v < this.graph.x.length; ++v) {
      const [px, py] = this.place(v);
      const reach = Math.max(this.radius(v), 5) + 2;
      const distance = (px - x) ** 2 + (py - y) ** 2;
      if (distance < reach ** 2 && distance < Math.max(least, reach ** 2) && (best < 0 || distance < least)) {
        best = v;
        least = distance;
      }
    }
    return best;
  }

  listen() {
    const { canvas } = this;
    const at = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, at(event));
      this.travelled = 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      if (this.pointers.has(event.pointerId)) this.drag(event.pointerId, at(event));
      else this.hover(...at(event));
    });
    const release = (event) => {
      const held = this.pointers.delete(event.pointerId);
      if (held && event.type === "pointerup" && this.travelled < 4) {
        const vertex = this.vertexAt(...at(event));
        if (vertex >= 0) this.onPick(vertex);
      }
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("pointerleave", () => this.hover(-1, -1));
    canvas.addEventListener("dblclick", (event) => this.zoomBy(2, ...at(event)));
    // The wheel scrolls the page past a drawing that nobody has turned to.
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && document.activeElement !== canvas) return;
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), ...at(event));
    }, { passive: false });
  }

  // One finger moves the graph, two also zoom.
  drag(id, [x, y]) {
    const [fromX, fromY] = this.pointers.get(id);
    const others = [...this.pointers].filter(([other]) => other !== id);
    this.travelled += Math.abs(x - fromX) + Math.abs(y - fromY);
    this.pointers.set(id, [x, y]);
    if (others.length === 0) {
      this.panBy(x - fromX, y - fromY);
    } else {
      const [otherX, otherY] = others[0][1];
      const before = Math.hypot(fromX - otherX, fromY - otherY);
      const after = Math.hypot(x - otherX, y - otherY);
      this.panBy((x - fromX) / 2, (y - fromY) / 2);
      if (before > 0) this.zoomBy(after / before, (x + otherX) / 2, (y + otherY) / 2);
    }
  }

  hover(x, y) {
    const vertex = x < 0 ? -1 : this.vertexAt(x, y);
    this.canvas.style.cursor = vertex >= 0 ? "pointer" : "grab";
    if (vertex !== this.hovered) {
      this.hovered = vertex;
      this.draw();
    }
    this.onHover(vertex, ...(vertex >= 0 ? this.place(vertex) : [0, 0]));
  }

  draw() {
    const { context, canvas } = this;
    const ratio = window.devicePixelRatio || 1;
    const style = getComputedStyle(canvas);
    const color = (name) => style.getPropertyValue(name).trim();
    const inCurrent = new Set(this.current);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    context.lineCap = "round";

    const marked = this.current.length > 0;
    const width = Math.min(2, Math.max(0.5, 1.6 * this.scale));
    const all = (a, b) => !(this.covered.has(a) && this.covered.has(b));
    const covered = (a, b) => this.covered.has(a) && this.covered.has(b) && !(inCurrent.has(a) && inCurrent.has(b));
    const current = (a, b) => inCurrent.has(a) && inCurrent.has(b);
    // Where many edges share little room they are paler.
    const haze = Math.min(1, Math.max(0.35, Math.sqrt(30000 * this.scale / (1 + this.graph.e.length))));
    this.strokeEdges(all, color("--text"), width, haze * (marked ? 0.22 : 0.45));
    this.strokeEdges(covered, color("--text"), width, haze * 0.55);
    this.fillVertices((v) => !this.covered.has(v) && !inCurrent.has(v), marked ? 0.3 : 0.9);
    this.fillVertices((v) => this.covered.has(v) && !inCurrent.has(v), 0.8);
    strokeEdges(context, this, this.graph, current, { color: color("--surface"), width: Math.max(7, 3 * width), alpha: 0.8 });
    this.markEdges(current, color, width);
    for (const v of this.current) this.ring(v, color("--mark"), color("--surface"));
    this.fillVertices((v) => inCurrent.has(v), 1);
    if (this.hovered >= 0) this.outline(this.hovered, color("--text"));
    canvas.dataset.scale = this.scale.toFixed(4);
    canvas.dataset.shift = `${this.dx.toFixed(1)} ${this.dy.toFixed(1)}`;
  }

  strokeEdges(wanted, color, width, alpha) {
    if (!this.graph.r) {
      strokeEdges(this.context, this, this.graph, wanted, { color, width, alpha });
      return;
    }
    const radius = (v) => this.radius(v) + (this.isCurrent(v) ? 4.5 : 1);
    strokeRelatedEdges(this.context, this, this.graph, wanted, { color, width, alpha, look: this.look, radius });
  }

  // The edges of the occurrence that is looked at. Where edges are told apart the mark is behind
  // them, so that one sees what they are.
  markEdges(wanted, color, width) {
    const mark = (wide, alpha) =>
      strokeEdges(this.context, this, this.graph, wanted, { color: color("--mark"), width: wide, alpha });
    if (!this.graph.r) {
      mark(Math.max(3, 2 * width), 1);
      return;
    }
    mark(Math.max(11, 4 * width), 0.3);
    this.strokeEdges(wanted, color("--text"), Math.max(2, 1.2 * width), 1);
  }

  // Vertices of one label are one path: thousands of them stay quick.
  fillVertices(wanted, alpha) {
    const { context, graph, canvas } = this;
    const byColor = new Map();
    for (let v = 0; v < graph.x.length; ++v) {
      if (!wanted(v)) continue;
      const [x, y] = this.place(v);
      if (x < -20 || y < -20 || x > canvas.clientWidth + 20 || y > canvas.clientHeight + 20) continue;
      const color = this.colors[graph.l[v] % this.colors.length];
      if (!byColor.has(color)) byColor.set(color, []);
      byColor.get(color).push([v, x, y]);
    }
    context.globalAlpha = alpha;
    for (const [color, list] of byColor) {
      context.beginPath();
      for (const [v, x, y] of list) {
        trace(context, shapeOf(graph.l[v], this.colors), x, y, this.radius(v));
      }
      context.fillStyle = color;
      context.fill();
      this.writeLabels(list, textOn(color));
    }
    context.globalAlpha = 1;
  }

  writeLabels(list, color) {
    const { context, graph } = this;
    context.fillStyle = color;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const [v, x, y] of list) {
      const radius = this.radius(v);
      if (radius < 7) continue;
      const name = this.names[graph.l[v]];
      const size = Math.min(1.15 * radius, 3.0 * radius / Math.max(1, name.length));
      if (size < 5) continue;
      context.font = `${size}px system-ui, "DejaVu Sans", sans-serif`;
      context.fillText(name, x, y + 0.04 * size);
    }
  }

  ring(v, color, gap) {
    const { context } = this;
    const [x, y] = this.place(v);
    const radius = this.radius(v);
    for (const [extra, fill] of [[4, color], [1.8, gap]]) {
      context.beginPath();
      context.arc(x, y, radius + extra, 0, 2 * Math.PI);
      context.fillStyle = fill;
      context.fill();
    }
  }

  outline(v, color) {
    const { context } = this;
    context.beginPath();
    context.arc(...this.place(v), this.radius(v) + 2.5, 0, 2 * Math.PI);
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.stroke();
  }
}
