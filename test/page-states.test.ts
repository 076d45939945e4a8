/** Every state of the page and of the viewer: axe finds nothing serious, nothing scrolls sideways, and no part is without a state. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html } from '../src/report/html.js';
import { openLibrary } from '../src/viewer/library.js';
import { serveViewer, type Viewer } from '../src/viewer/serve.js';
import { findBrowser, openBrowser } from './lib/browser.js';
import { folder, root } from './lib/cli.js';
import { fillWorkspace, type PageState, REPORT_STATES, VIEWER_STATES } from './lib/page-states.js';
import { seriousFindings, type Watched, watchedPage } from './lib/watched-page.js';

const chromium = findBrowser();
if (chromium === undefined)
  process.stderr.write('\nSKIPPED: no Chromium on this machine: states of the page. Set CHROME_PATH.\n\n');

const SCREENS = [
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

describe.skipIf(chromium === undefined)('every state in Chromium', () => {
  const seen = new Set<string>();
  const screens: Watched[] = [];
  let browser: Browser;
  let viewer: Viewer;
  beforeAll(async () => {
    browser = await openBrowser(chromium!);
    const saved = folder();
    fillWorkspace(saved);
    viewer = await serveViewer({ library: openLibrary(saved, saved), env: {} });
    for (const screen of SCREENS) screens.push(await watchedPage(browser, screen));
  });
  afterAll(async () => {
    await viewer?.close();
    await browser?.close();
  });

  const look = async (url: string, { ready, act }: PageState): Promise<void> => {
    for (const { page, noise } of screens) {
      await page.goto('about:blank');
      await page.goto(url);
      await page.waitForSelector(ready);
      await act?.(page);
      const ids = await page.locator('[id]').evaluateAll((all) => all.map((one) => one.id));
      for (const id of ids) seen.add(id);
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.locator('h1').count()).toBe(1);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      // A missing run is answered with 404, which the browser itself remarks on.
      expect(noise.splice(0).filter((line) => !line.includes('404'))).toEqual([]);
    }
  };

  it.each(Object.entries(REPORT_STATES))('report: %s', async (_, { run, hash = '', ...state }) => {
    const file = join(folder(), 'page.html');
    writeFileSync(file, html(run, { color: false, width: 80, agent_budget: 0 }));
    await look(pathToFileURL(file).href + hash, state);
  });

  it.each(Object.entries(VIEWER_STATES))('viewer: %s', async (_, { hash = '', ...state }) => {
    await look(viewer.url + hash, state);
  });

  it('leaves out no part of the page', () => {
    const parts = sources('src/page').flatMap((text) =>
      [...text.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id!),
    );
    expect(parts.length).toBeGreaterThan(20);
    expect(parts.filter((part) => !seen.has(part))).toEqual([]);
  });
});

/** The pages of a registry have views and tests of their own (test/registry-pages.test.ts). */
function sources(dir: string): string[] {
  return readdirSync(join(root, dir), { withFileTypes: true })
    .filter(({ name }) => name !== 'registry')
    .flatMap((entry) => {
      const path = `${dir}/${entry.name}`;
      if (entry.isDirectory()) return sources(path);
      return entry.name.endsWith('.tsx') ? [readFileSync(join(root, path), 'utf8')] : [];
    });
}

it('every page without a script is among those of test/page-catalogue.test.ts', () => {
  const tested = readFileSync(join(root, 'test/page-catalogue.test.ts'), 'utf8');
  const pages = readdirSync(join(root, 'src/report'), { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /html\.ts$/.test(path) && readFileSync(join(root, 'src/report', path), 'utf8').includes('staticPage('),
  );
  expect(pages.length).toBeGreaterThan(7);
  expect(pages.filter((path) => !tested.includes(`src/report/${path.split('/')[0]}/`))).toEqual([]);
});
