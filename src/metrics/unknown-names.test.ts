import { describe, expect, it } from 'vitest';
import type { MetricBlock } from '../types/metric.js';
import type { Matcher } from '../types/suite.js';
import { judgeNames, type KnownTools } from './unknown-names.js';

const named = (...names: string[]) => names.map((name) => ({ name }));
const shop: KnownTools = {
  servers: ['shop', 'mail'],
  catalog: { shop: named('search', 'get_user', 'v1.export'), mail: named('send', 'archive_thread') },
};

const judge = (block: MetricBlock, config: unknown, tools: KnownTools = shop) =>
  judgeNames([{ block, config, gates: [] }], tools);
const restricted = (names: string[], tools?: KnownTools) => judge('tool_edges', { restricted: names }, tools);
const expected = (expected_tool: string, tools?: KnownTools) =>
  judge('tool_selection', { expected_tool, min_selection_rate: 1 }, tools);
const members = (...list: string[]) =>
  judge('equal_function_sets', { classes: [{ name: 'find', members: list }] });

describe('names of tools', () => {
  it('knows bare names and those with their server', () => {
    for (const name of ['search', 'shop.search', 'mail.send', 'v1.export', 'shop.v1.export'])
      expect(expected(name)).toEqual({ checks: [], notes: [] });
  });

  it('fails a name that is not there, and says what was probably meant', () => {
    expect(expected('serch').checks).toEqual([
      {
        target: 'tool_selection.expected_tool',
        matcher: 'known',
        expected: 'serch',
        outcome: 'fail',
        message: 'no server of this test has a tool serch: did you mean search?',
      },
    ]);
    expect(expected('shop.send').checks).toHaveLength(1);
    expect(expected('shopp.search').checks[0]?.message).toContain('did you mean shop.search?');
    expect(expected('frobnicate').checks[0]?.message).toContain(
      'there are search, get_user, v1.export, send',
    );
  });

  it('takes a name in a policy for another tool unless it is a misspelling', () => {
    expect(restricted(['serch']).checks[0]?.message).toContain('did you mean search?');
    expect(restricted(['get_users']).checks).toHaveLength(1);
    for (const name of ['drop_all', 'set_user']) {
      const { checks, notes } = restricted([name]);
      expect(checks).toEqual([]);
      expect(notes).toEqual([
        `tool_edges.restricted names ${name}, and no server of this test has such a tool`,
      ]);
    }
    expect(restricted(['v1.export', 'v2.export']).checks).toEqual([]);
  });

  it('wants one known member of a class, and none that is misspelt', () => {
    expect(members('look_around', 'peer').checks).toHaveLength(2);
    expect(members('search', 'look_around').checks).toEqual([]);
    expect(members('search', 'look_around').notes).toHaveLength(1);
    expect(members('search', 'archive_thred').checks).toHaveLength(1);
  });

  it('counts added distractors as tools, but imitates real ones only', () => {
    const tools = { ...shop, distractors: ['shop.serch_v2'] };
    expect(restricted(['serch_v2'], tools)).toEqual({ checks: [], notes: [] });
    const of = (name: string) =>
      judge(
        'distractors',
        { count: 1, source: { from: 'near_duplicate', of: [name] }, correct: ['search'] },
        tools,
      );
    expect(of('serch').checks[0]?.message).toContain('did you mean search?');
    expect(of('serch_v2').checks).toHaveLength(1);
    expect(of('search').checks).toEqual([]);
  });

  it('only notes what it cannot know, a server without a catalogue among others', () => {
    for (const tools of [{ servers: ['shop'] }, { servers: ['shop'], catalog: {} }]) {
      const { checks, notes } = expected('serch', tools);
      expect(checks).toEqual([]);
      expect(notes).toEqual(['not checked whether these are tools, since the catalogue is not known: serch']);
    }
    const half = { servers: ['shop', 'mail'], catalog: { shop: named('search') } };
    expect(expected('mail.anything', half).checks).toEqual([]);
    expect(expected('anything', half).notes).toHaveLength(1);
    expect(expected('shop.serch', half).checks).toHaveLength(1);
  });

  it.each<[MetricBlock, string, object]>([
    [
      'equal_function_sets',
      'equal_function_sets.classes.find',
      { classes: [{ name: 'find', members: ['zzz'] }] },
    ],
    ['token_efficiency', 'token_efficiency.classes.find', { classes: [{ name: 'find', members: ['zzz'] }] }],
    ['tool_selection', 'tool_selection.expected_tool', { expected_tool: 'zzz' }],
    ['distractors', 'distractors.correct', { correct: ['search', 'zzz'], source: { from: 'catalog' } }],
    ['golden_path', 'golden_path.calls', { calls: ['search', { tool: 'zzz', args: {} }] }],
    ['trajectory', 'trajectory.expected', { expected: [{ tool: 'search' }, 'zzz'] }],
  ])('are looked up where %s names them', (block, target, config) => {
    expect(judge(block, config)).toMatchObject({ checks: [{ target, expected: 'zzz' }], notes: [] });
  });

  it.each<[MetricBlock, string, object]>([
    ['tool_edges', 'tool_edges.allowed', { allowed: ['zzz'], restricted: ['search'] }],
    ['tool_edges', 'tool_edges.restricted', { restricted: ['zzz'] }],
    [
      'trajectory',
      'trajectory.args_for',
      { expected: ['search'], args_for: { zzz: 'subset', send: 'subset' } },
    ],
  ])('may be absent today where %s has a policy for them: %s', (block, target, config) => {
    const note = `${target} names zzz, and no server of this test has such a tool`;
    expect(judge(block, config)).toEqual({ checks: [], notes: [note] });
  });

  it('are none where a block names none', () => {
    expect(judge('stability', {})).toEqual({ checks: [], notes: [] });
    expect(judge('tool_edges', {})).toEqual({ checks: [], notes: [] });
  });

  it('are offered, eight at most', () => {
    const of = (count: number) =>
      named(...Array.from({ length: count }, (_, at) => `tool_${'abcdefghij'[at]}`));
    const offer = (count: number) =>
      expected('frobnicate', { servers: ['s'], catalog: { s: of(count) } }).checks[0]?.message;
    expect(offer(0)).toMatch(/: its servers have no tools$/);
    expect(offer(8)).toMatch(/: there are tool_a, .*, tool_h$/);
    expect(offer(10)).toMatch(/: there are tool_a, .*, tool_h, and 2 more$/);
    const many = Array.from({ length: 9 }, (_, at) => `x${at}`);
    expect(restricted(many, { servers: ['s'] }).notes[0]).toMatch(/: x0, .*, x7, and 1 more$/);
    expect(restricted(many.slice(1), { servers: ['s'] }).notes[0]).toMatch(/: x1, .*, x8$/);
  });
});

