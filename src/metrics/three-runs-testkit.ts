/** Three runs of one test, and what blocks say of them as lines that can be read. */
import type { Explanation, MetricBlock } from '../types/metric.js';
import { measureBlock } from './measure.js';

const catalog = {
  shop: [
    { name: 'search', inputSchema: { type: 'object', required: ['q'] } },
    { name: 'find' },
    { name: 'buy', description: 'Buys it' },
  ],
  crm: [{ name: 'delete' }],
};
export const classes = [
  { name: 'look', members: ['shop.search', 'find'] },
  { name: 'pay', members: ['buy'] },
];
const call = (tool: string, args: unknown = { q: 1 }, over: object = {}) => ({ tool, args, ...over });
/** One that fails and strays, one that repeats itself, one that does nothing. */
const RUNS = [
  {
    calls: [
      call('search', { q: 1 }, { is_error: true }),
      call('search', { q: 2 }),
      call('crm.delete', {}),
      call('buy', 'x'),
    ],
    cost_usd: 0.5,
    faults: [
      { call: 0, kind: 'error' },
      { call: 3, kind: 'timeout' },
    ],
    delegations: [{ from: 'a', to: 'b' }],
    distractors: ['crm.delete', 'crm.trap'],
  },
  {
    calls: [call('find'), call('buy'), call('buy'), call('find')],
    cost_usd: 0.25,
    faults: [],
    distractors: ['crm.delete'],
  },
  { calls: [], cost_usd: 0, faults: [], distractors: ['crm.delete', 'crm.trap', 'x'] },
];
const CONTEXT = {
  servers: ['shop', 'crm'],
  catalog,
  classes,
  prompt: 'Use `search`, then ask the crm to buy',
  countTokens: (text: string) => text.length,
  validate: (_: unknown, value: unknown) => (value as { q?: number }).q !== undefined,
};

/** A line for the words with the run and what they explain, below it the details and the calls that it counted. */
function lines({ targets, run, text, details = [], counted }: Explanation): string[] {
  const leaves = targets.map((target) => target.replace(/^[a-z_]+\./, '')).join(' ');
  const marks = (counted?.() ?? []).map(
    ({ as, good, calls }) => `    ${good ? 'good' : 'bad'}: ${as} ${calls}`,
  );
  return [`${run ?? 'all'} (${leaves}) ${text}`, ...details.map((line) => `  | ${line}`), ...marks];
}

export interface Golden {
  figures: Record<string, number>;
  told: string[];
  more?: object;
}

/** Measures a block over the three runs. */
export async function measured(block: MetricBlock, config: object): Promise<Golden> {
  const { figures, explain, ...more } = await measureBlock(block, RUNS as never, config, CONTEXT);
  return { figures, told: explain.flatMap(lines), ...(Object.keys(more).length > 0 && { more }) };
}
