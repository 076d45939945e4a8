/** Tests of the HTML report in Chromium; where there is none they say loudly that they were skipped. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { html } from '../../src/report/html.js';
import type { RunEnvelope } from '../../src/types/envelope.js';
import { findBrowser, openBrowser } from './browser.js';
import { folder } from './cli.js';
import { type Watched, watchedPage } from './watched-page.js';

/** Saves a run as a report and opens it from disk, in a page of its own or in one that is open already. */
export type OpenReport = (
  envelope: RunEnvelope,
  hash?: string,
  where?: BrowserContextOptions | Watched,
) => Promise<Watched & { url: string }>;

export function describeReport(title: string, tests: (open: OpenReport) => void): void {
  const chromium = findBrowser();
  if (chromium === undefined)
    process.stderr.write(
      `\nSKIPPED: no Chromium on this machine, not tested: ${title}. Set CHROME_PATH.\n\n`,
    );
  describe.skipIf(chromium === undefined)(title, () => {
    const dir = folder();
    let files = 0;
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser(chromium!);
    });
    afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
    afterAll(() => browser?.close());
    tests(async (envelope, hash = '', where = {}) => {
      files += 1;
      const file = join(dir, `${files}.html`);
      writeFileSync(file, html(envelope, { color: false, width: 80, agent_budget: 0 }));
      const url = pathToFileURL(file).href;
      const watched = 'page' in where ? where : await watchedPage(browser, where);
      await watched.page.goto(url + hash);
      await watched.page.waitForSelector('h1');
      return { ...watched, url };
    });
  });
}
