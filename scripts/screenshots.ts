/**
 * `npx tsx scripts/screenshots.ts [folder]`: report and viewer as people see them, on a desktop, on a phone
 * and in the dark, small and large, into a folder to be looked at.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { envelopeText } from '../src/envelope/build.js';
import { html } from '../src/report/html.js';
import { saveRun } from '../src/store/workspace.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { workspaceLibrary } from '../src/viewer/library.js';
import { serveViewer } from '../src/viewer/serve.js';
import { findBrowser, openBrowser } from '../test/lib/browser.js';
import { agentRun, allPass, flakyRun, longNames, mixed, oneTest, weakRun } from '../test/lib/sample-pages.js';

const RUNS = {
  one: oneTest(),
  'all-pass': allPass(),
  mixed: mixed(),
  agent: agentRun(),
  flaky: flakyRun(),
  weak: weakRun(),
  'long-names': longNames(),
};
const LOOKS = {
  desktop: { viewport: { width: 1280, height: 1100 } },
  dark: { viewport: { width: 1280, height: 1100 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
} as const;

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'mcptest-screens-'));
mkdirSync(folder, { recursive: true });
const executable = findBrowser();
if (executable === undefined) throw new Error('there is no Chromium here; set CHROME_PATH');
const browser = await openBrowser(executable);
await reports();
await viewer();
await browser.close();
console.log(folder);

async function reports(): Promise<void> {
  for (const [run, envelope] of Object.entries(RUNS)) {
    const file = join(folder, `${run}.html`);
    writeFileSync(file, html(envelope, { color: false, width: 80, agent_budget: 0 }));
    const { href } = pathToFileURL(file);
    const test = envelope.results.find(({ verdict }) => verdict === 'fail') ?? envelope.results[0]!;
    await shoot(run, href, { ready: 'h1', fullPage: run !== 'mixed' });
    if (run === 'mixed') {
      const files = `${href}#/?group=file&sort=verdict`;
      await shoot('mixed-table', `${href}#/`, { ready: 'h1', scrollTo: '#tests' });
      await shoot('mixed-files', files, { ready: '.row.file', scrollTo: '#tests' });
    }
    if (run === 'weak')
      await shoot('weak-strength', href, { ready: 'h1', scrollTo: '#strength', opens: true });
    await shoot(`${run}-test`, `${href}#/test/${encodeURIComponent(test.id)}`, { ready: '.crumbs' });
  }
}

async function viewer(): Promise<void> {
  const workspace = mkdtempSync(join(tmpdir(), 'mcptest-screens-'));
  const id = (n: number): string => `01JCQQYV4S3H6KX7M8RN2T5X${String(n).padStart(2, '0')}`;
  for (let n = 0; n < 12; n += 1) {
    const run = savedRun(n);
    const started_at = `2026-11-${String(3 + n).padStart(2, '0')}T09:00:00.000Z`;
    const duration_ms = run.duration_ms + n * 400;
    const envelope = envelopeText({ ...run, run_id: id(n), started_at, duration_ms });
    saveRun(workspace, id(n), { envelope, blobs: [] });
  }
  const server = await serveViewer({ library: workspaceLibrary(workspace) });
  await shoot('viewer', server.url, { ready: '.runs' });
  await shoot('viewer-compare', `${server.url}#/compare/${id(9)}/${id(10)}`, { ready: '.pair' });
  await server.close();
}

function savedRun(n: number): RunEnvelope {
  if (n % 4 === 3) return agentRun(10 + n);
  return n % 3 === 1 ? mixed(60 + n * 10) : allPass(20 + n * 4);
}

interface Shot {
  /** What the page shows once it is ready. */
  ready: string;
  fullPage?: boolean;
  scrollTo?: string;
  /** With all that is folded open. */
  opens?: boolean;
}

async function shoot(name: string, url: string, shot: Shot): Promise<void> {
  const { ready, fullPage = false, scrollTo, opens } = shot;
  for (const [look, options] of Object.entries(LOOKS)) {
    const page = await browser.newPage(options);
    await page.goto(url);
    await page.waitForSelector(ready);
    if (opens)
      await page.evaluate(() => {
        for (const folded of document.querySelectorAll('details')) folded.open = true;
      });
    if (scrollTo) await page.locator(scrollTo).evaluate((element) => element.scrollIntoView());
    await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage });
    await page.close();
  }
}
