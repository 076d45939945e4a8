/** The runs of examples/claude-cassette, as a stand-in for Claude makes them over the wire. */
import { appendFileSync, cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPBACK_KEY, type Reply, startProvider } from '../../fixtures/provider/loopback.js';
import { playTurns } from '../../fixtures/provider/puppet.js';
import { listPrice } from '../../src/drivers/prices.js';
import { mcptest, root } from './cli.js';

const MODEL = 'claude-sonnet-4-5';
const crossings = { name: 'ferries__list_crossings', args: { date: '2026-05-17' } };
const forecast = { name: 'weather__get_forecast', args: { place: 'the island', date: '2026-05-17' } };

const RUNS: Reply[][] = [
  [
    {
      text: 'I will look at both the timetable and the weather.',
      calls: [crossings, forecast],
      usage: { input: 812, output: 131 },
    },
    {
      text: 'Yes: take the 09:40, which arrives at 10:05, and the morning stays dry.',
      usage: { input: 1046, output: 27 },
    },
  ],
  [
    {
      calls: [{ ...crossings, args: { date: 'Sunday' } }, forecast],
      usage: { input: 812, output: 118 },
    },
    { calls: [crossings], usage: { input: 1061, output: 58 } },
    {
      text: 'Yes, on the 09:40: the morning is dry at 14 °C, and the showers come in the afternoon.',
      usage: { input: 1172, output: 33 },
    },
  ],
  [
    { calls: [forecast, crossings], usage: { input: 812, output: 124 } },
    {
      text: 'Yes, the crossing at 09:40 gets you there at 10:05, before the 12 mm of the afternoon.',
      usage: { input: 1039, output: 34 },
    },
  ],
];

/** Records it in a copy; returns the folder of its cassettes. */
export async function recordClaudeExample(): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'mcptest-claude-'));
  cpSync(join(root, 'examples/claude-cassette'), cwd, { recursive: true });
  const provider = await startProvider('anthropic', playTurns(RUNS));
  try {
    const models = { [MODEL]: { base_url: provider.url, price: listPrice(MODEL) } };
    appendFileSync(join(cwd, 'mcptest.yml'), `\nmodels: ${JSON.stringify(models)}\n`);
    const { code, stderr } = await mcptest(['record', '--concurrency', '1', '--no-save'], {
      cwd,
      env: { ANTHROPIC_API_KEY: LOOPBACK_KEY },
    });
    if (code !== 0) throw new Error(`recording ended with code ${code}\n${stderr}`);
    return join(cwd, 'cassettes');
  } finally {
    await provider.close();
  }
}
