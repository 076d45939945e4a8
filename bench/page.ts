/**
 * The HTML report: what an empty one weighs, and how soon the first screen of a large run is there, beside
 * the time that parsing the same JSON takes in the same browser.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { sampleRun } from '../src/envelope/sample-run.js';
import { hashOf } from '../src/page/route.js';
import { html } from '../src/report/html.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { findBrowser, openBrowser } from '../test/lib/browser.js';
import { agentRun, mixed } from '../test/lib/sample-pages.js';
import { median, table } from './measure.js';

const ROUNDS = 5;
const LIMIT_BYTES = 150_000;
const OPTIONS = { color: false, width: 80, agent_budget: 0 };

export async function benchPage(work: string): Promise<void> {
  const empty = html(sampleRun([]), OPTIONS).length;
  console.log(`\nPage: an empty report is ${(empty / 1000).toFixed(1)} kB (limit ${LIMIT_BYTES / 1000})`);
  const executable = findBrowser();
  if (executable === undefined) {
    console.log('There is no Chromium here; the browser part was left out.');
    return;
  }
  const browser = await openBrowser(executable);
  const rows = [
    [
      'page',
      'MB',
      'parse ms',
      'first screen ms',
      'ratio',
      'frame ms',
      '95 %',
      'slowest',
      'longest task',
      'cpu ms',
      'rows',
    ],
  ];
  for (const count of [10, 1000, 10_000])
    rows.push(await row(browser, work, { name: `${count} results`, run: mixed(count), rows: '.row' }));
  for (const count of [40, 2000]) {
    const run = agentRun(count);
    // A trace that went well is shown from its start, so that all of it is scrolled through.
    run.results[0]!.verdict = 'pass';
    const hash = hashOf(['test', run.results[0]!.id]);
    rows.push(
      await row(browser, work, { name: `trace of ${count} calls`, run, hash, rows: '.step', box: STEPS }),
    );
  }
  await browser.close();
  console.log(table(rows));
  console.log('first screen: from the start of the navigation to the first painted row or step; limit 1000');
  console.log(
    'frame: from one frame to the next while a screen is scrolled in each, median, 95th percentile and slowest of the median round, limit 50; further steps of a trace are asked for where the box ends',
  );
  console.log(
    'longest task: processor time of the longest piece of work of the page meanwhile, which other work on the machine hardly changes; cpu: what the page used for one frame',
  );
}

interface Measured {
  name: string;
  run: RunEnvelope;
  /** Which view of the page. */
  hash?: string;
  /** What is listed there. */
  rows: string;
  /** What scrolls; the whole page when absent. */
  box?: string;
}

const STEPS = '.timeline > ol';

async function row(browser: Browser, work: string, measured: Measured): Promise<string[]> {
  const { name, run, hash = '', rows, box } = measured;
  const file = join(work, `page-${name.replaceAll(' ', '-')}.html`);
  const text = html(run, OPTIONS);
  writeFileSync(file, text);
  const parses: number[] = [];
  const paints: number[] = [];
  const scrolls: number[][] = [];
  const cpus: number[] = [];
  const tasks: number[] = [];
  const processes = await browser.newBrowserCDPSession();
  let inPage = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript(noteFirst(rows));
    await page.goto(pathToFileURL(file).href + hash);
    await page.waitForFunction(() => 'firstRow' in window);
    paints.push(await page.evaluate<number>('window.firstRow'));
    parses.push(await page.evaluate<number>(PARSE));
    const before = await cpuOf(processes);
    const traced = await traceTasks(page);
    const frames = (await page.evaluate<number[]>(scrollThrough(box))).sort((a, b) => a - b);
    tasks.push(await traced.longest());
    cpus.push(((await cpuOf(processes)) - before) / (frames.length + 1));
    scrolls.push(frames);
    inPage = await page.locator(rows).count();
    await page.close();
  }
  const [parse, paint] = [median(parses), median(paints)];
  return [
    name,
    (text.length / 1e6).toFixed(1),
    parse.toFixed(1),
    paint.toFixed(0),
    (paint / parse).toFixed(1),
    ...[0.5, 0.95, 1].map((part) =>
      median(scrolls.map((frames) => frames[Math.ceil(part * frames.length) - 1]!)).toFixed(0),
    ),
    median(tasks).toFixed(0),
    median(cpus).toFixed(1),
    String(inPage),
  ];
}

/** Runs before the page: notes when the first row has been painted, two frames after it came. */
const noteFirst = (rows: string) => `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('${rows}')) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { window.firstRow = performance.now(); }));
  }).observe(document, { childList: true, subtree: true });
`;

/** Milliseconds of processor time that pages have used, which does not depend on what else runs. */
async function cpuOf(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}

/** From now on until `longest`: what the thread of the page does, by its own clock of processor time. */
async function traceTasks(page: Page): Promise<{ longest(): Promise<number> }> {
  const session = await page.context().newCDPSession(page);
  const events: { name: string; pid: number; tid: number; tdur?: number }[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as typeof events)));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  });
  return {
    longest: async () => {
      const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
      await session.send('Tracing.end');
      await complete;
      const drawing = events.find(({ name }) => name === 'FireAnimationFrame');
      const own = events.filter(({ pid, tid }) => pid === drawing?.pid && tid === drawing.tid);
      return Math.max(...own.map(({ name, tdur = 0 }) => (name === 'RunTask' ? tdur / 1000 : 0)));
    },
  };
}

/** Scrolls a screen a frame and gives the times between two frames; at the end of a box it asks for more. */
const scrollThrough = (box?: string) => `
  new Promise((done) => {
    const frames = [];
    let before = 0, left = ${box === undefined ? 60 : 200};
    const step = (now) => {
      if (before > 0) frames.push(now - before);
      before = now;
      left -= 1;
      if (left === 0) return done(frames);
      const box = ${box === undefined ? 'null' : `document.querySelector('${box}')`};
      if (box === null) scrollBy(0, innerHeight);
      else {
        const top = box.scrollTop;
        box.scrollTop += box.clientHeight;
        if (box.scrollTop === top) [...box.querySelectorAll('button')].find((one) => one.textContent.includes(' later '))?.click();
      }
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })
`;

const PARSE = `
  (() => {
    const source = document.getElementById('data').textContent;
    const started = performance.now();
    JSON.parse(source);
    return performance.now() - started;
  })()
`;
