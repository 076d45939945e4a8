/** The first five seconds on the page of a run, and the strip of a trace, in Chromium at 1280 and at 390 pixels. */
import { expect, it } from 'vitest';
import { sampleCase, sampleRun } from '../src/envelope/sample-run.js';
import { describeReport } from './lib/report-page.js';
import { agentRun, allPass, handedOver, mixed } from './lib/sample-pages.js';
import { seriousFindings } from './lib/watched-page.js';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

describeReport('the first look', (open) => {
  it.each(SIZES)('has verdict, sums and the first failure above the fold at $width', async (size) => {
    const { page } = await open(mixed());
    await page.setViewportSize(size);
    await page.reload();
    const first = await page.locator('.review li').first().boundingBox();
    expect(first!.y + first!.height).toBeLessThan(size.height);
    expect(await page.locator('.audit h2').isVisible()).toBe(true);
    expect(await page.locator('.audit dl').isVisible()).toBe(size.width > 700);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  it('has numbers that add up: the legend, the sum, the list', async () => {
    const { page } = await open(mixed());
    const legend = (await page.locator('.legend li').allTextContents()).map((text) => text.trim());
    const numbers = (text: string) => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    const sum = (list: number[]) => list.reduce((one, other) => one + other, 0);
    const [whole, ...parts] = numbers((await page.locator('#review .count').textContent())!);
    expect(sum(parts)).toBe(whole);
    expect(sum(legend.filter((text) => !/passed|skipped/.test(text)).flatMap(numbers))).toBe(whole);
    const more = page.locator('.review > button');
    while ((await more.count()) > 0) await more.click();
    expect(await page.locator('.review > ol > li').count()).toBe(whole);
  });

  it('leads from a colour to its tests', async () => {
    const { page } = await open(mixed());
    await page.locator('.legend a', { hasText: 'not judged' }).click();
    expect(page.url()).toContain('verdict=inconclusive');
    await expect.poll(() => page.locator('.row .name a').count()).toBe(6);
  });

  it('leads from a failed gate to what it says, however many tests failed', async () => {
    const { page } = await open(mixed());
    const gate = page.locator('.review .gate');
    expect(await gate.count()).toBe(1);
    await page.locator('.legend button', { hasText: '1 gate failed' }).click();
    await expect
      .poll(async () => {
        const box = await gate.boundingBox();
        return box !== null && box.y > 0 && box.y + box.height < 800;
      })
      .toBe(true);
    expect(await gate.textContent()).toContain('of the tools are called');
  });

  it('says which cases of a dataset were wrong, although none of them fails by itself', async () => {
    const wrong = { case: 'one', expected: ['add_event'], called: [], correct: false, calls: 0 };
    const right = { ...wrong, case: 'two', called: ['add_event'], correct: true, calls: 1 };
    const { page } = await open(
      sampleRun([
        sampleCase({ id: 'a', name: 'asks [one]', kind: 'agent', dataset: wrong }),
        sampleCase({ id: 'b', name: 'asks [two]', kind: 'agent', dataset: right }),
      ]),
    );
    expect(await page.locator('h1').textContent()).toContain(
      'All 2 tests passed; 1 case of a dataset got other tools than expected.',
    );
    const rows = await page.locator('.row .name').allTextContents();
    expect(rows[0]).toContain('wrong');
    expect(rows[0]).toContain('expected add_event, called no tool');
    expect(rows[1]).toBe('asks [two]');
  });

  it('cuts the text of no filter', async () => {
    const { page } = await open(allPass());
    const cut = await page.locator('.filters select').evaluateAll((all) =>
      (all as HTMLSelectElement[]).flatMap((choice) => {
        const { offsetWidth } = choice;
        const words = choice.selectedOptions[0]?.textContent ?? '';
        const alone = choice.cloneNode() as HTMLSelectElement;
        alone.style.maxWidth = 'none';
        alone.append(new Option(words));
        choice.after(alone);
        const needed = alone.offsetWidth;
        alone.remove();
        return needed > offsetWidth ? [words] : [];
      }),
    );
    expect(cut).toEqual([]);
  });

  it('has all choices of the filters in one row on a desktop', async () => {
    const { page } = await open(mixed());
    const tops = await page
      .locator('.filters select')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(tops).toHaveLength(4);
    expect(new Set(tops).size).toBe(1);
  });

  it('shows all of the audit where nothing is to be reviewed', async () => {
    const { page } = await open(allPass());
    expect(await page.locator('.audit details.servers').count()).toBe(0);
  });
});

describeReport('the strip of a trace', (open) => {
  it('steps through the calls with the arrow keys, and opens what is clicked', async () => {
    const run = agentRun();
    const { page, url } = await open(run);
    await page.goto(`${url}#/test/${encodeURIComponent(run.results[0]!.id)}`);
    const strip = page.locator('.strip [role=slider]');
    const failing = Number(await strip.getAttribute('aria-valuenow'));
    expect(await strip.getAttribute('aria-valuetext')).toContain('error');
    await strip.focus();
    await page.keyboard.press('ArrowLeft');
    expect(Number(await strip.getAttribute('aria-valuenow'))).toBe(failing - 1);
    expect(await page.locator('.step.current details[open]').count()).toBe(1);
    await strip.click({ position: { x: 4, y: 6 } });
    expect(await strip.getAttribute('aria-valuenow')).toBe('1');
    expect(await page.locator('.step.current').textContent()).toContain('1');
  });

  it('steps through the calls from anywhere on the page', async () => {
    const run = agentRun();
    const { page, url } = await open(run);
    await page.goto(`${url}#/test/${encodeURIComponent(run.results[0]!.id)}`);
    const strip = page.locator('.strip [role=slider]');
    const failing = Number(await strip.getAttribute('aria-valuenow'));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => strip.getAttribute('aria-valuenow')).toBe(`${failing - 2}`);
  });

  it('cuts no name of a tool on a phone, however many labels stand beside it', async () => {
    const run = agentRun();
    const { page, url } = await open(run, '', { viewport: { width: 390, height: 844 } });
    await page.goto(`${url}#/test/${encodeURIComponent(run.results[0]!.id)}`);
    const failing = page.locator('.step.failing');
    expect(await failing.locator('.flag').count()).toBe(2);
    const cut = await page
      .locator('.step .what')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect(cut).toBe(0);
  });

  it('draws two thousand calls with a few elements', async () => {
    const run = agentRun(2000);
    run.results[0]!.verdict = 'pass';
    const { page, url } = await open(run);
    await page.goto(`${url}#/test/${encodeURIComponent(run.results[0]!.id)}`);
    expect(await page.locator('.strip [role=slider]').getAttribute('aria-valuemax')).toBe('2000');
    expect(await page.locator('.strip svg *').count()).toBeLessThan(10);
    // Thirty steps at a time, from the first to the last, and none twice in a list.
    const step = page.locator('.step');
    expect(await step.count()).toBeLessThanOrEqual(30);
    const seen = new Set<string>();
    const later = page.locator('.timeline ol button', { hasText: 'later' });
    for (let pages = 0; pages < 3; pages += 1) {
      for (const nth of await page.locator('.step .nth').allTextContents()) seen.add(nth);
      await later.click();
      await expect.poll(() => page.locator('.timeline ol button', { hasText: 'earlier' }).count()).toBe(1);
      expect(await step.count()).toBe(30);
    }
    expect([...seen].map(Number)).toEqual(Array.from(seen, (_, at) => at + 1));
    expect(seen.size).toBeGreaterThan(30);
  });

  it('shows what was offered and chosen, arguments against the schema, tries, and hand-offs as lanes', async () => {
    const run = sampleRun([handedOver()]);
    const { page, noise } = await open(run, '#/test/handed');
    expect(await page.locator('#offered .count').textContent()).toBe(
      '4 tools, 2 chosen, 2 distractors, 1 of them chosen',
    );
    expect(await page.locator('[aria-labelledby=offered] .cell').allTextContents()).toEqual([
      'shop.read chosen',
      'shop.trap distractor, chosen',
      'shop.bait distractor',
      'shop.idle not chosen',
    ]);
    const flags = (at: number) => page.locator('.step.call').nth(at).locator('.flag').allTextContents();
    expect(await flags(0)).toEqual(['error', 'does not fit the schema']);
    expect(await flags(1)).toEqual(['retry', 'worker']);
    expect(await flags(2)).toEqual(['distractor']);
    expect(await flags(3)).toEqual(['not offered']);
    await page.locator('.step.call summary').first().click();
    await expect
      .poll(() => page.locator('.step.call').first().textContent())
      .toContain('They do not fit the schema: /id must be a number');
    expect(await page.locator('.step.turn').textContent()).toBe(
      'Turn 1 · 40 tokens · 2 retries of the provider',
    );
    expect(await page.locator('.strip p').textContent()).toContain('lanes from the top: main, worker');
    expect(await page.locator('.strip p').textContent()).toContain('hand-offs: main → worker');
    // From the first lane down, and back up again.
    expect((await page.locator('.strip .handoff').getAttribute('d'))!.match(/M/g)).toHaveLength(2);
    expect(await seriousFindings(page)).toEqual([]);
    expect(noise).toEqual([]);
  });
});
