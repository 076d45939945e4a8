import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { draftTests, NO_SUCH_TOOL, suiteText } from './init-suite.js';

const readOnly = { readOnlyHint: true };
const read = (name: string, inputSchema?: object) => ({ name, annotations: readOnly, inputSchema });
const NOTHING = { tools: [], resources: [], prompts: [] };

describe('the first tests of a server', () => {
  it('call what only reads, and say why the rest is left alone', () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const { drafts, left } = draftTests({
      ...NOTHING,
      tools: [
        read('get_weather', schema),
        read('get_time'),
        read('get_time'),
        read('impossible', { type: 'object', properties: { a: false }, required: ['a'] }),
        { name: 'delete_all', annotations: { destructiveHint: true } },
        { name: 'add_note', annotations: { readOnlyHint: false, destructiveHint: false } },
        { name: 7 },
      ],
    });
    const [weather, time, refusal, ...others] = drafts;
    expect(others).toEqual([]);
    expect(weather).toMatchObject({
      test: { name: 'get_weather answers', tool: 'get_weather', args: { city: expect.any(String) } },
    });
    expect(time?.test).not.toHaveProperty('args');
    expect([weather?.otherwise, time?.otherwise]).toEqual([undefined, undefined]);
    expect(refusal?.test.tool).toBe(NO_SUCH_TOOL);
    expect(left).toEqual([
      { tool: 'impossible', why: 'no arguments could be made up from its schema' },
      { tool: 'delete_all', why: 'it may destroy something' },
      { tool: 'add_note', why: 'it may change something' },
    ]);
  });

  it('are made for 25 tools at most', () => {
    const tools = Array.from({ length: 27 }, (_, n) => read(`get_${n}`));
    const { drafts, left } = draftTests({ ...NOTHING, tools });
    expect(drafts).toHaveLength(26);
    expect(left).toEqual([
      { tool: 'get_25', why: 'there are tests for 25 others' },
      { tool: 'get_26', why: 'there are tests for 25 others' },
    ]);
  });

  it('read three resources and fill in what a prompt requires', () => {
    const resources = [{ uri: 7 }, { uri: 'file:///a' }, { uri: 'file:///b' }, { uri: 'file:///c' }];
    const wanted = [
      { name: 'city', required: true },
      { name: 'unit' },
      { name: '__proto__', required: true },
    ];
    const prompts = [{ name: 'plan', arguments: wanted }, { name: 'hello' }, {}];
    const { drafts } = draftTests({ tools: [], resources, prompts });
    expect(drafts.map(({ test }) => test.name)).toEqual([
      'file:///a can be read',
      'file:///b can be read',
      'the prompt plan comes',
      'the prompt hello comes',
      'an unknown tool is refused',
    ]);
    expect(drafts[2]?.test.args).toEqual({ city: 'text' });
    expect(drafts[3]?.test).not.toHaveProperty('args');
  });
});

describe('the suite that holds them', () => {
  it('is YAML that says what was asked, and never reads a variable that a server named', () => {
    const { drafts } = draftTests({ ...NOTHING, tools: [read('get_${env:HOME}')] });
    const left = [{ tool: 'drop\n- name: forged', why: 'it may destroy something' }];
    const text = suiteText({ name: 'depot', entry: { command: ['node', 'server.js'] } }, { drafts, left });
    const suite = parse(text);
    expect(Object.keys(suite)).toEqual(['servers', 'tools']);
    expect(suite.servers).toEqual({ depot: { command: ['node', 'server.js'] } });
    expect(suite.tools[0]).toMatchObject({ name: 'get_env:HOME answers', tool: 'get_$${env:HOME}' });
    expect(text).toContain('    command: [node, server.js]\n');
    expect(text).toMatch(/# Not tested:\n# {3}drop.*forged: it may destroy something\n$/);
  });
});
