/** The pages of a registry in a real browser: every view, on a phone and in the dark, with texts that are up to no good. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ServedRegistry, serveRegistry } from '../src/registry/serve/serve.js';
import { openStore, type RegistryStore } from '../src/registry/store.js';
import { registryDrawing, statsPage } from '../src/report/registry/registry-page.js';
import { registryFigures } from '../src/verbs/registry/stats.js';
import { findBrowser, openBrowser } from './lib/browser.js';
import { folder } from './lib/cli.js';
import { fillRegistry, REGISTRY_VIEWS } from './lib/registry/sample-registry.js';
import { seriousFindings, watchedPage } from './lib/watched-page.js';

const chromium = findBrowser();
if (chromium === undefined)
  process.stderr.write(
    '\nSKIPPED: no Chromium on this machine, the pages of a registry were not tested.\n\n',
  );

describe.skipIf(chromium === undefined)('the pages of a registry in Chromium', () => {
  let browser: Browser;
  let store: RegistryStore;
  let served: ServedRegistry;
  const dir = folder();
  beforeAll(async () => {
    browser = await openBrowser(chromium!);
    store = await openStore(join(dir, 'registry.db'));
    await fillRegistry(store);
    served = await serveRegistry({ store, draw: registryDrawing, port: 0, listen: '127.0.0.1', hosts: [] });
  }, 60_000);
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(async () => {
    await served?.close();
    await store?.close();
    await browser?.close();
  });

  it('fit a phone, follow the dark, are accessible, and run nothing of what servers say', async () => {
    const { page, noise, requests } = await watchedPage(browser, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    for (const { path, heading } of Object.values(REGISTRY_VIEWS)) {
      await page.goto(served.url + path);
      await page.waitForSelector('h1');
      expect(await page.locator('h1').textContent(), path).toContain(heading);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([path, beyond]).toEqual([path, 0]);
      expect([path, ...(await seriousFindings(page))]).toEqual([path]);
    }
    expect(noise).toEqual([]);
    for (const request of requests) expect(request.startsWith(served.url), request).toBe(true);
  });

  it('lead from a search to a tool, its server and what changed', async () => {
    const { page, noise } = await watchedPage(browser);
    await page.goto(`${served.url}tools`);
    await page.getByLabel('Search tools by name and text').fill('orders customer');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'list_orders' }).click();
    await expect.poll(() => page.locator('h1').textContent()).toContain('list_orders');
    expect(await page.locator('.dimensions dd').first().textContent()).not.toBe('');
    expect(await page.getByRole('row').allTextContents()).toContainEqual(
      expect.stringContaining('another1 to 1'),
    );
    await page.getByRole('link', { name: 'shop' }).click();
    await page.getByRole('link', { name: '1 added, 1 changed, 1 removed' }).click();
    await expect.poll(() => page.locator('h1').textContent()).toContain('version 1 → 2');
    const added = await page.locator('.diff .actual').allTextContents();
    expect(added.join('')).toContain('+ Newest first.');
    expect(noise).toEqual([]);
  });

  it('turn pages, and say what is wrong with a question', async () => {
    const { page } = await watchedPage(browser);
    await page.goto(`${served.url}tools?limit=20&q=invoices`);
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.waitForURL(/cursor=/);
    expect(await page.locator('tbody tr').count()).toBe(10);
    const answer = await page.goto(`${served.url}tools?limit=x`);
    expect(answer?.status()).toBe(400);
    expect(await page.locator('main').textContent()).toContain('Write a whole number from 1 to 100.');
  });

  it('have the figures as one file, which opens from disk and asks nobody', async () => {
    const stats = await registryFigures({ store: join(dir, 'registry.db'), since: '2026-06-15' });
    const file = join(dir, 'figures.html');
    writeFileSync(file, statsPage(stats));
    const { page, noise, requests } = await watchedPage(browser, { viewport: { width: 390, height: 844 } });
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector('h1');
    expect(await page.locator('#trend').textContent()).toBe('Trend');
    expect(await page.locator('.histogram rect').count()).toBeGreaterThan(5);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    expect(noise).toEqual([]);
    expect(requests).toEqual([pathToFileURL(file).href]);
  });
});
