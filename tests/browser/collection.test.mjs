// The report about many graphs.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { answers, assertQuiet, dataSet, marked, open, processorSeconds, randomCollection, report, start, stop, until, writeText } from "./support.mjs";

const rowNumbers = (page) => page.$$eval("#overview tbody tr", (rows) => rows.map((row) => Number(row.dataset.number)));
const ascending = (list) => list.every((value, i) => i === 0 || list[i - 1] <= value);

async function column(page, at) {
  const texts = await page.$$eval("#overview tbody tr", (rows, i) => rows.map((row) => row.cells[i].textContent), at);
  return texts.map((text) => Number(text.replace(/[^\d]/g, "")));
}

describe("a report about a collection", () => {
  let path;
  let input;
  before(async () => {
    await start();
    input = writeText("collection.lg", randomCollection(150, 12, 8));
    path = report("collection", input, "-k", "4..5");
  });
  after(stop);

  test("opens from disk with all graphs, the first of them shown", async () => {
    const { page, trouble, close } = await open(path);
    assert.equal(await page.locator("#shown").textContent(), "150 of 150 graphs");
    assert.match(await page.locator("#chosen-title").textContent(), /^Graph 0: /);
    assert.equal(await page.locator(".winners").count(), 2);
    assert.match(await page.locator(".winners").first().textContent(), /all proven/);
    assertQuiet(trouble);
    await close();
  });

  test("scrolling down shows the other rows", async () => {
    const { page, close } = await open(path);
    assert.ok((await rowNumbers(page)).length < 150);
    await until(async () => {
      await page.$eval("#overview-frame", (frame) => { frame.scrollTop = frame.scrollHeight; });
      return (await rowNumbers(page)).length === 150;
    });
    assert.deepEqual(await rowNumbers(page), [...Array(150).keys()]);
    await close();
  });

  test("sorts by number, size and frequency, both ways", async () => {
    const { page, trouble, close } = await open(path);
    const best = answers(input, "-k", "4..5");
    for (const [name, at] of [["Graph", 1], ["n", 2], ["m", 3], ["k = 4", 4], ["k = 5", 5]]) {
      const heading = page.locator("#overview thead th").nth(at);
      await heading.locator("button").click();
      const order = await heading.getAttribute("aria-sort");
      const values = await column(page, at);
      assert.ok(ascending(order === "ascending" ? values : values.reverse()), name);
      await heading.locator("button").click();
      assert.notEqual(await heading.getAttribute("aria-sort"), order);
      const again = await column(page, at);
      assert.ok(ascending(order === "ascending" ? again.reverse() : again), `${name}, the other way`);
      if (at < 4) continue;
      const all = best.filter((answer) => answer.k === at).map((answer) => answer.frequency);
      assert.ok([Math.min(...all), Math.max(...all)].includes(again[0]));
    }
    assertQuiet(trouble);
    await close();
  });

  test("the filter keeps what matches", async () => {
    const { page, trouble, close } = await open(path);
    await page.fill("#filter", "17");
    assert.deepEqual(await rowNumbers(page), [17]);
    assert.equal(await page.locator("#shown").textContent(), "1 of 150 graphs");
    await page.fill("#filter", "not proven");
    assert.deepEqual(await rowNumbers(page), []);
    await page.fill("#filter", "proven");
    assert.equal(await page.locator("#shown").textContent(), "150 of 150 graphs");
    await page.fill("#filter", "no such thing");
    assert.equal(await page.locator("#shown").textContent(), "0 of 150 graphs");
    await page.fill("#filter", "");
    assert.equal(await page.locator("#shown").textContent(), "150 of 150 graphs");
    assertQuiet(trouble);
    await close();
  });

  test("a row shows its graph with the occurrences of the JSON", async () => {
    const { page, trouble, close } = await open(path);
    for (const number of [7, 23]) {
      await page.click(`#overview tr[data-number="${number}"]`);
      assert.match(await page.locator("#chosen-title").textContent(), new RegExp(`^Graph ${number}: `));
      assert.equal(await page.getAttribute(`#overview tr[data-number="${number}"]`, "aria-selected"), "true");
      const listed = answers(input, "-k", "4..5", "--graph", number, "--occurrences", "50");
      assert.deepEqual(await marked(page), listed[0].occurrences[0].map(String));
      await page.locator(".picker button").nth(1).click();
      assert.deepEqual(await marked(page), listed[1].occurrences[0].map(String));
      await page.click("#next");
      assert.deepEqual(await marked(page), listed[1].occurrences[1].map(String));
    }
    assertQuiet(trouble);
    await close();
  });

  test("by keyboard: a row's button, and the gallery's", async () => {
    const { page, trouble, close } = await open(path);
    await page.locator('#overview tr[data-number="3"] button').press("Enter");
    assert.match(await page.locator("#chosen-title").textContent(), /^Graph 3: /);
    await page.locator("#as-gallery").press("Enter");
    assert.ok(await page.locator("#overview").isHidden());
    await page.locator('#gallery button[data-number="5"]').press("Enter");
    assert.match(await page.locator("#chosen-title").textContent(), /^Graph 5: /);
    await page.click("#as-table");
    assert.ok(await page.locator("#overview").isVisible());
    assertQuiet(trouble);
    await close();
  });

  test("equal patterns share one picture", async () => {
    const { page, close } = await open(path);
    const [symbols, patterns] = await page.evaluate(() => [
      document.querySelectorAll("symbol").length, JSON.parse(document.getElementById("data").textContent).patterns.length]);
    assert.equal(symbols, patterns);
    assert.ok(symbols < 300);
    await close();
  });
});

describe("all 552 graphs of ENZYMES", () => {
  before(start);
  after(stop);

  test("open in less than 3 seconds", async (t) => {
    const input = dataSet(t, "ENZYMES");
    if (!input) return;
    const path = report("enzymes", input, "--filter", "paper", "-k", "5..6");
    // The best of three, and of an empty page beside it: what else the machine does is not what is tested.
    const empty = writeText("empty.html", '<title>empty</title><p id="theme" data-choice="none">empty</p>');
    let seconds = Infinity;
    let nothing = Infinity;
    let processor = Infinity;
    for (let i = 0; i < 3; ++i) {
      const idle = await open(empty);
      const opened = await open(path);
      nothing = Math.min(nothing, idle.seconds);
      seconds = Math.min(seconds, opened.seconds);
      processor = Math.min(processor, await processorSeconds(opened.page));
      await idle.close();
      await opened.close();
    }
    t.diagnostic(`opened in ${seconds.toFixed(2)} s (${processor.toFixed(2)} s of a processor; an empty page: ${nothing.toFixed(2)} s)`);
    assert.ok(processor < 3, `${processor} s of a processor`);
    if (nothing < 0.15) assert.ok(seconds < 3, `${seconds} s`);
    else console.error(`BUSY MACHINE: an empty page takes ${nothing.toFixed(2)} s, so only processor time is judged`);
    const { page, trouble, close } = await open(path);
    assert.equal(await page.locator("#shown").textContent(), "552 of 552 graphs");
    await page.fill("#filter", "552");
    const [number] = await rowNumbers(page);
    await page.click(`#overview tr[data-number="${number}"]`);
    const [listed] = answers(input, "--filter", "paper", "-k", "5", "--graph", number, "--occurrences", "50");
    assert.deepEqual(await marked(page), listed.occurrences[0].map(String));
    assertQuiet(trouble);
    await close();
  });
});
