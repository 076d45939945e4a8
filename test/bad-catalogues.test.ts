/** Catalogues that nobody should have to read, through every command that reads one. */
import { describe, expect, it } from 'vitest';
import { folder, mcptest } from './lib/cli.js';

const tool = (name: string, more: object = {}) => ({
  name,
  description: `Returns the row ${name} of a table.`,
  inputSchema: { type: 'object' },
  ...more,
});
const deep = (depth: number) => `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`;

const SCHEMAS: unknown[] = [
  undefined,
  null,
  1,
  'x',
  [],
  true,
  {
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    properties: { root: { $ref: '#/$defs/node' }, self: { $ref: '#' } },
  },
  { $ref: '#', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  { properties: { a: { $ref: '#/nowhere' }, b: { $ref: 'http://x.invalid/' } } },
  { properties: { a: { type: 'string', pattern: '(a+)+$(' }, b: { enum: [] } }, required: 'a' },
];

/** Readable: a report, whatever it says. */
const READABLE: Record<string, string> = {
  'duplicate names': JSON.stringify({ tools: [tool('same'), tool('same'), tool('same')] }),
  'schemas that are missing, of another type, recursive or broken': JSON.stringify({
    tools: SCHEMAS.map((inputSchema, i) => tool(`t${i}`, { inputSchema })),
  }),
  '__proto__ keys': `{"tools":[{"name":"__proto__","__proto__":{"polluted":1},"description":"Reads.","inputSchema":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"required":["__proto__","constructor"]}},{"name":"constructor","description":"Reads.","inputSchema":{"type":"object"}}],"__proto__":{"tools":[]}}`,
  'a 1 MB description': JSON.stringify({
    tools: [tool('big', { description: 'words of text. '.repeat(70_000) })],
  }),
  '1 MB without a space': JSON.stringify({ tools: [tool('big', { description: 'a'.repeat(1_000_000) })] }),
  'a deep schema': `{"tools":[{"name":"deep","description":"Reads.","inputSchema":${deep(2000)}}]}`,
  'no tools': '{"tools":[]}',
};

/** Not a catalogue: a clear message, exit 2. */
const UNREADABLE: Record<string, string> = {
  'not JSON': 'this is not JSON',
  'no list': '{"tools":"none"}',
  empty: '',
};

const COMMANDS: Record<string, { args: string[]; ok: number[] }> = {
  lint: { args: ['lint', '--from', 'x.json'], ok: [0, 1] },
  security: { args: ['security', '--from', 'x.json'], ok: [0, 1] },
  tokens: { args: ['tokens', '--from', 'x.json'], ok: [0] },
  tdqs: { args: ['tdqs', 'score', '--from', 'x.json'], ok: [0, 1, 3] },
  lock: { args: ['lock', '--from', 'x.json', '--lock', 'out.lock'], ok: [0, 1] },
  diff: { args: ['diff', 'x.json', 'other.json'], ok: [0, 1] },
};

describe.each(Object.entries(COMMANDS))('%s', (_, { args, ok }) => {
  const run = async (text: string) => {
    const cwd = folder({ 'x.json': text, 'other.json': JSON.stringify({ tools: [tool('t')] }) });
    const { code, stdout, stderr } = await mcptest(args, { cwd });
    return { code, stdout, stderr };
  };

  it.each(Object.entries(READABLE))('%s', async (_name, text) => {
    const { code, stdout, stderr } = await run(text);
    expect(ok, stderr.slice(0, 2000)).toContain(code);
    expect(stdout.length + stderr.length).toBeLessThan(20_000_000);
    expect(stderr).not.toMatch(/\n\s+at \S+ \(/);
  });

  it.each(Object.entries(UNREADABLE))('2: %s', async (_name, text) => {
    const { code, stdout, stderr } = await run(text);
    expect([code, stdout], stderr).toEqual([2, '']);
    expect(stderr).toContain('x.json');
  });
});
