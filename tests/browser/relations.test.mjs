// Reports about graphs whose edges have labels and directions.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { answers, assertQuiet, open, report, start, stop, writeText } from "./support.mjs";

// The colour of the canvas between two vertices, by their places in the data: at a share of the way, and so many
// pixels to the right of it.
const colorBetween = (page, from, to, share, aside = 0) => page.evaluate(([a, b, t, s]) => {
  const view = document.getElementById("view");
  const graph = JSON.parse(document.getElementById("data").textContent).graphs[0];
  const [dx, dy] = view.dataset.shift.split(" ").map(Number);
  const at = (v) => [graph.x[v] * Number(view.dataset.scale) + dx, graph.y[v] * Number(view.dataset.scale) + dy];
  const [[x1, y1], [x2, y2]] = [at(a), at(b)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const x = x1 + t * (x2 - x1) - s * (y2 - y1) / length;
  const y = y1 + t * (y2 - y1) + s * (x2 - x1) / length;
  const ratio = window.devicePixelRatio || 1;
  return [...view.getContext("2d").getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data.slice(0, 3)];
}, [from, to, share, aside]);

const near = (color, wanted) => color.every((part, i) => Math.abs(part - wanted[i]) < 40);
const kBlue = [0, 114, 178]; // of the first label

describe("a report about a graph whose edges are told apart", () => {
  before(start);
  after(stop);

  test("lists the labels of edges below the answers and in the drawing", async () => {
    const { page, trouble, close } = await open(report("bonds", "example:caffeine-bonds", "-k", "4..5", "--top", "4"));
    for (const list of [".edge-legend", "#legend"]) {
      const names = await page.$$eval(`${list} li:has(svg)`, (items) => items.map((item) => item.textContent));
      assert.deepEqual(names, ["single", "double"], list);
    }
    const marks = await page.$$eval("#legend .marker", (all) => all.map((mark) => mark.getBoundingClientRect().left));
    assert.equal(new Set(marks).size, 3); // beside each other
    assert.match(await page.locator(".asked").textContent(), /by label \(2\)/);
    assert.match(await page.locator("#patterns tbody tr").first().textContent(), /0-2:single/);
    assertQuiet(trouble);
    await close();
  });

  test("draws lines in the colours of their labels, with heads where they point to", async () => {
    const path = writeText("links.csv", "source,target,label\na,b,asks\nb,c,asks\nc,a,pays\n");
    const { page, trouble, close } = await open(report("links", path, "--directed", "-k", "2"));
    assertQuiet(trouble); // later on the browser has advice for whoever looks at pixels
    const places = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).graphs[0].answers[0].findings[0].o[0]);
    const [pattern] = answers(path, "--directed", "-k", "2");
    const [from, to] = pattern.edges[0].map((end) => places[end]);
    assert.ok(near(await colorBetween(page, from, to, 0.5), kBlue), "the line");
    // A head is wider than the line: seen from the side it is there near the end, and nowhere else.
    const beside = async (begin, end) => {
      const seen = [];
      for (let share = 0.05; share < 0.95; share += 0.01) seen.push(near(await colorBetween(page, begin, end, share, 3.2), kBlue));
      return seen;
    };
    const seen = await beside(from, to);
    assert.ok(seen.slice(45).some(Boolean), "a head at the end");
    assert.ok(!seen.slice(20, 45).some(Boolean), "none at the beginning");
    await close();
  });

  test("draws arcs only where there are some", async () => {
    const { page, trouble, close } = await open(report("web", "example:foodweb", "-k", "3", "--top", "3"));
    const data = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent));
    assert.equal(data.edges.directed, true);
    assert.equal(data.graphs[0].r.length, data.graphs[0].e.length / 2);
    assert.equal(await page.locator(".edge-legend").count(), 0);
    const plain = await open(report("plain", "example:caffeine", "-k", "3"));
    const without = await plain.page.evaluate(() => JSON.parse(document.getElementById("data").textContent));
    assert.equal(without.edges, undefined);
    assert.equal(without.graphs[0].r, undefined);
    assertQuiet([...trouble, ...plain.trouble]);
    await close();
    await plain.close();
  });
});