describe('names that `expect:` says must not be called', () => {
  const forbids = (matcher: unknown, target = 'tool_names', tools: KnownTools = shop) =>
    judgeNames([], tools, [{ target, matcher: matcher as Matcher }]);
  const known = (name: string, message: unknown, target = 'tool_names') => ({
    checks: [{ target, matcher: 'known', expected: name, outcome: 'fail', message }],
    notes: [],
  });
  const noServers = (target: string, name: string, short: string) =>
    known(
      name,
      `${target} has names without their servers, so ${name} is never among them: write ${short}`,
      target,
    );

  it('are those of tools, without their servers', () => {
    expect(forbids({ not: { contains: 'search' } })).toEqual({ checks: [], notes: [] });
    expect(forbids({ not: { contains: 'v1.export' } })).toEqual({ checks: [], notes: [] });
    expect(forbids({ not: { contains: 'serch' } })).toEqual(
      known('serch', 'no server of this test has a tool serch: did you mean search?'),
    );
    expect(forbids({ not: { contains: 'drop_all' } })).toEqual({
      checks: [],
      notes: ['tool_names names drop_all, and no server of this test has such a tool'],
    });
  });

  it.each([
    ['tool_names', { not: { contains: 'mail.send' } }],
    ['tool_names', { each: { not: { exact: 'mail.send' } } }],
    ['tool_names', { not: { any: { any_of: ['mail.send', { exact: 'send' }] } } }],
    ['tool_names[0]', { '!=': 'mail.send' }],
    ['tool_calls[2].name', { not: { exact: 'mail.send' } }],
    ['tool_calls', { not: { any: { subset: { name: 'mail.send', server: 'mail' } } } }],
  ])('%s %j has the server too', (target, matcher) => {
    expect(forbids(matcher, target)).toEqual(noServers(target, 'mail.send', 'send'));
  });

  it('are not looked at where they must be called, nor in what is no name', () => {
    const none = { checks: [], notes: [] };
    expect(forbids({ contains: 'serch' })).toEqual(none);
    expect(forbids({ not: { not: { contains: 'serch' } } })).toEqual(none);
    expect(forbids({ not: { exact: 'serch' } }, 'final_response')).toEqual(none);
    expect(forbids({ not: { exact: 'serch' } }, 'tool_calls[0].args.q')).toEqual(none);
  });

  it('are known from the calls where no catalogue is', () => {
    const tools = { servers: ['mail'], called: ['mail.send', 'mail.mail.list'] };
    expect(forbids({ not: { contains: 'mail.send' } }, 'tool_names', tools).checks).toHaveLength(1);
    expect(forbids({ not: { contains: 'mail.list' } }, 'tool_names', tools).checks).toEqual([]);
    expect(forbids({ not: { contains: 'mail.other' } }, 'tool_names', tools).checks).toEqual([]);
  });
});
