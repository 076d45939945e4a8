/** Failures planted one by one: a reader finds what is at fault in the first lines, on the terminal and on the page. */
import { describe, expect, it } from 'vitest';
import { METRIC_BLOCKS, METRICS } from '../src/metrics/blocks.js';
import { loadReporter } from '../src/report/registry.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { plantedAgents, scorePlanted } from './lib/planted-agents.js';
import { plantedTests, runPlanted } from './lib/planted-tests.js';
import { describeReport } from './lib/report-page.js';

const FIRST_LINES = 10;

it('plants every target of every metric', () => {
  const planted = new Set(plantedAgents.map(({ name }) => name.replace(/_\d+$/, '_<n>')));
  const targets = METRIC_BLOCKS.flatMap((block) => METRICS[block].targets);
  expect(targets.filter((target) => !planted.has(target))).toEqual([]);
});

/** The lines of each failure, by its name. */
async function failures(envelope: RunEnvelope): Promise<Map<string, string[]>> {
  const pretty = await loadReporter('pretty', envelope);
  const lines = pretty(envelope, { color: false, width: 100, agent_budget: 0 }).split('\n');
  const found = new Map<string, string[]>();
  for (const line of lines.slice(lines.indexOf('FAILURES'))) {
    const name = /^ {2}[✗?] (.*)$/.exec(line)?.[1];
    if (name !== undefined) found.set(name, []);
    [...found.values()].at(-1)?.push(line);
  }
  return found;
}

const flat = (text: string) => text.replace(/\s+/g, ' ');

const PLANTED = [
  ['agents', plantedAgents, scorePlanted],
  ['tests', plantedTests, runPlanted],
] as const;

describe.each(PLANTED)('%s on the terminal', async (_, planted, run) => {
  const shown = await failures(await run());

  it.each(planted)('$name', ({ name, needles }) => {
    // Neither the name of the test nor the command that runs it again is a reason.
    const lines = (shown.get(name) ?? [])
      .slice(1, FIRST_LINES)
      .filter((line) => !line.startsWith('    repro'));
    const told = flat(lines.join(' '));
    for (const needle of needles) expect(told).toContain(needle);
  });
});

describeReport('Review first', (open) => {
  it.each(PLANTED)('shows what is at fault in %s', async (_, planted, run) => {
    const { page } = await open(await run());
    const more = page.locator('.review > button');
    while ((await more.count()) > 0) await more.click();
    const items = await page.locator('.review > ol > li').allInnerTexts();
    const lost = planted.flatMap(({ name, needles }) => {
      const item = flat(items.find((text) => flat(text).startsWith(`${name} `)) ?? '').slice(name.length);
      return needles
        .filter((needle) => !item.includes(needle))
        .map((needle) => `${name}: ${needle} in ${item}`);
    });
    expect(lost).toEqual([]);
  });
});
