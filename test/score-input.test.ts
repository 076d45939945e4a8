/** What `score` and `run` do with input that is wrong: a message with the place and exit code 2, or a figure. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chaos, folder, mcptest, suite } from './lib/cli.js';

const SERVERS = { w: { command: ['never-started'] } };
const SUITE = suite({
  servers: SERVERS,
  agents: [{ name: 'a', orchestration: { expect: [{ 'orchestration.syntax': { '>=': 0 } }] } }],
});

async function score(text: string | Buffer, suiteText = SUITE, ...more: string[]) {
  const cwd = folder({ 's.yml': suiteText });
  writeFileSync(join(cwd, 't.jsonl'), text);
  return mcptest(['score', '--config', 's.yml', '--trace', 't.jsonl', '--reporter', 'json', ...more], {
    cwd,
  });
}

describe('trace files', () => {
  it.each([
    ['an empty file', '', 't.jsonl is empty'],
    ['a gzip', gzipSync('{"calls":[]}'), 't.jsonl'],
    ['a truncated line', '{"calls":[]}\n{"calls":[{"tool":"x"', 't.jsonl:2'],
    ['calls that are no list', '{"calls":[]}\n{"calls":{}}', '/calls'],
    ['a call without a tool', '{"calls":[{"args":{}}]}', '/calls/0'],
    [
      'agents in a circle',
      '{"calls":[],"delegations":[{"from":"p","to":"w"},{"from":"w","to":"p"}]}',
      'p → w → p',
    ],
    ['a newer version', '{"version":9,"calls":[]}', '/version'],
  ])('%s is refused, with the place', async (_, text, place) => {
    const { code, stdout, stderr } = await score(text);
    expect(stderr).toContain(place);
    expect(JSON.parse(stdout).error.message).toContain(place);
    expect(code).toBe(2);
  });

  it('refuses the same file twice, which would be two runs that agree', async () => {
    const { code, stderr } = await score('{"calls":[]}', SUITE, '--trace', './t.jsonl');
    expect(stderr).toContain('the trace ./t.jsonl is given twice, and would count as two runs');
    expect(code).toBe(2);
  });

  it('refuses a file that is not there, and a format that does not exist', async () => {
    const cwd = folder({ 's.yml': SUITE });
    const gone = await mcptest(['score', '--config', 's.yml', '--trace', 'gone.json'], { cwd });
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('gone.json')]);
    const format = await score('{"calls":[]}', SUITE, '--trace-format', 'claude-cod');
    expect([format.code, format.stderr]).toEqual([2, expect.stringContaining('claude-code')]);
    const none = await mcptest(['score', '--config', 's.yml'], { cwd });
    expect(none.code).toBe(2);
  });

  it('measures arguments that are arrays, text or nothing', async () => {
    const args = [{ a: 1 }, [], 'text', {}];
    const { code, stdout } = await score(
      JSON.stringify({ calls: args.map((one) => ({ tool: 'w.t', args: one })) }),
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).results[0].figures).toMatchObject({
      'orchestration.syntax': 50,
      'orchestration.parameterization': 25,
    });
  });

  it('warns of a call id that is used twice, and counts both calls', async () => {
    const call = { id: 'same', type: 'function', function: { name: 't', arguments: '{"a":1}' } };
    const messages = [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: null, tool_calls: [call, call] },
      { role: 'tool', tool_call_id: 'same', content: 'one' },
      { role: 'tool', tool_call_id: 'same', content: 'two' },
    ];
    const { code, stdout, stderr } = await score(JSON.stringify({ messages }));
    expect(stderr).toContain('same');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).results[0].trace.calls).toHaveLength(2);
  });
});

describe('agent tests in a suite', () => {
  it.each([
    [
      'a circle of delegates',
      {
        agents: [
          { name: 'a', delegates: ['b'] },
          { name: 'b', delegates: ['a'] },
        ],
      },
      'the agents delegate in a circle: a → b → a',
    ],
    ['an unknown delegate', { agents: [{ name: 'a', delegates: ['b'] }] }, 'there is no agent `b`'],
    [
      'an unknown server',
      { agents: [{ name: 'a', servers: ['ww'] }] },
      'there is no server `ww`; did you mean `w`?',
    ],
    [
      'a misspelt figure',
      { agents: [{ name: 'a', stability: { expect: [{ 'stability.loop': 1 }] } }] },
      'did you mean `stability.loops`?',
    ],
    ['an unknown block', { agents: [{ name: 'a', stabilty: {} }] }, 'did you mean `stability`?'],
  ])('%s is refused, with the place', async (_, blocks, message) => {
    const { code, stderr } = await score('{"calls":[]}', suite({ servers: SERVERS, ...blocks }));
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/s\.yml:\d+:\d+ /);
    expect(code).toBe(2);
  });
});

describe('run', () => {
  const mixed = suite({
    servers: { w: { command: chaos('none') } },
    tools: [{ name: 'a tool test', tool: 'echo', args: { text: 'hi' } }],
    agents: [
      { name: 'an agent test', prompt: 'Go.', tags: ['agent'], stability: {} },
      { name: 'left out', skip: 'later', stability: {} },
    ],
  });

  it('does not pass an agent test that it has no model for', async () => {
    const cwd = folder({ 'mcptest.yml': mixed });
    const { code, stdout, stderr } = await mcptest(['run', '--reporter', 'json'], { cwd });
    expect(code).toBe(2);
    expect(JSON.parse(stdout).error.code).toBe('agent-not-runnable');
    expect(stderr).toContain('`an agent test`');
  });

  it('runs the other tests when only those are selected', async () => {
    const cwd = folder({ 'mcptest.yml': mixed });
    const { code, stdout } = await mcptest(['run', '--skip-tag', 'agent', '--reporter', 'json'], { cwd });
    const { results } = JSON.parse(stdout) as { results: { name: string; verdict: string }[] };
    expect(results.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['a tool test', 'pass'],
      ['left out', 'skipped'],
    ]);
    expect(code).toBe(0);
    const named = await mcptest(['run', '--filter', 'a tool test', '--reporter', 'minimal'], { cwd });
    expect(named.code).toBe(0);
  });
});

describe('plan-runs', () => {
  it.each([
    [['--half-width', '0.05', '--confidence', '95'], '385\n'],
    [['--half-width', '0.05'], '385\n'],
    [['--floor', '0.8'], '14\n'],
    [['--floor', '0.9'], '29\n'],
    [['--floor', '.95'], '59\n'],
    [['--floor', '0.99'], '299\n'],
  ])('%j', async (args, printed) => {
    expect(await mcptest(['plan-runs', ...args])).toMatchObject({ code: 0, stdout: printed, stderr: '' });
  });

  it.each([
    [[]],
    [['--half-width', '0']],
    [['--floor', '2']],
    [['--half-width', '0.1', '--floor', '0.9']],
    [['--floor', 'x']],
  ])('refuses %j', async (args) => {
    expect(await mcptest(['plan-runs', ...args])).toMatchObject({ code: 2, stdout: '' });
  });
});
