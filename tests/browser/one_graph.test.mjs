// The report about one graph.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { answers, assertQuiet, dataSet, marked, open, randomCollection, report, run, scale, shift, sizeOf, start, stop, until, whereIs, writeText } from "./support.mjs";

const question = ["example:club", "-k", "3..5", "--top", "4"];

describe("a report about one graph", () => {
  let path;
  before(async () => {
    await start();
    path = report("club", ...question);
  });
  after(stop);

  test("opens from disk without network, without a word on the console", async () => {
    const { page, trouble, close } = await open(path);
    assert.equal(await page.locator("h1").textContent(), "club");
    assert.equal(await page.locator(".answer").count(), 3);
    assert.equal(await page.locator(".answer svg.pattern").count(), 3);
    assert.equal(await page.locator("#patterns tbody tr").count(), 12);
    assert.match(await page.locator(".asked").textContent(), /example:club/);
    assertQuiet(trouble);
    await close();
  });

  test("shows frequency, share and certainty as the JSON has them", async () => {
    const { page, close } = await open(path);
    const best = answers("example:club", "-k", "3..5");
    const cards = await page.$$eval(".answer", (all) => all.map((card) => card.textContent));
    best.forEach((answer, i) => {
      assert.ok(cards[i].includes(`k = ${answer.k}`));
      assert.ok(cards[i].includes(`${answer.frequency.toLocaleString("en-US")} times`), cards[i]);
      assert.ok(cards[i].includes(`of ${answer.sets.toLocaleString("en-US")} connected sets`), cards[i]);
      assert.ok(cards[i].includes("proven") && !cards[i].includes("not proven"));
    });
    await close();
  });

  test("the table of patterns sorts by every heading, both ways, also by keyboard", async () => {
    const { page, trouble, close } = await open(path);
    const column = (at) => page.$$eval("#patterns tbody tr", (rows, i) =>
      rows.map((row) => Number(row.cells[i].dataset.sort)), at);
    const heading = (at) => page.locator("#patterns thead th").nth(at);
    const sorted = (list, order) => [...list].sort((a, b) => order * (a - b));
    for (const at of [0, 1, 4, 5]) {
      await heading(at).locator("button").click();
      assert.equal(await heading(at).getAttribute("aria-sort"), "descending");
      assert.deepEqual(await column(at), sorted(await column(at), -1));
      await heading(at).locator("button").press("Enter");
      assert.equal(await heading(at).getAttribute("aria-sort"), "ascending");
      assert.deepEqual(await column(at), sorted(await column(at), 1));
    }
    const frequencies = answers(...question).map((answer) => answer.frequency);
    assert.deepEqual(sorted(await column(4), 1), sorted(frequencies, 1));
    assertQuiet(trouble);
    await close();
  });

  test("stepping marks the occurrences that the JSON lists, in order", async () => {
    const { page, trouble, close } = await open(path);
    const listed = answers(...question, "--occurrences", "200");
    for (const at of [0, 5, 11]) {
      await page.locator("#patterns tbody tr").nth(at).click();
      const expected = listed[at].occurrences.map((ids) => ids.map(String));
      const steps = Math.min(expected.length, 6);
      for (let i = 0; i < steps; ++i) {
        assert.deepEqual(await marked(page), expected[i], `pattern ${at}, occurrence ${i}`);
        assert.equal(await page.locator("#position").textContent(), `${i + 1} of ${expected.length}`);
        await page.click("#next");
      }
      for (let i = 0; i < steps; ++i) await page.click("#previous");
      await page.click("#previous"); // from the first to the last
      assert.deepEqual(await marked(page), expected.at(-1));
    }
    assertQuiet(trouble);
    await close();
  });

  test("stepping changes the picture", async () => {
    const { page, close } = await open(path);
    const first = await page.locator("#view").screenshot();
    await page.click("#next");
    const second = await page.locator("#view").screenshot();
    assert.ok(!first.equals(second));
    await page.click("#previous");
    assert.ok(first.equals(await page.locator("#view").screenshot()));
    await close();
  });

  test("zoom by buttons, wheel and double click; drag moves; back to the whole graph", async () => {
    const { page, trouble, close } = await open(path);
    const whole = await scale(page);
    await page.click("#zoom-in");
    assert.ok(await scale(page) > 1.3 * whole);
    await page.click("#zoom-out");
    assert.ok(Math.abs(await scale(page) - whole) < 0.01);
    await page.locator("#view").scrollIntoViewIfNeeded();
    const box = await page.locator("#view").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 40);
    await page.mouse.wheel(0, -200); // nobody has turned to the drawing: the page scrolls
    assert.ok(Math.abs(await scale(page) - whole) < 0.01);
    await page.locator("#view").focus();
    await until(async () => { // the page may still be scrolling, with the drawing
      const place = await page.locator("#view").boundingBox();
      await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
      await page.mouse.wheel(0, -400);
      return await scale(page) > whole;
    });
    await page.click("#fit");
    assert.ok(Math.abs(await scale(page) - whole) < 0.01);
    const place = await shift(page);
    const now = await page.locator("#view").boundingBox();
    await page.mouse.move(now.x + 30, now.y + 30);
    await page.mouse.down();
    await page.mouse.move(now.x + 90, now.y + 70, { steps: 4 });
    await page.mouse.up();
    const [x, y] = place.split(" ").map(Number);
    assert.deepEqual((await shift(page)).split(" ").map(Number).map(Math.round), [Math.round(x + 60), Math.round(y + 40)]);
    await page.mouse.dblclick(now.x + 30, now.y + 30);
    assert.ok(Math.abs(await scale(page) - 2 * whole) < 0.01);
    assertQuiet(trouble);
    await close();
  });

  test("keys step, zoom, move and go back", async () => {
    const { page, trouble, close } = await open(path);
    await page.locator("#view").focus();
    const [first, second] = answers(...question, "--occurrences", "200");
    const press = (key) => page.keyboard.press(key);
    await press("ArrowRight");
    assert.deepEqual(await marked(page), first.occurrences[1].map(String));
    await press("ArrowLeft");
    assert.deepEqual(await marked(page), first.occurrences[0].map(String));
    await press("ArrowDown");
    assert.deepEqual(await marked(page), second.occurrences[0].map(String));
    await press("ArrowUp");
    assert.deepEqual(await marked(page), first.occurrences[0].map(String));
    await press("0");
    const whole = await scale(page);
    await press("+");
    assert.ok(await scale(page) > whole);
    await press("-");
    assert.ok(Math.abs(await scale(page) - whole) < 0.01);
    const place = await shift(page);
    await press("Shift+ArrowRight");
    assert.notEqual(await shift(page), place);
    await press("0");
    assert.equal(await shift(page), place);
    // Everything else is reached by the tabulator: the drawing is followed by the table.
    await press("Tab");
    assert.ok(await page.evaluate(() => document.activeElement !== document.getElementById("view")));
    assertQuiet(trouble);
    await close();
  });

  test("hover shows id, label and degree; a click on a vertex goes to an occurrence with it", async () => {
    const { page, trouble, close } = await open(path);
    await page.locator("#view").scrollIntoViewIfNeeded();
    const info = await page.evaluate(() => {
      const data = JSON.parse(document.getElementById("data").textContent);
      const graph = data.graphs[0];
      const vertex = graph.answers[0].findings[0].o[3][1];
      return { vertex, id: String(graph.ids ? graph.ids[vertex] : graph.first + vertex), label: data.names[graph.l[vertex]], degree: graph.d[vertex] };
    });
    const { x, y } = await whereIs(page, info.vertex);
    assert.ok(await page.locator("#tooltip").isHidden());
    await page.mouse.move(x, y);
    assert.ok(await page.locator("#tooltip").isVisible());
    const text = await page.locator("#tooltip").textContent();
    assert.ok(text.includes(`${info.id} · label ${info.label} · ${info.degree} neighbour`), text);
    await page.mouse.click(x, y);
    assert.ok((await marked(page)).includes(info.id));
    await page.mouse.move(2, 2);
    assert.ok(await page.locator("#tooltip").isHidden());
    assertQuiet(trouble);
    await close();
  });

  test("the theme follows the system, and the button overrules it", async () => {
    const brightness = (page) => page.evaluate(() => {
      const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
      return (r + g + b) / 3;
    });
    const { page: dark, close: closeDark } = await open(path, { colorScheme: "dark" });
    assert.ok(await brightness(dark) < 60);
    await closeDark();
    const { page, trouble, close } = await open(path, { colorScheme: "light" });
    assert.ok(await brightness(page) > 200);
    const light = await page.locator("#view").screenshot();
    await page.click("#theme"); // light
    assert.ok(await brightness(page) > 200);
    await page.click("#theme"); // dark
    assert.ok(await brightness(page) < 60);
    assert.ok(!light.equals(await page.locator("#view").screenshot()), "the drawing has the old colours");
    await page.reload();
    assert.equal(await page.locator("#theme").getAttribute("data-choice"), "dark");
    assert.ok(await brightness(page) < 60);
    assertQuiet(trouble);
    await close();
  });

  test("everything that can be pressed or looked at has a name", async () => {
    const { page, close } = await open(path);
    const nameless = await page.$$eval("button, a, input, canvas, svg.pattern, [role=img]", (all) => all
      .filter((each) => !each.closest("[aria-hidden=true]"))
      .filter((each) => !(each.getAttribute("aria-label") || each.textContent.trim() || each.labels?.length))
      .map((each) => each.outerHTML.slice(0, 80)));
    assert.deepEqual(nameless, []);
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    assert.equal(await page.locator("#occurrence").getAttribute("aria-live"), "polite");
    await close();
  });

  test("a narrow window has no sideways scrolling", async () => {
    const { page, close } = await open(path, { viewport: { width: 390, height: 800 } });
    const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    assert.ok(inner <= outer, `${inner} > ${outer}`);
    await close();
  });

  test("names from the file are text, never markup", async () => {
    const label = `</script><script>alert(1)</script>`;
    const nasty = writeText("nasty.json", JSON.stringify({
      vertices: [{ id: `<b>"x"</b>`, label }, { id: "<!--", label: `"><img src=x onerror=alert(2)>` }, { id: "&amp;", label }],
      edges: [[`<b>"x"</b>`, "<!--"], ["<!--", "&amp;"]],
    }));
    const { page, trouble, close } = await open(report("nasty", nasty, "-k", "2..3"));
    assertQuiet(trouble);
    assert.equal(await page.locator("img").count(), 0);
    const ids = await marked(page);
    assert.ok(ids.includes("<!--"), ids.join());
    assert.ok((await page.locator("#vertices").textContent()).includes("<!--"));
    assert.ok((await page.locator("#patterns").textContent()).includes(label));
    await close();
  });

  test("answers that are not proven say so", async () => {
    const { page, trouble, close } = await open(report("rand", "example:club", "-k", "4", "--engine", "rand"));
    assert.match(await page.locator(".answer").textContent(), /not proven/);
    assertQuiet(trouble);
    await close();
  });

  test("a size without a pattern does no harm", async () => {
    const { page, trouble, close } = await open(report("tiny", writeText("tiny.lg", "t # 0\nv 0 A\nv 1 B\ne 0 1 0\n"), "-k", "1..4"));
    assert.match(await page.locator(".answer").nth(3).textContent(), /No connected subgraph/);
    assertQuiet(trouble);
    await close();
  });
});

