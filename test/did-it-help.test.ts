/** examples/did-it-help-recorded, as CI runs it: cassettes of a wire format, the verdict, and the page with its matrix. */
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { forbidden } from './lib/agents.js';
import { findBrowser, openBrowser } from './lib/browser.js';
import { mcptest, root } from './lib/cli.js';
import { recordHelpExample } from './lib/help-example.js';
import { watchedPage } from './lib/watched-page.js';

const EXAMPLE = 'did-it-help-recorded';
const cwd = mkdtempSync(join(tmpdir(), 'did-it-help-'));
let ran: Awaited<ReturnType<typeof mcptest>>;

beforeAll(async () => {
  for (const folder of ['did-it-help', EXAMPLE])
    cpSync(join(root, 'examples', folder), join(cwd, folder), { recursive: true });
  ran = await mcptest(['run', EXAMPLE, '--against', 'did-it-help/before.json'], { cwd, env: forbidden });
});

it('plays 60 requests with each catalogue, with nothing started and nobody asked, and says that the rewrite is better', () => {
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stdout).toContain('60 passed, 60 cached');
  expect(ran.stdout).toMatch(/dataset\.accuracy +53\.3 → 80 .*of 60 {2}better by more than chance/);
});

it('leaves the same bytes again, both sides, when a stand-in that speaks as Claude does is recorded', async () => {
  const made = await recordHelpExample();
  const kept = join(root, 'examples', EXAMPLE, 'cassettes');
  expect(readdirSync(made)).toHaveLength(120);
  expect(readdirSync(made)).toEqual(readdirSync(kept));
  for (const name of readdirSync(kept))
    expect(readFileSync(join(made, name), 'utf8'), name).toBe(readFileSync(join(kept, name), 'utf8'));
});

const chromium = findBrowser();
describe.skipIf(chromium === undefined)('its page', () => {
  it('has the confusion matrix, sorted by a click, with a way to each case, and the verdict of both runs', async () => {
    const [, current, base] = /report (\S+) --compare (\S+) --format html/.exec(ran.stderr)!;
    const written = async (file: string, ...more: string[]) => {
      const { code, stderr } = await mcptest(
        ['report', current!, ...more, '--format', 'html', '--output', file],
        {
          cwd,
        },
      );
      expect(code, stderr).toBe(0);
      return pathToFileURL(join(cwd, file)).href;
    };
    const [run, compared] = [await written('run.html'), await written('both.html', '--compare', base!)];
    const browser = await openBrowser(chromium!);
    try {
      const { page, noise } = await watchedPage(browser);
      await page.goto(run);
      const card = page.locator('section.card', { hasText: 'of 60 cases right' });
      expect(await card.locator('p').first().textContent()).toContain(
        '80% of 60 cases right (95 %: 68 to 88%)',
      );
      const matrix = card.locator('table').first();
      const columns = async (at: number) =>
        matrix.locator(`tbody tr :nth-child(${at + 1}):is(th,td)`).allTextContents();
      const rows = (await columns(3)).map(Number);
      expect(rows).toEqual([...rows].sort((a, b) => b - a));
      await matrix.getByRole('button', { name: 'Called' }).click();
      const called = await columns(1);
      expect(called).toEqual([...called].sort((a, b) => a.localeCompare(b)));
      expect(called).not.toEqual([...new Set(called)]);
      await matrix.getByRole('link', { name: 'complete_task 5' }).click();
      await page.waitForSelector('h1:has-text("complete_task 5")');
      await page.goto(compared);
      const verdict = page.locator('section.card', { hasText: 'Did it help?' }).first();
      await verdict.waitFor();
      expect(await verdict.textContent()).toMatch(/dataset\.accuracy/);
      expect(await verdict.textContent()).toMatch(/better by more than chance/);
      expect(noise).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
