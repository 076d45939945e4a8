import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Message, MOCK, openDoor } from './door-testkit.js';
import { Drafts } from './drafts.js';

const TOOLS = [
  {
    name: 'get_tide',
    description: 'Returns the tide of a port. It is high or low.\n\nMore is told elsewhere.',
    inputSchema: {
      type: 'object',
      required: ['port'],
      properties: {
        port: { type: 'string' },
        day: { type: 'string', enum: ['today', 'tomorrow'] },
        at: { anyOf: [{ type: 'number' }, { type: 'null' }] },
        marks: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
      },
    },
  },
  { name: 'delete_log', description: 'Deletes the log.', inputSchema: { type: 'object' } },
];

let workspace: string;
let call: (name: string, args?: unknown) => Promise<Message>;
beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-drafts-')));
  writeFileSync(join(workspace, 'tools.json'), JSON.stringify({ tools: TOOLS }));
  ({ call } = openDoor({ workspace }));
});
const data = async (name: string, args: Message): Promise<Message> =>
  (await call(name, args)).structuredContent;

describe('list_tools', () => {
  it('gives names, what each takes, or all that the server states', async () => {
    expect(await data('list_tools', { command: MOCK, detail: 'names' })).toEqual({
      tools: [{ name: 'get_tide' }, { name: 'delete_log' }],
    });
    expect(await data('list_tools', { command: MOCK, detail: 'summary' })).toEqual({
      tools: [
        {
          name: 'get_tide',
          description: 'Returns the tide of a port.',
          args: 'port: string, day?: "today"|"tomorrow", at?: number|null, marks?: {name?: string}[]',
        },
        { name: 'delete_log', description: 'Deletes the log.' },
      ],
    });
    expect(await data('list_tools', { command: MOCK })).toEqual({ tools: TOOLS });
  });

  it('gives the tools that are named, and tells which was probably meant', async () => {
    expect(await data('list_tools', { command: MOCK, tools: ['get_tide'] })).toEqual({ tools: [TOOLS[0]] });
    expect(await data('list_tools', { command: MOCK, tools: ['get_tied'], detail: 'names' })).toEqual({
      tools: [],
      notes: ['no tool is called get_tied: did you mean `get_tide`?'],
    });
  });
});

describe('a draft', () => {
  it('is scaffolded, added to, edited, checked and run without being sent', async () => {
    const made = await data('scaffold_suite', { command: MOCK, detail: 'summary' });
    expect(made).toMatchObject({ draft: 'd1', review: ['delete_log'] });
    expect(made).not.toHaveProperty('suite');
    const { test } = await data('propose_assertions', {
      command: MOCK,
      tool: 'get_tide',
      args: { port: 'Oslo' },
      draft: 'd1',
    });
    const budget = /max_duration_ms: \d+/.exec(test)![0];
    const slip = await data('validate_suite', {
      suite: 'd1',
      edits: [{ old: budget, new: 'max_duration: 9999' }],
    });
    expect(slip).toMatchObject({ valid: false, errors: [{ hint: 'did you mean `max_duration_ms`?' }] });
    const edits = [{ old: 'max_duration: 9999', new: 'max_duration_ms: 9999' }];
    expect(await data('validate_suite', { suite: 'd1', edits })).toEqual({ valid: true, errors: [] });
    const { run_id, results } = await data('run_tool_test', { suite: 'd1' });
    expect(results.map(({ name }: Message) => name)).toContain(
      'get_tide: proposed assertions (port: "Oslo")',
    );
    const kept = readFileSync(join(workspace, '.mcptest', 'inline', `${run_id}.yml`), 'utf8');
    expect(kept).toContain('max_duration_ms: 9999');
    const again = await data('run_tool_test', {
      suite: run_id,
      edits: [{ old: 'port: "Oslo"', new: 'port: "Bergen"', all: true }],
      detail: 'summary',
    });
    expect(again.run_id).not.toBe(run_id);
    expect(again).not.toHaveProperty('results');
    expect((await data('mutate_suite', { suite: 'd1' })).run_id).toBeTypeOf('string');
  });

  it('comes with its text unless it is asked for in short', async () => {
    const { draft, suite } = await data('scaffold_suite', { command: MOCK });
    expect(await new Drafts(workspace).text(suite)).toBe(suite);
    expect(draft).toBe('d1');
    expect((await data('scaffold_suite', { command: MOCK })).draft).toBe('d2');
  });

  it('is not changed by edits of which one is unclear', async () => {
    const drafts = new Drafts(workspace);
    const name = drafts.keep('a: 1\nb: 1\n');
    await expect(
      drafts.text(name, [
        { old: 'a: 1', new: 'a: 2' },
        { old: ': 1\nc', new: 'x' },
      ]),
    ).rejects.toThrow('edit 2: `old` is nowhere');
    await expect(drafts.text(name, [{ old: '1', new: '2' }])).rejects.toThrow('2 times');
    await expect(drafts.text(name, [{ old: '', new: '2' }])).rejects.toThrow('times');
    expect(await drafts.text(name)).toBe('a: 1\nb: 1\n');
    expect(await drafts.text(name, [{ old: '1', new: '$&', all: true }])).toBe('a: $&\nb: $&\n');
  });

  it('is forgotten when fifty others came', async () => {
    const drafts = new Drafts(workspace);
    for (let at = 0; at < 51; at += 1) drafts.keep(`a: ${at}`);
    await expect(drafts.text('d1')).rejects.toThrow('no draft');
    expect(await drafts.text('d51')).toBe('a: 50');
  });

  it('is nothing that lies elsewhere, whatever it is called', async () => {
    const other = mkdtempSync(join(tmpdir(), 'mcptest-other-'));
    writeFileSync(join(other, 'x.yml'), 'servers: {}');
    mkdirSync(join(workspace, '.mcptest', 'inline'), { recursive: true });
    symlinkSync(join(other, 'x.yml'), join(workspace, '.mcptest', 'inline', 'x.yml'));
    const drafts = new Drafts(workspace);
    for (const name of ['x', 'd1', 'latest', '__proto__'])
      await expect(drafts.text(name), name).rejects.toThrow('no draft');
    // What is no name is a suite, and says so itself.
    expect(await drafts.text('../x')).toBe('../x');
  });
});
