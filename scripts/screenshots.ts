/**
 * `npx tsx scripts/screenshots.ts [folder]`: the report as people see it, on a desktop, on a phone and in
 * the dark, small and large, into a folder to be looked at.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { html } from '../src/report/html.js';
import { findBrowser, openBrowser } from '../test/lib/browser.js';
import { agentRun, allPass, mixed, oneTest } from '../test/lib/sample-pages.js';

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'mcptest-screens-'));
mkdirSync(folder, { recursive: true });
const executable = findBrowser();
if (executable === undefined) throw new Error('there is no Chromium here; set CHROME_PATH');

const RUNS = { one: oneTest(), 'all-pass': allPass(), mixed: mixed(), agent: agentRun() };
const LOOKS = {
  desktop: { viewport: { width: 1280, height: 900 } },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
} as const;

const browser = await openBrowser(executable);
for (const [run, envelope] of Object.entries(RUNS)) {
  const file = join(folder, `${run}.html`);
  writeFileSync(file, html(envelope, { color: false, width: 80, agent_budget: 0 }));
  const failing = envelope.results.find(({ verdict }) => verdict === 'fail') ?? envelope.results[0]!;
  for (const [look, options] of Object.entries(LOOKS)) {
    const page = await browser.newPage(options);
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector('h1');
    await page.screenshot({ path: join(folder, `${run}-${look}.png`), fullPage: run !== 'mixed' });
    await page.goto(`${pathToFileURL(file).href}#/test/${encodeURIComponent(failing.id)}`);
    await page.waitForSelector('.crumbs');
    await page.screenshot({ path: join(folder, `${run}-${look}-test.png`), fullPage: true });
    await page.close();
  }
}
await browser.close();
console.log(folder);
