"use strict";
// Edges with labels and directions on a canvas.

// What edges with labels and directions are drawn of: for each style a path of its solid lines, one
// of its dashed ones and one of its arrow heads.
class RelatedPaths {
  constructor(look, width) {
    this.look = look;
    this.width = width;
    this.gap = Math.max(2.2, 1.7 * width); // between the lines of a double bond
    this.head = Math.min(11, Math.max(4, 4.5 * width));
    this.byStyle = new Map();
  }

  paths(style) {
    if (!this.byStyle.has(style)) {
      this.byStyle.set(style, { solid: new Path2D(), dashed: new Path2D(), heads: new Path2D() });
    }
    return this.byStyle.get(style);
  }

  // An edge of that kind between two places, whose vertices have these radii.
  add(kind, from, to, radii) {
    const [out, back] = this.look.kinds[kind];
    const { directed } = this.look;
    if (out === back || out < 0 || back < 0) {
      this.line(Math.max(out, back), from, to, { heads: [directed && back >= 0, directed && out >= 0], radii });
      return;
    }
    // Two that differ keep to their right.
    const shift = 0.6 * this.head;
    this.line(out, from, to, { heads: [false, true], radii, shift });
    this.line(back, to, from, { heads: [false, true], radii: [radii[1], radii[0]], shift });
  }

  line(style, [x1, y1], [x2, y2], { heads, radii, shift = 0 }) {
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length === 0) return;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const room = length - radii[0] - radii[1];
    const head = Math.min(this.head, 0.45 * Math.max(room, 0));
    const paths = this.paths(style);
    const begin = heads[0] && head > 1 ? radii[0] + 0.8 * head : 0;
    const end = length - (heads[1] && head > 1 ? radii[1] + 0.8 * head : 0);
    const at = (along, across) => [x1 + along * ux - across * uy, y1 + along * uy + across * ux];
    const point = (along, towards) => {
      paths.heads.moveTo(...at(along, shift));
      paths.heads.lineTo(...at(along - towards * head, shift + 0.45 * head));
      paths.heads.lineTo(...at(along - towards * head, shift - 0.45 * head));
      paths.heads.closePath();
    };
    if (heads[0] && head > 1) point(radii[0], -1);
    if (heads[1] && head > 1) point(length - radii[1], 1);
    const { lines, last } = this.look.styles[style];
    for (let i = 0; i < lines; ++i) {
      const across = shift + this.gap * (i - (lines - 1) / 2);
      const path = last && i === lines - 1 ? paths.dashed : paths.solid;
      path.moveTo(...at(begin, across));
      path.lineTo(...at(end, across));
    }
  }

  stroke(context, color, alpha) {
    const longer = Math.max(0.6, this.width / 2);
    context.globalAlpha = alpha;
    context.lineWidth = this.width;
    context.lineCap = "butt";
    for (const [style, paths] of this.byStyle) {
      const { color: own, dashes } = this.look.styles[style];
      context.strokeStyle = context.fillStyle = own || color;
      context.setLineDash(dashes.map((dash) => longer * dash));
      context.stroke(paths.solid);
      context.setLineDash([4, 3.5].map((dash) => longer * dash));
      context.stroke(paths.dashed);
      context.fill(paths.heads);
    }
    context.setLineDash([]);
    context.lineCap = "round";
    context.globalAlpha = 1;
  }
}

// Sums of the places of the neighbours of every vertex, made once for a graph.
function neighbourSums(graph) {
  if (graph.sums) return graph.sums;
  graph.sums = Array.from(graph.x, () => [0, 0, 0]);
  for (let i = 0; i < graph.e.length; i += 2) {
    for (const [a, b] of [[graph.e[i], graph.e[i + 1]], [graph.e[i + 1], graph.e[i]]]) {
      graph.sums[a][0] += graph.x[b];
      graph.sums[a][1] += graph.y[b];
      graph.sums[a][2] += 1;
    }
  }
  return graph.sums;
}

// Whether most of what is around an edge lies to its right, where a ring that it is part of would be.
function ringOnTheRight(graph, a, b) {
  const [sa, sb] = [neighbourSums(graph)[a], neighbourSums(graph)[b]];
  const count = sa[2] + sb[2];
  const [x, y] = [(sa[0] + sb[0]) / count - graph.x[a], (sa[1] + sb[1]) / count - graph.y[a]];
  return (graph.x[b] - graph.x[a]) * y - (graph.y[b] - graph.y[a]) * x >= 0;
}

// Edges as they are where they are told apart; `radius` of a vertex is where arrows end.
function strokeRelatedEdges(context, frame, graph, wanted, { color, width, alpha = 1, look, radius }) {
  const paths = new RelatedPaths(look, width);
  for (let i = 0; i < graph.e.length; i += 2) {
    let [a, b] = [graph.e[i], graph.e[i + 1]];
    if (!wanted(a, b)) continue;
    // The dashed line of an aromatic bond is inside the ring.
    if (!look.directed && look.styles[look.kinds[graph.r[i / 2]][0]].last && !ringOnTheRight(graph, a, b)) [a, b] = [b, a];
    paths.add(graph.r[i / 2], placeIn(frame, graph, a), placeIn(frame, graph, b), [radius(a), radius(b)]);
  }
  paths.stroke(context, color, alpha);
}
