// What the browser tests share: the program, reports it makes, and a page that watches for trouble.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
export const program = process.env.RLMINER_PROGRAM ?? resolve(here, "../../build/release/rlminer");
export const dataFolder = process.env.RLMINER_DATA ?? resolve(here, "../../../shared/data");

export const folder = mkdtempSync(join(tmpdir(), "rlminer-browser-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export function run(...args) {
  return execFileSync(program, args.map(String), { encoding: "utf8", maxBuffer: 1 << 28 });
}

// The path of the report of `mine` with these arguments.
export function report(name, ...args) {
  const path = join(folder, `${name}.html`);
  run("mine", ...args, "--format", "html", "-o", path, "--quiet");
  return path;
}

// The answers to the same question as JSON.
export function answers(...args) {
  return run("mine", ...args, "--format", "json", "--quiet").trim().split("\n").map((line) => JSON.parse(line));
}

export function writeText(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

export const sizeOf = (path) => readFileSync(path).length;

// The folder or file of a data set, or null (and a loud line) where it is not there.
export function dataSet(test, name) {
  const path = join(dataFolder, name);
  if (existsSync(path)) return path;
  console.error(`SKIPPED: ${path} is absent (set RLMINER_DATA)`);
  test.skip(`${path} is absent`);
  return null;
}

let browser = null;
export async function start() {
  browser = await chromium.launch({
    executablePath: process.env.RLMINER_CHROMIUM ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
}
export const stop = () => browser?.close();

// Opens a file from disk without a network. Every request for anything else, every error and every
// message on the console is kept in `trouble`.
export async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, offline: true, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(120_000); // a busy machine is no failure
  const page = await context.newPage();
  const address = pathToFileURL(path).href;
  const trouble = [];
  page.on("console", (message) => trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => { trouble.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => {
    if (request.url() !== address) trouble.push(`request: ${request.url()}`);
  });
  const begin = performance.now();
  await page.goto(address);
  await page.waitForSelector("#theme[data-choice]");
  // A drawing, where there is one, belongs to what has to be there.
  if (await page.locator("#view").count() > 0) await page.waitForSelector("#view[data-scale]");
  const seconds = (performance.now() - begin) / 1000;
  return { page, trouble, seconds, close: () => context.close() };
}

// What the page has cost its process so far, in seconds of a processor.
export async function processorSeconds(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find((metric) => metric.name === "ProcessTime").value;
}

// The ids of the vertices that are marked now.
export const marked = (page) =>
  page.$$eval("#vertices li", (items) => items.map((item) => item.dataset.id));
export const scale = (page) => page.$eval("#view", (view) => Number(view.dataset.scale));
export const shift = (page) => page.$eval("#view", (view) => view.dataset.shift);

// Where a vertex, by its place in the data, is on the page.
export async function whereIs(page, place) {
  return page.evaluate((v) => {
    const view = document.getElementById("view");
    const graph = JSON.parse(document.getElementById("data").textContent).graphs[0];
    const [dx, dy] = view.dataset.shift.split(" ").map(Number);
    const box = view.getBoundingClientRect();
    return { x: box.left + graph.x[v] * Number(view.dataset.scale) + dx, y: box.top + graph.y[v] * Number(view.dataset.scale) + dy };
  }, place);
}

// Waits for what an animation or the next frame will bring. (The pages forbid evaluated text, and with it
// playwright's own waiting.)
export async function until(condition) {
  for (let i = 0; i < 100; ++i) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(`never came true: ${condition}`);
}

export function assertQuiet(trouble) {
  assert.deepEqual(trouble, []);
}

// Graphs in the .lg format, the same on every run.
export function randomCollection(graphs, vertices, extraEdges) {
  let state = 12345;
  const below = (bound) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  let text = "";
  for (let g = 0; g < graphs; ++g) {
    text += `t # ${g}\n`;
    const n = vertices + below(vertices);
    for (let v = 0; v < n; ++v) text += `v ${v} ${"ABC"[below(3)]}\n`;
    const edges = new Set();
    for (let v = 1; v < n; ++v) edges.add(`${below(v)} ${v}`);
    for (let i = 0; i < extraEdges; ++i) {
      const [a, b] = [below(n), below(n)];
      if (a < b) edges.add(`${a} ${b}`);
    }
    for (const edge of edges) text += `e ${edge} 0\n`;
  }
  return text;
}
