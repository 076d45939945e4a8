/** The HTML report in a real browser: what hostile data cannot do. */
import { expect, it } from 'vitest';
import { sampleCase, sampleCheck, sampleRun } from '../src/envelope/sample-run.js';
import { hashOf } from '../src/page/route.js';
import { everyField } from './lib/every-field.js';
import { infest, PAYLOADS } from './lib/hostile-run.js';
import { describeReport } from './lib/report-page.js';
import { agentRun, mixed, oneTest } from './lib/sample-pages.js';
import type { Watched } from './lib/watched-page.js';

describeReport('a hostile run in Chromium', (open) => {
  it('folds a value of five megabytes and opens it in full', async () => {
    const text = `${'<b>x</b>'.repeat(625_000)}END`;
    const run = sampleRun([
      sampleCase({ name: 'big', verdict: 'fail', checks: [sampleCheck({ expected: 'x', actual: text })] }),
    ]);
    const { page, noise } = await open(run, '#/test/id-big');
    const actual = page.locator('pre[aria-label=actual]');
    expect((await actual.textContent())!.length).toBeLessThan(2000);
    await page.click('text=Show all (5.0 MB)');
    await page.waitForFunction(() =>
      document.querySelector('pre[aria-label=actual]')?.textContent?.endsWith('END'),
    );
    expect(noise).toEqual([]);
  });

  it.each(PAYLOADS.map((payload) => [JSON.stringify(payload), payload]))(
    'shows %s as text and nothing else, wherever it stands',
    async (_, payload) => {
      let watched: Watched | undefined;
      const urls = new Set<string>();
      for (const run of [mixed(60), agentRun(5), everyField()]) {
        const hostile = infest(run, payload);
        const opened = await open(hostile, '', watched);
        const { page, noise, requests, url } = opened;
        watched = opened;
        urls.add(url);
        const [first, last] = [hostile.results[0]!.id, hostile.results.at(-1)!.id];
        for (const hash of [
          hashOf(['test', first]),
          hashOf(['test', last]),
          hashOf(['test', first], new URLSearchParams({ attempt: '1' })),
        ]) {
          await page.evaluate((next) => {
            location.hash = next;
          }, hash);
          await page.waitForSelector('.crumbs');
          await page.evaluate(() => {
            for (const details of document.querySelectorAll('details')) details.open = true;
          });
        }
        await page.goto(`${url}#/?${new URLSearchParams({ q: payload, server: payload, group: 'file' })}`);
        await page.goto(`${url}#/`);
        await page.waitForSelector('.audit');
        const odd = await page.evaluate(() => ({
          elements: document.querySelectorAll(
            '#app script, #app style, #app link, #app iframe, #app object, #app [onload], #app [onerror], #app [srcdoc]',
          ).length,
          links: [...document.querySelectorAll('a')]
            .map((link) => link.href)
            .filter((href) => !/^(https?|file):\/\//.test(href)),
        }));
        expect(odd).toEqual({ elements: 0, links: [] });
        expect(noise).toEqual([]);
        expect(new Set(requests.map((request) => request.split('#')[0]))).toEqual(urls);
        // Hidden and reversing characters are shown, not obeyed.
        expect(await page.locator('#app').textContent()).not.toMatch(
          /[\u202a-\u202e\u2066-\u2069\u200b\u0000]/,
        );
      }
    },
  );

  it('would not let a script in or a request out even if one slipped through', async () => {
    const { page } = await open(oneTest());
    const ran = await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.slipped = true';
      document.body.append(script);
      const image = new Image();
      const failed = new Promise((done) => {
        image.onerror = () => done('image blocked');
      });
      image.src = 'http://127.0.0.1:9/x.png';
      const asked = await fetch('http://127.0.0.1:9/').then(
        () => 'asked',
        () => 'blocked',
      );
      return { slipped: 'slipped' in window, image: await failed, asked };
    });
    expect(ran).toEqual({ slipped: false, image: 'image blocked', asked: 'blocked' });
  });
});