describe("a report about a network of 3,000 vertices", () => {
  before(start);
  after(stop);

  const check = async (path) => {
    assert.ok(sizeOf(path) < 3e6, `${sizeOf(path)} bytes`);
    const { page, trouble, close } = await open(path);
    const drawn = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).graphs[0].x.length);
    assert.ok(drawn >= 3000);
    await page.locator("#view").focus();
    for (let i = 0; i < 5; ++i) await page.keyboard.press("ArrowRight");
    assert.match(await page.locator("#position").textContent(), /^6 of 200$/);
    assertQuiet(trouble);
    await close();
  };

  test("generated", async () => {
    await check(report("network", writeText("network.lg", run("generate", "ba", "-n", "3000", "--seed", "7")), "-k", "3..4", "--top", "5"));
  });

  test("citeseer", async (t) => {
    const input = dataSet(t, "single/citeseer.lg");
    if (input) await check(report("citeseer", input, "-k", "3..5", "--top", "10"));
  });

  test("beyond some thousand vertices, what is around the occurrences", async () => {
    const input = writeText("large.lg", randomCollection(1, 9000, 9000));
    const path = report("large", input, "-k", "3");
    const { page, trouble, close } = await open(path);
    assert.match(await page.locator("#occurrence").textContent(), /Drawn: [\d,]+ of [\d,]+ vertices/);
    const [listed] = answers(input, "-k", "3", "--occurrences", "200");
    assert.deepEqual(await marked(page), listed.occurrences[0].map(String));
    assertQuiet(trouble);
    await close();
  });
});
