// The report of `evaluate`: a page of tables and plots, as `experiment` and `train` write them too.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { assertQuiet, folder, open, randomCollection, run, start, stop, writeText } from "./support.mjs";

describe("a report about methods", () => {
  const path = join(folder, "results", "report.html");
  before(async () => {
    await start();
    const input = writeText("graphs.lg", randomCollection(20, 12, 8));
    run("evaluate", input, "-k", "3..5", "--methods", "exact,mni,rand", "--split", "all", "--seeds", "2", "--cache", "none",
      "-o", join(folder, "results"), "--quiet");
  });
  after(stop);

  test("opens from disk with its plots, in both themes", async () => {
    for (const colorScheme of ["light", "dark"]) {
      const { page, trouble, close } = await open(path, { colorScheme });
      assert.equal(await page.locator("figure.plot svg").count(), 2);
      assert.equal(await page.locator("h2").textContent(), "graphs");
      const seen = await page.locator("figure.plot svg").first().boundingBox();
      assert.ok(seen.width > 300 && seen.height > 200);
      assertQuiet(trouble);
      await close();
    }
  });

  test("its tables sort", async () => {
    const { page, trouble, close } = await open(path);
    const table = page.locator("table").first();
    const column = (at) => table.locator(`tbody tr td:nth-child(${at})`).allTextContents();
    await table.locator("th button").first().click();
    assert.deepEqual(await column(1), ["exact", "mni", "rand"]);
    await table.locator("th button").first().click();
    assert.deepEqual(await column(1), ["rand", "mni", "exact"]);
    await page.locator("summary").click();
    const graphs = page.locator("table").nth(1);
    await graphs.getByRole("button", { name: /Vertices/ }).click();
    const sizes = (await graphs.locator("tbody tr td:nth-child(2)").allTextContents()).map(Number);
    assert.equal(sizes.length, 20);
    assert.deepEqual(sizes, [...sizes].sort((a, b) => b - a));
    assertQuiet(trouble);
    await close();
  });
});
