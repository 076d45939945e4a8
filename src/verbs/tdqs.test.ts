import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startProvider } from '../../fixtures/provider/loopback.js';
import { folder } from '../../test/lib/cli.js';
import { calibrateJudge, scoreCatalogs } from './tdqs.js';

const good = {
  name: 'list_boats',
  description:
    'Lists the boats that lie in the harbour, sorted by berth. Use it before a berth is given away. Returns names and berths; it changes nothing.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true },
};
const cwd = folder({
  'good.json': JSON.stringify([good]),
  'bad.json': JSON.stringify([{ name: 'x', description: 'x' }]),
});

it('scores a catalogue, and fails the server that is below the bar', async () => {
  const fine = await scoreCatalogs({ cwd, from: 'good.json', fail_under: 'B' });
  expect(fine).toMatchObject({ below: [], incomplete: false, report: { judge: 'offline' } });
  const poor = await scoreCatalogs({ cwd, from: 'bad.json', fail_under: 'B' });
  expect(poor.below).toEqual(poor.report.servers.map(({ name }) => name));
  expect(poor.report.servers[0]!.overallScore).toBeLessThan(fine.report.servers[0]!.overallScore!);
});

it('compares with a report that was saved', async () => {
  const before = await scoreCatalogs({ cwd, from: 'good.json' });
  expect(before.comparison).toBeUndefined();
  writeFileSync(join(cwd, 'base.json'), JSON.stringify(before.report));
  const { comparison } = await scoreCatalogs({ cwd, from: 'good.json', compare: 'base.json' });
  expect(comparison).toBeDefined();
  await expect(scoreCatalogs({ cwd, from: 'good.json', compare: 'good.json' })).rejects.toThrow('good.json');
});

it('refuses a bar that is none, and a flag that the offline judge has no use for', async () => {
  await expect(scoreCatalogs({ cwd, from: 'good.json', fail_under: 'Z' })).rejects.toMatchObject({
    code: 'bad-argument',
  });
  await expect(calibrateJudge({ rubric: 'r.yml' })).rejects.toMatchObject({ code: 'bad-judge' });
});

it('the offline judge is calibrated', async () => {
  const { passed, judge, examples } = await calibrateJudge({ cwd });
  expect([passed, judge, examples.length]).toEqual([true, 'offline', 4]);
});

it.each([
  [{ price: { input: 1000, output: 1000 } }, 'is spent'],
  [{}, 'its price is not known'],
])('keeps the budget of the suite that declares the judge, priced %j', async (price, told) => {
  const answers = await startProvider('openai-chat', () => ({ text: '{}' }));
  const house = { provider: 'openai-compatible', base_url: answers.url, model: 'm', ...price };
  const suite = { budget: { per_suite_usd: 0.1 }, models: { house } };
  writeFileSync(join(cwd, 'priced.yml'), JSON.stringify(suite));
  const asked = scoreCatalogs({ cwd, from: 'good.json', judge: 'house', config: 'priced.yml' });
  const said = await asked.then(({ report }) => JSON.stringify(report), String);
  await answers.close();
  expect(said).toContain(told);
});
