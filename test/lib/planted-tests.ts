/** Tool tests that fail: one for each family of matchers, each fault, each gate of a suite, and what the reader must see. */
import type { RunEnvelope } from '../../src/types/envelope.js';
import { runFiles, startMock } from './in-process.js';
import type { Planted } from './planted-agents.js';

const ANSWER = {
  content: [{ type: 'text', text: 'status: degraded' }],
  structuredContent: {
    id: 7314,
    name: 'Ada',
    tags: ['red', 'blue'],
    ratio: 3.5,
    address: { city: 'Oslo', zip: '0150', country: 'NO' },
    rows: [{ n: 1 }, { n: -4 }],
  },
};
const FAULTS = ['error', 'timeout', 'malformed', 'empty', 'disconnect'];
const MANIFEST = {
  name: 'planted',
  tools: [
    { name: 'read', input_schema: { type: 'object' }, response: ANSWER },
    { name: 'never_called', input_schema: { type: 'object' }, response: ANSWER },
    {
      name: 'promises',
      input_schema: { type: 'object' },
      output_schema: { type: 'object', properties: { id: { type: 'string' } } },
      response: { content: ANSWER.content, structuredContent: { id: 7314 } },
    },
    ...FAULTS.map((kind) => ({ name: kind, input_schema: { type: 'object' }, response: ANSWER })),
  ],
  faults: FAULTS.map((kind) => ({ tool: kind, kind, times: 'always' })),
};

interface Plant extends Planted {
  tool?: string;
  target?: string;
  matcher?: unknown;
  limits?: Record<string, number>;
}

const value = (path: string, matcher: Record<string, unknown>, ...needles: string[]): Plant => ({
  name: `the matcher ${Object.keys(matcher)[0]} of ${path.slice(1)}`,
  target: `result.structuredContent${path}`,
  matcher,
  needles,
});

const MATCHERS: Plant[] = [
  value('.name', { exact: 'Bob' }, '"Bob"', 'Ada'),
  value('.address', { exact: { country: 'NO', city: 'Bergen', zip: '0150' } }, 'city', '"Bergen"', '"Oslo"'),
  value('.tags', { contains: 'green' }, 'contains "green"', 'blue'),
  value('.name', { icontains: 'BOB' }, '"BOB"', 'Ada'),
  value('.tags', { contains_all: ['red', 'green'] }, '"green" is missing', 'blue'),
  value('.name', { starts_with: 'B' }, '"B"', 'Ada'),
  value('.name', { ends_with: 'z' }, '"z"', 'Ada'),
  value('.name', { regex: '^B' }, '^B', 'Ada'),
  value('.id', { schema: { maximum: 0 } }, 'is at most 0, but it is 7314'),
  value(
    '.address',
    { schema: { properties: { zip: { type: 'number' } } } },
    '/zip is "0150" and must be a number',
  ),
  value('.id', { '>': 9999 }, '9999', '7314'),
  value('.id', { '!=': 7314 }, '7314'),
  value('.tags', { length: 3 }, 'the length of result.structuredContent.tags equals 3, but it is 2'),
  value('.id', { type: 'string' }, 'string', '7314'),
  value('.ratio', { approx: { value: 4, within: 0.1 } }, 'within 0.1 of 4, but it is 3.5'),
  value('.address', { subset: { city: 'Bergen' } }, 'city', '"Bergen"', '"Oslo"'),
  value('.tags', { unordered: ['blue', 'green'] }, '"red" is one too many'),
  value('.rows', { each: { subset: { n: 1 } } }, 'rows[1]', '-4'),
  value('.tags', { any: { exact: 'green' } }, 'has an item that equals "green"', 'none of its 2 items does'),
  value('.name', { not: { contains: 'da' } }, 'does not contain "da"', 'Ada'),
  value('.name', { all_of: [{ type: 'string' }, { contains: 'Bob' }] }, 'contains "Bob"', 'Ada'),
  value('.id', { any_of: [8, 9] }, 'none of the 2 alternatives holds', 'equals 8', 'it is 7314'),
  value('.name', { snapshot: true }, 'equals its snapshot, but none is saved'),
  value('.adress.city', { exact: 'Oslo' }, 'has no "adress"', 'did you mean "address"'),
];

const OTHERS: Plant[] = [
  { name: 'what the tool promises', tool: 'promises', needles: ['/id is 7314 and must be a string'] },
  { name: 'too long an answer', limits: { max_response_tokens: 3 }, needles: ['more than the 3 allowed'] },
  { name: 'the fault error', tool: 'error', needles: ['temporarily unavailable'] },
  { name: 'the fault timeout', tool: 'timeout', needles: ['no answer to tools/call within 1000 ms'] },
  { name: 'the fault malformed', tool: 'malformed', needles: ['cut o'] },
  {
    name: 'the fault empty',
    tool: 'empty',
    target: 'result.content[0].text',
    matcher: { contains: 'ok' },
    needles: ['result.content is empty'],
  },
  { name: 'the fault disconnect', tool: 'disconnect', needles: ['connection'] },
];

const TESTS = [...MATCHERS, ...OTHERS];

/** The gates of the suite have names of their own. */
export const plantedTests: Planted[] = [
  ...TESTS,
  { name: 'tool coverage', needles: ['not called: planted.never_called'] },
  { name: 'strength', needles: ['100 % are required', 'these tests pass with any answer: looks at nothing'] },
];

export async function runPlanted(): Promise<RunEnvelope> {
  const url = await startMock(MANIFEST);
  const tests = TESTS.map(({ name, tool = 'read', target, matcher, limits }) => ({
    name,
    tool,
    args: {},
    expect: limits ?? (target === undefined ? [] : [{ target, matcher }]),
  }));
  const hollow = { name: 'looks at nothing', tool: 'read', args: {}, expect: { max_duration_ms: 60_000 } };
  const { envelope } = await runFiles(
    {
      'mcptest.yml': {
        servers: { planted: { url, request_timeout: '1s' } },
        tools: [...tests, hollow],
        coverage: { tools: 100 },
        strength: { min: 100 },
      },
    },
    { env: { PATH: process.env.PATH, CI: 'true' } },
  );
  return envelope;
}
