/** What the official clients refuse is told by every command that meets it: the tool, the field and who refuses. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEnvelope } from '../src/types/envelope.js';
import type { DoctorReport } from '../src/verbs/doctor.js';
import { folder, mcptest, root, suite } from './lib/cli.js';

const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 's', version: '1' },
};
const GOOD = {
  name: 'look',
  description: 'Look at the shelf.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
};
const TEXT = { content: [{ type: 'text', text: 'fine' }] };
const BOTH = 'the official clients (SDK 1.x and 2.x) refuse';

type Answers = Record<string, unknown>;
const server = (answers: Answers): string[] => [
  process.execPath,
  join(root, 'fixtures/shapes-mcp.mjs'),
  JSON.stringify({
    initialize: HELLO,
    'tools/list': { tools: [GOOD] },
    'tools/call': TEXT,
    ping: {},
    ...answers,
  }),
];

interface Case {
  answers: Answers;
  /** The step of doctor that fails. */
  step: string;
  message: string;
}

const bad = (field: object): Answers => ({ 'tools/list': { tools: [{ ...GOOD, ...field }] } });

const LISTED: Record<string, Case> = {
  'a tool without inputSchema.type': {
    answers: bad({ inputSchema: {} }),
    step: 'tools-list',
    message: `tool "look": inputSchema.type is missing; ${BOTH}`,
  },
  'a null for a title': {
    answers: bad({ title: null }),
    step: 'tools-list',
    message: `tool "look": title is null and not a string; ${BOTH}`,
  },
  'a null for a cursor': {
    answers: { 'tools/list': { tools: [GOOD], nextCursor: null } },
    step: 'tools-list',
    message: `result.nextCursor is null and not a string; ${BOTH}`,
  },
  'an output schema that does not compile': {
    answers: bad({ outputSchema: { type: 'object', properties: { a: { type: 'nope' } } } }),
    step: 'tools-list',
    message: 'tool "look": outputSchema does not compile',
  },
  'a handshake without a version of the server': {
    answers: { initialize: { ...HELLO, serverInfo: { name: 's' } } },
    step: 'handshake',
    message: `initialize: result.serverInfo.version is missing; ${BOTH}`,
  },
};

async function doctor(answers: Answers) {
  const cwd = folder();
  const ran = await mcptest(['doctor', '--format', 'json', '--', ...server(answers)], {
    cwd,
    env: { HOME: cwd },
  });
  const [one] = (JSON.parse(ran.stdout) as DoctorReport).servers;
  const step = one?.steps.find(({ id }) => id === one.failed);
  return { code: ran.code, failed: one?.failed, detail: step?.detail };
}

async function run(answers: Answers) {
  const cwd = folder({
    'mcptest.yml': suite({
      servers: { shelf: { command: server(answers) } },
      tools: [{ name: 'looks', tool: 'look', args: {} }],
    }),
  });
  const ran = await mcptest(['run', '--reporter', 'json'], { cwd });
  return { code: ran.code, envelope: JSON.parse(ran.stdout) as RunEnvelope };
}

describe.each(Object.entries(LISTED))('%s', (_, { answers, step, message }) => {
  it('fails doctor', async () => {
    expect(await doctor(answers)).toEqual({
      code: 1,
      failed: step,
      detail: expect.stringContaining(message),
    });
  });

  it('is told by tools, which is not green', async () => {
    const ran = await mcptest(['tools', '--', ...server(answers)]);
    expect(ran.stdout).toContain('look');
    expect(ran.stderr).toContain(message);
    expect(ran.code).toBe(1);
  });

  it('is critical for lint', async () => {
    const { code, stdout } = await mcptest(['lint', '--format', 'json', '--', ...server(answers)]);
    const told = (JSON.parse(stdout) as { findings: { rule: string; severity: string }[] }).findings;
    expect(told.filter(({ rule }) => rule === 'CAT-002' || rule === 'SCH-005')).toEqual([
      expect.objectContaining({ severity: 'critical' }),
    ]);
    expect(code).toBe(1);
  });
});

describe('a run', () => {
  it('fails the test of a tool that the official clients refuse, with a critical finding', async () => {
    const { code, envelope } = await run(bad({ inputSchema: {} }));
    expect(envelope.results[0]).toMatchObject({ verdict: 'fail' });
    expect(envelope.findings).toMatchObject([
      { rule: 'client-refuses', severity: 'critical', tool: 'look', pointer: '/inputSchema/type' },
    ]);
    expect(code).toBe(1);
  });

  it('is not green where another tool spoils the list', async () => {
    const { code, envelope } = await run({
      'tools/list': { tools: [GOOD, { ...GOOD, name: 'b', icons: null }] },
    });
    expect(envelope.results[0]).toMatchObject({ verdict: 'pass' });
    expect(envelope.errors?.[0]?.message).toContain('tool "b": icons is null and not a list');
    expect(envelope.verdict).toBe('inconclusive');
    expect(code).toBe(3);
  });

  it.each([
    ['a null block', { content: [null] }, 'result.content[0] is null and not an object with a type'],
    ['a block of a type that no client knows', { content: [{ type: 'video' }] }, 'has the type "video"'],
    ['a text that is no string', { content: [{ type: 'text', text: 7 }] }, 'result.content[0].text is 7'],
    ['an isError that is no boolean', { content: [], isError: 'no' }, 'result.isError is "no"'],
  ])('fails the test whose answer has %s', async (_, answer, message) => {
    const { code, envelope } = await run({ 'tools/call': answer });
    expect(envelope.results[0]?.verdict).toBe('fail');
    expect(envelope.results[0]?.checks.at(-1)).toMatchObject({
      matcher: 'clients',
      outcome: 'fail',
      message: expect.stringContaining(message),
    });
    expect(envelope.findings).toMatchObject([{ rule: 'client-refuses', severity: 'critical' }]);
    expect(code).toBe(1);
  });

  it('and nothing is said of what they accept', async () => {
    const odd = { ...GOOD, annotations: { readOnlyHint: true, own: null }, own: null, 'x-y': [null] };
    const { code, envelope } = await run({
      'tools/list': { tools: [odd], own: null },
      'tools/call': { ...TEXT, own: null, _meta: { a: null } },
    });
    expect(envelope.findings).toEqual([]);
    expect(code).toBe(0);
    expect(await doctor({ 'tools/list': { tools: [odd], own: null } })).toMatchObject({ code: 0 });
  });
});
