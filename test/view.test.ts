/** `mcptest view` in a real browser: list, run, comparison, live updates, snapshot links. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { envelopeText } from '../src/envelope/build.js';
import { openLive } from '../src/store/live-run.js';
import { saveRun } from '../src/store/workspace.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { openLibrary } from '../src/viewer/library.js';
import { serveViewer, type Viewer } from '../src/viewer/serve.js';
import { findBrowser, openBrowser } from './lib/browser.js';
import { folder, mcptest, root } from './lib/cli.js';
import { everyField } from './lib/every-field.js';
import { infest, PAYLOADS } from './lib/hostile-run.js';
import { agentRun, allPass, mixed } from './lib/sample-pages.js';
import { seriousFindings, type Watched, watchedPage } from './lib/watched-page.js';

const chromium = findBrowser();
if (chromium === undefined)
  process.stderr.write(
    '\nSKIPPED: no Chromium on this machine, the viewer was not tested. Set CHROME_PATH.\n\n',
  );

const packed = (text: string): string => deflateRawSync(text, { level: 9 }).toString('base64url');
const ID = (n: number): string => `01JCQQYV4S3H6KX7M8RN2T5X${String(n).padStart(2, '0')}`;

async function workspace(...runs: RunEnvelope[]): Promise<string> {
  const dir = folder();
  for (const [n, run] of runs.entries()) keep(dir, n, run);
  return dir;
}

function keep(dir: string, n: number, run: RunEnvelope): string {
  const started_at = `2026-11-${String(10 + n)}T09:00:00.000Z`;
  return saveRun(dir, ID(n), { envelope: envelopeText({ ...run, run_id: ID(n), started_at }) });
}

describe.skipIf(chromium === undefined)('the viewer in Chromium', () => {
  let browser: Browser;
  const viewers: Viewer[] = [];
  beforeAll(async () => {
    browser = await openBrowser(chromium!);
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await Promise.all(viewers.splice(0).map((viewer) => viewer.close()));
  });
  afterAll(() => browser?.close());

  const view = async (what: string, env: Record<string, string> = {}, open?: Watched) => {
    const viewer = await serveViewer({ library: openLibrary(what, what), env });
    viewers.push(viewer);
    const watched = open ?? (await watchedPage(browser));
    await watched.page.goto(viewer.url);
    await watched.page.waitForSelector('h1');
    return { ...watched, viewer };
  };
  const heading = (page: Page, message?: string) =>
    expect.poll(() => page.locator('h1').textContent(), { message });

  it('shows which tests change over the runs, and one test through time', async () => {
    const calm = mixed(30);
    const failing = { ...calm, results: calm.results.map((one) => ({ ...one, flaky: false })) };
    const green = {
      ...failing,
      results: failing.results.map((one) => ({ ...one, verdict: 'pass' as const })),
    };
    const { page, noise } = await view(await workspace(green, failing, green));
    const changing = page.locator('.over-time section').first();
    await expect.poll(() => changing.locator('h2').textContent()).toBe('Flaky and changing');
    await changing.locator('a').first().click();
    await expect.poll(() => page.url()).toContain('#/history/');
    await expect.poll(() => page.locator('main').textContent()).toContain('Passed in 2 of 3 runs, 2 changes');
    expect(await page.locator('table.runs tbody tr').count()).toBe(3);
    expect(await page.locator('.squares').first().getAttribute('aria-label')).toBe(
      'oldest first: pass, fail, pass',
    );
    expect(await seriousFindings(page)).toEqual([]);
    await page.locator('table.runs tbody a').nth(1).click();
    await page.waitForSelector('.test');
    expect(noise).toEqual([]);
  });

  it('says above the fold what changed since the last run of the same suite, not of another', async () => {
    const { page, viewer } = await view(await workspace(allPass(60), agentRun(), mixed(60)));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${viewer.url}#/run/${ID(2)}`);
    const since = page.locator('.since');
    await expect
      .poll(() => since.textContent())
      .toBe('Since the run of 2026-11-10 09:00 UTC: 1 gate fails now, 3 tests regressed, 1 test changed');
    const box = (await since.boundingBox())!;
    expect(box.y + box.height).toBeLessThan(300);
    await since.locator('a').click();
    await heading(page).toMatch(/^1 gate fails now, 3 tests regressed/);
    // The first of its kind has nothing before it.
    await page.goto(`${viewer.url}#/run/${ID(1)}`);
    await heading(page).toContain('of 3 tests failed');
    expect(await since.count()).toBe(0);
  });

  it('lists runs with their trends, opens one, and comes back', async () => {
    const { page, noise, requests, viewer } = await view(
      await workspace(mixed(60), agentRun(), allPass(), allPass()),
    );
    expect(await page.locator('.runs tbody tr').count()).toBe(4);
    // Only over the two runs that are alike; the others can be chosen.
    const trends = await page.locator('.trend h2').allTextContents();
    expect(trends.slice(0, 2)).toEqual(['Pass rate', 'Duration']);
    expect(await page.locator('.trend circle').count()).toBe(2 * trends.length);
    expect(await page.locator('.kinds option').count()).toBe(3);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await heading(page).toContain('All 24 tests passed.');
    await page.goBack();
    await heading(page).toBe('Runs');
    await page.goto(`${viewer.url}#/run/${ID(0)}/test/case-3`);
    await heading(page).toContain('search answers case 3');
    await page.click('text=← All tests');
    await heading(page).toContain('of 60 tests failed');
    expect(await seriousFindings(page)).toEqual([]);
    expect(noise).toEqual([]);
    for (const request of requests) expect(request.startsWith(viewer.url)).toBe(true);
  });

  it('draws tokens and definition quality over the runs that know them', async () => {
    const scored = (meanTdqs: number): RunEnvelope => {
      const run = agentRun(3);
      return { ...run, scores: everyField().scores!.map((score) => ({ ...score, meanTdqs })) };
    };
    const { page } = await view(await workspace(scored(2.5), scored(3.4)));
    const trends = await page.locator('.trend').allTextContents();
    expect(trends.map((text) => text.replace(/[\d.,]+.*$/, ''))).toContain('Tokens of the agents');
    expect(trends.find((text) => text.startsWith('Definition quality (TDQS)'))).toContain('3.4');
  });

  it('fits a phone without scrolling sideways, in every view, and follows the dark', async () => {
    const viewer = await serveViewer({
      library: openLibrary(await workspace(allPass(60), mixed(60)), '.'),
      env: {},
    });
    viewers.push(viewer);
    const { page, noise } = await watchedPage(browser, {
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
    for (const [hash, drawn] of [
      ['', '.runs'],
      [`#/run/${ID(1)}`, '.audit'],
      [`#/run/${ID(1)}/test/case-3`, '.test'],
      [`#/compare/${ID(0)}/${ID(1)}`, '.changes'],
    ] as const) {
      await page.goto(viewer.url + hash);
      await page.waitForSelector(drawn);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        hash,
      ).toBeLessThanOrEqual(0);
      expect(await seriousFindings(page), hash).toEqual([]);
    }
    await page.goto(viewer.url);
    const first = page.locator('.runs tbody tr').first();
    expect((await first.innerText()).replace(/\s+/g, ' ')).toMatch(/failed.* 60 2 1 /);
    for (const cell of await first.locator('td.number').all()) {
      const box = await cell.boundingBox();
      expect(box === null || box.x + box.width <= 360).toBe(true);
    }
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(20, 23, 26)',
    );
    expect(noise).toEqual([]);
  });

  it('sets two runs side by side, what changed first', async () => {
    const { page, noise } = await view(await workspace(allPass(60), mixed(60)));
    for (const box of await page.locator('.runs input').all()) await box.check();
    await page.click('text=Compare the two');
    await heading(page).toMatch(/^1 gate fails now, \d+ tests regressed/);
    const tests = page.locator('section[aria-labelledby="changed"]');
    const gate = page.locator('section[aria-labelledby="gates"] tbody tr').first();
    expect(await gate.textContent()).toMatch(/^fails.*required: .*(?:holds|not asked for).*fails/);
    expect(await tests.locator('.change').first().textContent()).toBe('regressed');
    expect(await tests.locator('thead th').allTextContents()).toEqual(['Change', 'Test', 'Base', 'Current']);
    expect(await tests.locator('tbody tr').first().locator('td').allTextContents()).toEqual([
      'regressed',
      expect.stringMatching(/^ passed \d+\sms$/),
      expect.stringMatching(/^ failed \d+\sms$/),
    ]);
    expect(await page.locator('.pair').textContent()).toContain('refunds @ 4f1c9d2a');
    expect(await page.locator('.pair').textContent()).toContain('60 tests · 2 failed');
    expect(await seriousFindings(page)).toEqual([]);
    await page.click('text=Swap');
    await heading(page).toMatch(/fixed/);
    expect(noise).toEqual([]);
  });

  it('says of a test on which side of a comparison it is missing', async () => {
    const { page } = await view(await workspace(allPass(60), allPass(59)));
    for (const box of await page.locator('.runs input').all()) await box.check();
    await page.click('text=Compare the two');
    const cells = page.locator('.changes tbody tr', { hasText: 'removed' }).locator('td');
    await expect.poll(() => cells.last().textContent()).toBe('gone');
    await page.click('text=Swap');
    const added = page.locator('.changes tbody tr', { hasText: 'new' }).locator('td');
    await expect.poll(() => added.nth(1).textContent()).toBe('not there');
  });

  it('follows a run while it goes on, and shows it when it is saved', async () => {
    const dir = await workspace(allPass());
    const { page } = await view(dir);
    const live = openLive(dir, { run_id: ID(1), started_at: '2026-11-15T09:00:00Z', total: 3 });
    live.add({ name: 'first test', verdict: 'fail', duration_ms: 3 });
    await page.waitForSelector('text=1 of 3, 1 failed');
    live.add({ name: 'second test', verdict: 'pass', duration_ms: 3 });
    await page.waitForSelector('text=2 of 3, 1 failed');
    expect(await seriousFindings(page)).toEqual([]);
    keep(dir, 1, mixed(60));
    await live.close();
    await expect.poll(() => page.locator('.runs tbody tr').count()).toBe(2);
    await expect.poll(() => page.locator('.live').count()).toBe(0);
  });

  it('shows what `mcptest run` saves beside it, without a reload', async () => {
    const dir = folder({
      'mcptest.yml': JSON.stringify({
        servers: {
          mock: {
            command: ['mcptest', 'mock', '--tools-from', join(root, 'examples/demo/servers/harbour.yml')],
          },
        },
        tools: [{ name: 'no such tool', tool: 'nothing', expect: [{ 'error.code': -32602 }] }],
      }),
    });
    const { page } = await view(dir);
    expect(await page.locator('main').textContent()).toContain('No run is saved yet.');
    await mcptest(['run', '--reporter', 'minimal'], { cwd: dir });
    await expect.poll(() => page.locator('.runs tbody tr').count()).toBe(1);
  });

  it('makes a link that carries the run, without its secrets, and opens with nothing stored', async () => {
    const secret = 'hunter2-hunter2-hunter2';
    const run = agentRun(6);
    run.results[0]!.notes = [`the password is ${secret}`];
    const { page, viewer } = await view(await workspace(run), { DB_PASSWORD: secret });
    await page.goto(`${viewer.url}#/run/${ID(0)}`);
    await page.click('text=Make a snapshot link');
    const link = (await page.locator('a.snapshot').getAttribute('href'))!;
    expect(link).not.toContain(viewer.url);

    const other = await watchedPage(browser);
    await other.page.goto(link);
    await heading(other.page).toContain('1 of 3 tests failed.');
    await other.page.click('.review a');
    await heading(other.page).toContain('finds the late order');
    expect(await other.page.locator('main').textContent()).toContain('[secret:DB_PASSWORD]');
    expect(await other.page.locator('main').textContent()).not.toContain(secret);
    await other.page.reload();
    await heading(other.page).toContain('finds the late order');
    await other.page.goBack();
    await heading(other.page).toContain('1 of 3 tests failed.');
    expect(other.noise).toEqual([]);
    expect(new Set(other.requests.map((url) => url.split('#')[0]))).toEqual(
      new Set([`${viewer.origin}/snapshot`]),
    );
    expect(await other.page.context().cookies()).toEqual([]);
    expect(await other.page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });

  it('refuses a link for a run that is too large, and says what to do', async () => {
    const run = allPass(2);
    run.results[0]!.notes = Array.from({ length: 4000 }, (_, n) => `${n} ${Math.sin(n)} ${Math.cos(n)}`);
    const { page } = await view(await workspace(run));
    await page.click('.runs a');
    await page.click('text=Make a snapshot link');
    await page.waitForSelector('text=too large for a link');
  });

  it('says so when a link carries no run', async () => {
    const { page, viewer } = await view(await workspace(agentRun(6)));
    await page.goto(`${viewer.url}#/run/${ID(0)}`);
    await page.click('text=Make a snapshot link');
    const link = (await page.locator('a.snapshot').getAttribute('href'))!;
    const [start] = link.split('/z/');
    const other = await watchedPage(browser);
    for (const [what, broken] of [
      ['a cut link', link.slice(0, -200)],
      ['nonsense', `${start}/z/AAAA`],
      ['nothing', link.split('#')[0]!],
      ['a bomb', `${start}/z/${packed(' '.repeat(30_000_000))}`],
      ['JSON that is no run', `${start}/z/${packed('{"envelope":{},"problems":[]}')}`],
    ] as const) {
      await other.page.goto('about:blank');
      await other.page.goto(broken);
      await heading(other.page, what).toBe('This link contains no run');
      expect(other.noise, what).toEqual([]);
    }
  });

  it('says that a run in a link cannot be shown when a part of it is not what it should be', async () => {
    const { viewer } = await view(await workspace(allPass(1)));
    const { page } = await watchedPage(browser);
    for (const part of [{ groups: 7 }, { findings: {} }, { coverage: 'all' }]) {
      const envelope = { ...allPass(1), ...part };
      await page.goto('about:blank');
      await page.goto(`${viewer.origin}/snapshot#/z/${packed(JSON.stringify({ envelope, problems: [] }))}`);
      await heading(page).toBe('This run cannot be shown');
    }
  });

  it('says why a broken run or one from a newer version cannot be shown', async () => {
    const dir = await workspace(allPass());
    saveRun(dir, ID(1), { envelope: '{"version": 1' });
    saveRun(dir, ID(2), { envelope: '{"version": 9, "results": []}' });
    const { page, viewer } = await view(dir);
    expect(await page.locator('text=unreadable').count()).toBe(2);
    await page.goto(`${viewer.url}#/run/${ID(1)}`);
    await heading(page).toBe('This run cannot be read');
    await page.goto(`${viewer.url}#/run/${ID(2)}`);
    await heading(page).toBe('This run is from a newer mcptest');
    await page.goto(`${viewer.url}#/run/gone`);
    await heading(page).toBe('There is no such run');
    const file = join(dir, 'run.json');
    writeFileSync(file, 'not a run');
    const alone = await view(file);
    await heading(alone.page).toBe('This run cannot be read');
  });

  it('lets nothing of a hostile run act', async () => {
    const watched = await watchedPage(browser);
    const { page, noise, requests } = watched;
    for (const payload of PAYLOADS.slice(0, 9)) {
      const dir = await workspace(
        infest(agentRun(3), payload),
        infest(mixed(60), payload),
        infest(everyField(), payload),
      );
      const { viewer } = await view(dir, {}, watched);
      for (const id of [ID(2), ID(0)]) {
        await page.goto(`${viewer.url}#/run/${id}`);
        await page.locator('.audit', { hasText: id }).waitFor();
      }
      await page.goto(`${viewer.url}#/compare/${ID(0)}/${ID(1)}`);
      await page.waitForSelector('.pair');
      expect(noise, payload).toEqual([]);
      for (const request of requests.splice(0)) expect(request.startsWith(viewer.url)).toBe(true);
    }
  });
});

describe.skipIf(chromium === undefined)('report --compare --format html', () => {
  it('is one file that shows the two runs side by side and asks nobody for anything', async () => {
    const dir = await workspace(agentRun(3), mixed(60));
    const [base, current] = [ID(0), ID(1)];
    const { code, stderr } = await mcptest(
      ['report', current, '--compare', base, '--format', 'html', '--output', 'two.html'],
      { cwd: dir },
    );
    expect(code, stderr).toBe(0);
    const browser = await openBrowser(chromium!);
    try {
      const { page, noise, requests } = await watchedPage(browser);
      await page.goto(pathToFileURL(join(dir, 'two.html')).href);
      await page.waitForSelector('.pair');
      expect(await page.locator('.pair').innerText()).toContain(current);
      expect(await page.locator('.changes tbody tr').count()).toBeGreaterThan(0);
      // There is no page of either run in this file.
      expect(await page.locator('main a').count()).toBe(0);
      expect(noise).toEqual([]);
      expect(requests.filter((request) => !request.startsWith('file:'))).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describe('mcptest view', () => {
  const started = async (args: string[], cwd: string, use: (url: string) => Promise<void>) => {
    let problem: unknown;
    const ran = await mcptest(['view', ...args], {
      cwd,
      during: (child) => {
        child.stdout!.once('data', async (chunk: Buffer) => {
          await use(chunk.toString('utf8').trim()).catch((error: unknown) => {
            problem = error;
          });
          child.kill('SIGINT');
        });
      },
    });
    if (problem) throw problem;
    return ran;
  };

  it('prints one address, answers there, and ends when it is told to', async () => {
    const dir = await workspace(allPass());
    const { code, stdout } = await started([], dir, async (url) => {
      const rows = (await (await fetch(`${url}api/runs`)).json()) as { run_id: string }[];
      expect(rows.map(({ run_id }) => run_id)).toEqual([ID(0)]);
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{24}\/\n$/);
  });

  it('opens a snapshot link of another viewer in its own', async () => {
    const link = 'http://127.0.0.1:1/snapshot#/z/abc';
    await started([link], folder(), async (url) =>
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d{2,}\/snapshot#\/z\/abc$/),
    );
  });

  it('says so when there is nothing to view', async () => {
    const { code, stderr } = await mcptest(['view', 'no-such-run.json'], { cwd: folder() });
    expect(code).toBe(2);
    expect(stderr).toContain('there is no file or folder no-such-run.json');
  });
});
