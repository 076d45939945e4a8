/** The HTML report in a real browser: what a reader can do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sampleCase, sampleCheck, sampleRun } from '../src/envelope/sample-run.js';
import { hashOf } from '../src/page/route.js';
import { folder, mcptest } from './lib/cli.js';
import { describeReport } from './lib/report-page.js';
import { agentRun, allPass, flakyRun, longNames, mixed, oneTest, weakRun } from './lib/sample-pages.js';
import { seriousFindings } from './lib/watched-page.js';

describeReport('the HTML report in Chromium', (open) => {
  const names = (page: Page) => page.locator('.row .name a').allTextContents();

  it('leads with provenance, then what to review, then the table', async () => {
    const { page, noise, requests, url } = await open(mixed());
    expect(await page.locator('h1').textContent()).toContain('13 of 500 tests failed.');
    expect(await page.locator('main h2').allTextContents()).toEqual([
      'Audit this run',
      'Review first 20 problems: 13 failed + 6 not judged + 1 gate',
      'All tests',
      'Coverage 3 of 5 tools called, 60%',
      'Findings 2 remarks about the servers',
    ]);
    const audit = await page.locator('.audit').textContent();
    for (const fact of [
      '01JCQQYV4S3H6KX7M8RN2T5XZC',
      'live: servers',
      'refunds @ 4f1c9d2ab87e',
      'uncommitted changes',
      'GitHub Actions',
      'linux-x64, Node 20.19.0',
      '0.1.0',
      'bearer from ORDERS_TOKEN',
      '2026-07-28, modern',
    ])
      expect(audit).toContain(fact);
    expect(await page.locator('footer').textContent()).toContain('Made by mcptest 0.1.0');
    expect(noise).toEqual([]);
    expect(requests).toEqual([url]);
  });

  it('has nothing to review first when all passed', async () => {
    const { page } = await open(allPass());
    expect(await page.locator('#review').count()).toBe(0);
    expect(await page.locator('h1').textContent()).toContain('All 24 tests passed.');
  });

  it('has no bar that is all green when only a gate failed', async () => {
    const gates = [{ file: 'mcptest.yml', threshold: 80, percent: 50, passed: false }];
    const coverage = { tools: [], total: 2, covered: 1, percent: 50, gates };
    const { page } = await open(sampleRun([sampleCase()], { coverage }));
    expect(await page.locator('.share').getAttribute('aria-label')).toBe('1 gate failed, 1 passed');
    expect(await page.locator('.share .fail').getAttribute('width')).toBe('500');
    const unjudged = await open(sampleRun([sampleCase()], { errors: [{ where: 'setup', message: 'x' }] }));
    expect(await unjudged.page.locator('.share').getAttribute('aria-label')).toBe(
      '1 not judged outside the tests, 1 passed',
    );
  });

  it('shows what a dying server wrote line by line', async () => {
    const reason = { message: 'the server exited with code 3.', stderr: ['Error: no database', '  code: 7'] };
    const dead = sampleCase({ verdict: 'fail', checks: [sampleCheck({ outcome: 'fail', ...reason })] });
    const { page } = await open(sampleRun([dead]));
    await page.click('.row .name a');
    const lines = page.locator('.check.fail code.message');
    await expect.poll(() => lines.allTextContents()).toEqual(['Error: no database', '  code: 7']);
  });

  it('shows the tools as an agent showed them to its model, what is different first', async () => {
    const changes = ['description cut from 900 to 80 characters', 'left out of the schema: $schema'];
    const view = {
      program: 'claude-code',
      version: '2.1.0',
      tools: [
        { tool: 'store.read', name: 'mcp__store__read' },
        { tool: 'store.write', name: 'mcp__store__write', changes },
      ],
      dropped: ['store.<b>wipe</b>'],
    };
    const trace = { calls: [], view };
    const { page, noise } = await open(sampleRun([sampleCase({ kind: 'agent', trace })]));
    await page.click('.row .name a');
    const table = page.locator('[aria-labelledby=agent-tools]');
    await expect.poll(() => table.locator('h2').textContent()).toContain('claude-code 2.1.0');
    expect(await table.locator('h2 .count').textContent()).toBe('3 tools, 2 not as the server has them');
    const cells = await table
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
      );
    expect(cells).toEqual([
      ['store.<b>wipe</b>', '–', 'not shown to the model'],
      ['store.write', 'mcp__store__write', changes.join('; ')],
      ['store.read', 'mcp__store__read', 'nothing'],
    ]);
    expect(noise).toEqual([]);
  });

  it('shows a run without any test', async () => {
    const { page, noise } = await open(sampleRun([]));
    expect(await page.locator('main').textContent()).toContain('No test was selected.');
    expect(noise).toEqual([]);
  });

  it('filters, searches and sorts, and keeps it all in the address', async () => {
    const { page } = await open(mixed());
    await page.click('.chip.fail');
    await expect.poll(() => page.locator('.row').count()).toBe(13);
    await page.selectOption('select[aria-label=Server]', 'files');
    await expect.poll(() => page.locator('.found').textContent()).toMatch(/^\d of 500 shown$/);
    await expect.poll(() => page.url()).toContain('verdict=fail&server=files');
    const link = page.url();
    await page.goBack();
    await expect.poll(() => page.locator('.row').count()).toBe(13);
    await page.goBack();
    await expect.poll(() => page.locator('.found').textContent()).toBe('500 shown');

    await page.fill('#search', 'READ_FILE case 12');
    await expect.poll(() => page.locator('.found').textContent()).toMatch(/^\d+ of 500 shown$/);
    const found = await names(page);
    expect(found).toContain('read_file answers case 12');
    for (const name of found) expect(name).toMatch(/read_file.*12/);

    await page.fill('#search', '');
    await page.click('th.duration button');
    await expect.poll(() => page.locator('th.duration').getAttribute('aria-sort')).toBe('descending');
    await page.goto(link);
    await expect.poll(() => page.locator('.found').textContent()).toMatch(/^\d of 500 shown$/);
  });

  it('groups the tests by file, folds a file, and walks its rows by keyboard', async () => {
    const { page, noise } = await open(mixed(60), '#/?sort=verdict');
    await page.selectOption('select[aria-label="Group"]', 'file');
    await expect.poll(() => page.url()).toContain('group=file');
    const heads = page.locator('.row.file');
    await expect
      .poll(() => heads.locator('.fold').allTextContents())
      .toEqual(['▾ tests/orders.mcptest.yml', '▸ 27 passed · 1 skipped', '▾ mcptest.yml', '▸ 29 passed']);
    expect(await heads.first().textContent()).toContain('1 failed · 1 not judged · 27 passed · 1 skipped');
    // The tests of a file stand below its heading, in the order that was asked for.
    expect(await page.locator('.row').nth(1).getAttribute('class')).toBe('row fail');
    expect(await page.locator('.row').count()).toBe(7);
    await heads.nth(1).locator('.fold').press('Enter');
    await expect.poll(() => page.locator('.row').count()).toBe(35);
    await heads.first().locator('.fold').press('Enter');
    await expect.poll(() => page.locator('.row').count()).toBe(4);
    expect(await heads.first().locator('.fold').getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.crumbs').textContent()).toContain('31 of 60');
    await page.goBack();
    await page.waitForSelector('.row.file');
    expect(await seriousFindings(page)).toEqual([]);
    expect(noise).toEqual([]);
    const one = await open(oneTest());
    expect(await one.page.locator('select[aria-label="Group"]').count()).toBe(0);
  });

  it('sets the attempts of a test side by side, and opens each', async () => {
    const { page, noise } = await open(flakyRun(), '#/test/case-5');
    const columns = page.locator('.attempts > ol > li');
    expect(await columns.count()).toBe(3);
    const [first, second, third] = await Promise.all([0, 1, 2].map((at) => columns.nth(at).boundingBox()));
    expect(first!.y).toBe(third!.y);
    expect(first!.x + first!.width).toBeLessThanOrEqual(second!.x);
    expect(await columns.allTextContents()).toEqual([
      expect.stringMatching(/^Attempt 1failed40\sms.*connecting.*error/),
      expect.stringMatching(/^Attempt 2failed940\sms.*degraded/),
      expect.stringMatching(/^Attempt 3passed/),
    ]);
    expect(await page.locator('#checks').textContent()).toBe('Checks of attempt 3');
    await page.click('text=Attempt 2');
    await expect.poll(() => page.locator('#checks').textContent()).toBe('Checks of attempt 2');
    await expect.poll(() => page.url()).toContain('attempt=2');
    expect(await page.locator('.timeline').textContent()).toContain('status: degraded');
    expect(await page.locator('.attempts [aria-current]').textContent()).toBe('Attempt 2');
    expect(await seriousFindings(page)).toEqual([]);
    await page.goBack();
    await expect.poll(() => page.locator('#checks').textContent()).toBe('Checks of attempt 3');
    expect(noise).toEqual([]);
  });

  it('shows the start of a long word whose blob is gone', async () => {
    const blob = { $blob: `blobs/${'0'.repeat(64)}.json`, bytes: 70_000, excerpt: 'it begins' } as unknown;
    const run = agentRun(2);
    const trace = run.results[0]!.trace!;
    Object.assign(trace, { final_response: blob, prompt: blob });
    Object.assign(trace.turns![0]!, { text: blob, reasoning: blob });
    const { page, noise } = await open(run, hashOf(['test', run.results[0]!.id]));
    await expect.poll(() => page.locator('.step.turn').first().textContent()).toContain('it begins');
    await page.locator('.step summary').first().click();
    await expect.poll(() => page.locator('.step').first().textContent()).toContain('70.0 kB in all');
    expect(noise).toEqual([]);
  });

  it('says so when nothing matches', async () => {
    const { page } = await open(mixed(), '#/?q=no-such-test');
    await page.click('text=Clear the filters');
    await expect.poll(() => page.locator('.found').textContent()).toBe('500 shown');
  });

  it('opens a test by its link, with the difference, and finds the way back to the same place', async () => {
    const { page, url } = await open(mixed(), '#/test/case-44');
    expect(await page.locator('h1').textContent()).toContain('create_order answers case 44');
    const diff = await page.locator('.diff').textContent();
    expect(diff).toContain('−   "status": "operational"');
    expect(diff).toContain('+   "status": "degraded"');
    await page.goto(`${url}#/?group=none`);
    await page.waitForSelector('table.tests');
    await page.evaluate(() => scrollTo(0, 3000));
    // The place is written down a moment after the scrolling ends.
    await page.waitForFunction(() => (history.state as { y?: number } | null)?.y === 3000);
    await page.locator('.row a').nth(20).click();
    await page.waitForSelector('.test');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await page.waitForSelector('table.tests');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(3000);
  });

  it('says so when a link names no test', async () => {
    const { page, noise } = await open(oneTest(), '#/test/%E0%A4%A');
    expect(await page.locator('h1').textContent()).toBe('There is no such test in this run.');
    expect(noise).toEqual([]);
  });

  it('is worked by keyboard alone', async () => {
    const { page } = await open(mixed());
    await page.keyboard.press('/');
    await page.keyboard.type('case 4');
    await expect.poll(() => page.locator('.found').textContent()).toMatch(/ of 500/);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.found').textContent()).toBe('500 shown');
    await page.keyboard.press('f');
    await expect.poll(() => page.locator('.row').count()).toBe(19);
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
    const second = await page.locator('.row a').nth(1).textContent();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(second);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('h1').textContent()).toContain(second);
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('.crumbs').textContent()).toContain('3 of 19');
    await page.keyboard.press('Escape');
    await page.waitForSelector('table.tests');
    const dialog = page.locator('dialog');
    await page.keyboard.press('?');
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.isVisible()).toBe(false);
  });

  it('shows an agent as a timeline, with the failing step open and in sight', async () => {
    const { page, noise } = await open(
      agentRun(),
      '#/test/id-finds%20the%20late%20order%20and%20refunds%20it',
    );
    expect(await page.locator('.timeline > header').textContent()).toContain(
      '40 turns · 40 calls · 1 error · 48,900 tokens',
    );
    expect(await page.locator('.strip').textContent()).toContain('line: cost so far, up to $0.1932');
    const failing = page.locator('.step.failing');
    expect(await failing.textContent()).toContain('amount must be a number of cents');
    const box = await page.locator('.timeline > ol').boundingBox();
    const step = await failing.boundingBox();
    expect(step!.y).toBeGreaterThanOrEqual(box!.y);
    expect(step!.y).toBeLessThan(box!.y + box!.height);
    await page.click('.timeline > header button');
    await expect.poll(() => page.locator('.step details[open]').count()).toBe(0);
    expect(noise).toEqual([]);
  });

  it('draws floors with their intervals and the curve of distractors', async () => {
    const { page } = await open(agentRun());
    expect(await page.locator('.interval').getAttribute('aria-label')).toBe(
      '80%, 95% interval 49% to 94%, floor 90%',
    );
    const x = (selector: string) =>
      page.locator(`.interval ${selector}`).evaluate((mark) => mark.getBoundingClientRect().x);
    expect(await x('.limit')).toBeGreaterThan(await x('.dot'));
    expect(await page.locator('.curve').getAttribute('aria-label')).toContain('64 distractors: 61%');
  });

  it('sets models side by side, and shows scores with what they stand on', async () => {
    const group = { runs: 2, figures: { f1: 1 }, checks: [] };
    const justified = { score: 2, justification: 'does not say when to use it' };
    const rows = ['one', 'two', 'three'].flatMap((model) =>
      [1, 2].map((n) =>
        sampleCase({
          name: `books [${model}] #${n}`,
          test: 'books',
          model,
          run: n,
          kind: 'agent',
          verdict: model === 'two' && n === 2 ? 'fail' : 'pass',
          trace: { model, calls: [] },
        }),
      ),
    );
    const run = sampleRun(rows, {
      // Nothing is asked of the figures of `two`, and yet one of its runs failed.
      groups: ['one', 'two', 'three'].map((model) => ({
        ...group,
        file: 'mcptest.yml',
        name: `books [${model}]`,
        test: 'books',
        model,
        verdict: 'pass' as const,
      })),
      tool_selection: [
        {
          file: 'mcptest.yml',
          agent: 'books',
          test: 'books',
          model: 'three',
          runs: 2,
          selected: 1,
          selection_rate: 0.5,
          passed: false,
          reasons: ['below the floor'],
          per_run: [],
        },
      ],
    });
    const scored = Object.assign(run, {
      scores: [
        {
          name: 'demo',
          scoredToolCount: 1,
          overallScore: 3.2,
          overallTier: 'C',
          judge: 'offline',
          tools: [
            {
              name: 'echo',
              tdqs: 3.2,
              tier: 'C',
              tokens: 120,
              justifications: { usage_guidelines: justified },
            },
          ],
        },
      ],
    });
    const { page, noise } = await open(scored);
    expect(await page.locator('.matrix tbody th').allTextContents()).toEqual(['books']);
    expect(await page.locator('.matrix td').allTextContents()).toEqual([
      ' 2 of 2 passed',
      ' 1 of 2 passed',
      ' 2 of 2 passed · 1 of 2 chose the tool',
    ]);
    expect(await page.locator('#groups ~ details .badge').count()).toBe(0);
    expect(
      await page.locator('.matrix td .mark').evaluateAll((marks) => marks.map((m) => m.ariaLabel)),
    ).toEqual(['passed', 'failed', 'failed']);
    expect(await page.locator('.score summary').textContent()).toContain('120 tokens');
    await page.click('.score summary');
    expect(await page.locator('.justified').textContent()).toContain('does not say when to use it');
    expect(await seriousFindings(page)).toEqual([]);
    expect(noise).toEqual([]);
  });

  it('shows what the tools of a server cost a model, the dearest first', async () => {
    const tools = Array.from({ length: 14 }, (_, n) => {
      return { name: `tool_${n}`, tokens: 200 - n, description: 120, schema: 70 };
    });
    const run = sampleRun([sampleCase()], {
      token_surface: [{ file: 'mcptest.yml', server: 'demo', tokens: 2709, tools }],
    });
    const { page, noise } = await open(run);
    const section = page.locator('section', { has: page.locator('#token-surface') });
    expect(await section.locator('h3').textContent()).toMatch(/demo.*2[,.\s]?709 tokens in 14 tools/);
    expect(await section.locator('li').first().textContent()).toContain('tool_0');
    expect(await section.locator('li').nth(13).isVisible()).toBe(false);
    await section.locator('summary').click();
    await expect.poll(() => section.locator('li').nth(13).isVisible()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    expect(noise).toEqual([]);
  });

  it('shows what the tests would not notice, hollow ones first, with lines to copy', async () => {
    const { page, noise } = await open(weakRun(), '', { permissions: ['clipboard-read', 'clipboard-write'] });
    const section = page.locator('section', { has: page.locator('#strength') });
    expect(await section.locator('h2').textContent()).toBe(
      'Suite strength 46%, 104 of 224 changes noticed, 2 hollow tests',
    );
    expect(await page.locator('.review').textContent()).toContain('46 % of the changed replies are noticed');
    expect(await page.locator('.share').getAttribute('aria-label')).toBe('1 gate failed, 24 passed');
    const tests = section.locator('.bars > li');
    expect(await tests.count()).toBe(10);
    expect(await tests.locator('.flag').allTextContents()).toEqual(['hollow', 'hollow']);
    expect(await tests.nth(2).locator('svg').getAttribute('aria-label')).toBe('18%');
    await section.locator('text=Show 3 more').click();
    await expect.poll(() => tests.count()).toBe(13);
    // By keyboard alone: open what survived, go to the first button, copy.
    await tests.first().locator('summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      'Copy the line that catches it: result.content[0].text',
    );
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('- result.content[0].text: "hello"');
    expect(await section.textContent()).toContain('No test calls write_file, move_file of files');
    expect(await section.locator('h3').allTextContents()).toEqual([
      'By test 1 test noticed every change',
      'By tool',
      'By kind of change',
    ]);
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true;
    });
    expect(await seriousFindings(page)).toEqual([]);
    await tests.first().locator('a').click();
    await expect.poll(() => page.locator('h1').textContent()).toContain('get_forecast answers case 0');
    expect(noise).toEqual([]);
    const unmeasured = await open(allPass());
    expect(await unmeasured.page.locator('#strength').count()).toBe(0);
  });

  it('shows an agent run beside another, what metrics counted, a map of the tools and their tokens', async () => {
    const out = folder();
    const reports = ['html', 'json'].flatMap((name) => ['--reporter', `${name}=${join(out, name)}`]);
    await mcptest(['run', 'examples/token-efficiency', '--no-save', ...reports]);
    const { page, noise } = await open(JSON.parse(readFileSync(join(out, 'json'), 'utf8')));
    const cells = page.locator('.cells .cell');
    expect(await cells.evaluateAll((all) => all.map((cell) => cell.className))).toEqual([
      'cell asserted',
      'cell asserted',
      'cell ',
      'cell asserted',
    ]);
    expect(await page.locator('.treemap g').count()).toBe(4);
    expect(await page.locator('.treemap title').first().textContent()).toContain('list_folders: 68 tokens');
    await page.click('text=wide catalog #3');
    await page.waitForSelector('.beside');
    const marks = page.locator('.step.call .flag');
    expect(await marks.allTextContents()).toEqual(
      expect.arrayContaining(['unexpected', 'search', 'fetch', 'expected']),
    );
    await page.selectOption('.beside select', { index: 1 });
    await expect.poll(() => page.url()).toContain('beside=');
    expect(await page.locator('.beside').textContent()).toContain('They differ from call 1 on.');
    const rows = await page.locator('.pairs tbody tr').allTextContents();
    expect(rows[0]).toMatch(/^1 search-server.list_folders.*–$/);
    expect(rows[1]).toMatch(/^2 search-server.search.*1 search-server.search/);
    expect(await seriousFindings(page)).toEqual([]);
    expect(noise).toEqual([]);
  });

  it('folds what passed where something failed, until it is opened', async () => {
    const { page, noise } = await open(mixed(60));
    const heads = page.locator('.row.file .fold');
    await expect
      .poll(() => heads.allTextContents())
      .toEqual(['▾ Failed', '▾ Not judged', '▸ Passed', '▸ Skipped']);
    const before = await page.locator('.row:not(.file)').count();
    expect(await page.locator('.row.pass').count()).toBe(0);
    await heads.nth(2).press('Enter');
    await expect.poll(() => page.locator('.row.pass').count()).toBeGreaterThan(40);
    expect(await page.locator('.row:not(.file)').count()).toBeGreaterThan(before);
    await page.selectOption('select[aria-label="Group"]', 'tool');
    await expect.poll(() => page.url()).toContain('group=tool');
    expect(await seriousFindings(page)).toEqual([]);
    await page.selectOption('select[aria-label="Group"]', 'none');
    await expect.poll(() => heads.count()).toBe(0);
    expect(noise).toEqual([]);
  });

  it('keeps only the rows near the screen of ten thousand', async () => {
    const { page } = await open(mixed(10_000), '#/?group=none');
    expect(await page.locator('.row').count()).toBeLessThan(100);
    await page.evaluate(() => document.querySelector('.tests tbody')!.scrollIntoView({ block: 'end' }));
    await expect.poll(() => names(page)).toContain('create_order answers case 9999');
    expect(await page.locator('.row').count()).toBeLessThan(100);
    expect(await page.locator('table.tests').getAttribute('aria-rowcount')).toBe('10001');
  });

  it('prints the whole table', async () => {
    const { page } = await open(mixed(600));
    expect(await page.locator('.row').count()).toBeLessThan(100);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect.poll(() => page.locator('.row:not(.file)').count()).toBe(600);
    const tops = await page
      .locator('.row')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
    expect(new Set(tops.slice(1).map((top, at) => Math.round(top - tops[at]!)))).toEqual(new Set([40]));
    expect(await page.locator('.filters').isVisible()).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(() => page.locator('.row').count()).toBeLessThan(100);
  });

  it.each([
    ['a phone', 360],
    ['a desktop', 1280],
  ])('fits %s without scrolling sideways, however long a name is', async (_, width) => {
    for (const [run, failed] of [
      [mixed(), 'case-44'],
      [longNames(), 'case-3'],
      [weakRun(), 'case-3'],
    ] as const) {
      const { page, url } = await open(run, '', { viewport: { width, height: 740 } });
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(await overflow()).toBeLessThanOrEqual(0);
      await page.goto(`${url}#/test/${failed}`);
      await page.waitForSelector('.crumbs');
      expect(await overflow()).toBeLessThanOrEqual(0);
    }
  });
});
