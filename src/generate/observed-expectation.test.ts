import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ToolDef } from '../types/catalog.js';
import { Observations, type ObservedAnswer } from './observation.js';
import { ObservedPlace } from './observed-expectation.js';
import { generateSuite } from './suite.js';

const said = (text: string, isError?: boolean): ObservedAnswer => ({
  duration_ms: 1,
  result: { content: [{ type: 'text', text }], ...(isError && { isError }) },
});
const refused: ObservedAnswer = { duration_ms: 1, error: { code: -32602, message: 'no such city' } };
const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tool = (over: Partial<ToolDef> = {}): ToolDef => ({ name: 'get_tide', inputSchema: city, ...over });

interface Made {
  name: string;
  args: unknown;
  skip?: string;
  on_tool_error?: string;
  expect: Record<string, unknown>[];
}

/** `answers` are what each set of arguments got, in both calls. */
function suiteOf(tools: ToolDef[], answers: [Record<string, unknown>, ObservedAnswer, ObservedAnswer?][]) {
  const observations = new Observations();
  for (const [args, first, second = first] of answers)
    for (const answer of [first, second]) observations.add({ kind: 'tool', name: 'get_tide', args }, answer);
  const seen = new ObservedPlace(observations, '/home/ada/suite');
  const made = generateSuite({ server: 's', tools }, { command: ['node', 'server.js'] }, { seen });
  return { ...made, tests: parse(made.suite).tools as Made[] };
}

const [made] = suiteOf([tool()], []).tests;
const happy = made?.args as Record<string, unknown>;
const named = (tests: Made[], what: string) => tests.find(({ name }) => name === `get_tide: ${what}`);

describe('a suite written from what was observed', () => {
  it('holds what stayed the same, and takes the excuse away', () => {
    const { tests, weak } = suiteOf([tool()], [[happy, said('High at noon')]]);
    const test = named(tests, 'valid arguments');
    expect(test).not.toHaveProperty('on_tool_error');
    expect(test?.expect).toContainEqual({ 'result.content[0].text': 'High at noon' });
    expect(test?.expect).toContainEqual({ 'result.content': { length: 1 } });
    expect(weak).not.toContain('get_tide: valid arguments');
  });

  it('pins no error to made-up arguments, and says which to replace', () => {
    const { tests, notes, weak } = suiteOf([tool()], [[happy, said('no such city', true)]]);
    expect(named(tests, 'valid arguments')).toMatchObject({ on_tool_error: 'inconclusive' });
    expect(JSON.stringify(tests)).not.toContain('no such city');
    expect(notes.join()).toContain('get_tide: it signals an error to made-up arguments: replace `city`');
    expect(weak).toContain('get_tide: valid arguments');
  });

  it('skips what the server refuses outright, until there are real arguments', () => {
    const { tests } = suiteOf([tool()], [[happy, refused]]);
    expect(named(tests, 'valid arguments')?.skip).toContain('`city`');
  });

  it('holds nothing of an answer that came only once, varies, or tells of a failure', () => {
    for (const answers of [
      [happy, said('High'), said('boom', true)],
      [happy, said('Error: fetch failed')],
    ] as Parameters<typeof suiteOf>[1]) {
      const { tests, notes } = suiteOf([tool()], [answers]);
      expect(named(tests, 'valid arguments')?.expect).toHaveLength(2);
      expect(notes.join()).toMatch(/get_tide: its? /);
    }
  });

  it('says in the name that an edge is refused, and how', () => {
    const edge = { city: '' };
    const { tests } = suiteOf(
      [tool()],
      [
        [happy, said('High')],
        [edge, said('city is empty', true)],
      ],
    );
    expect(named(tests, 'boundary values')).toBeUndefined();
    expect(named(tests, 'refuses boundary values')?.expect[0]).toEqual({ 'result.isError': true });
  });

  it('says how a violation is refused, and that the argument is named', () => {
    const { tests } = suiteOf([tool()], [[{}, said('-32602: city is missing', true)]]);
    expect(named(tests, 'refuses arguments without city')?.expect).toEqual([
      { 'result.isError': true },
      { 'result.content': { length: 1 } },
      { 'result.content[0].text': { contains_all: ['city', '-32602'] } },
    ]);
  });

  it('holds only the shape of what tells of the machine, the moment or the world', () => {
    const { tests } = suiteOf(
      [tool({ annotations: { readOnlyHint: true, openWorldHint: true } })],
      [[happy, said('High at noon')]],
    );
    expect(JSON.stringify(named(tests, 'valid arguments'))).not.toContain('High at noon');
  });

  it('leaves alone what may change what was observed', () => {
    const changing = { name: 'add_tide', inputSchema: city };
    const { tests } = suiteOf([tool(), changing], [[happy, said('High')]]);
    const skipped = tests.filter(({ skip }) => skip?.includes('may change')).map(({ name }) => name);
    expect(skipped).toEqual(['add_tide: valid arguments', 'add_tide: boundary values']);
    expect(suiteOf([tool(), changing], []).tests.some(({ skip }) => skip)).toBe(false);
  });

  it('writes paths of the suite as its own folder, and none of this machine', () => {
    const { suite } = suiteOf([tool()], [[happy, said('/home/ada/suite/a.txt')]]);
    expect(suite).toContain('"${CONFIG_DIR}/a.txt"');
    expect(suiteOf([tool()], [[happy, said('/home/ada/a.txt')]]).suite).not.toContain('ada');
  });
});
