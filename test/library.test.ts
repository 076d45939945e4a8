/** The library does what the commands do, and prints nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from '../src/index.js';
import { chaos, folder, root, suite } from './lib/cli.js';

const servers = { chaos: { command: chaos('none') } };
const test = { name: 'echoes', tool: 'echo', args: { text: 'hi' } };

describe('library', () => {
  it('exports what docs/library.md lists, and nothing else', () => {
    const page = readFileSync(join(root, 'docs/library.md'), 'utf8');
    const listed = page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...line.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect([...listed, 'McptestError'].sort()).toEqual(Object.keys(library).sort());
  });

  it('looks at catalogues', async () => {
    const text = 'Lists the boats that lie in the harbour, by berth. Use it before a berth is given away.';
    const tools = [{ name: 'list_boats', description: text, inputSchema: { type: 'object' } }, { name: 'x' }];
    const cwd = folder({ 'a.json': JSON.stringify(tools), 'b.json': JSON.stringify(tools.slice(0, 1)) });
    expect((await library.lint({ cwd, from: 'a.json' })).findings.map(({ tool }) => tool)).toContain('x');
    expect((await library.measureTokens({ cwd, from: 'a.json' })).total).toBeGreaterThan(20);
    expect((await library.scoreCatalogs({ cwd, from: 'b.json' })).report.servers).toHaveLength(1);
    const { diff } = await library.diffTargets({ cwd, before: 'a.json', after: 'b.json' });
    expect(diff.changes.map(({ tool }) => tool)).toEqual(['x']);
  });

  it('runs a suite and tells of its progress', async () => {
    const cwd = folder({ 'mcptest.yml': suite({ servers, tools: [test] }) });
    const events: string[] = [];
    const { envelope } = await library.run({
      cwd,
      progress: (event) => events.push(event.type),
      save: false,
    });
    expect(envelope.verdict).toBe('pass');
    expect(events).toEqual(expect.arrayContaining(['plan', 'server', 'case-start', 'case-end']));
  });

  it('measures whether a suite would notice, on a run made now and on the saved one', async () => {
    const cwd = folder({ 'mcptest.yml': suite({ servers, tools: [test] }) });
    const { strength, envelope, exit_code, closing } = await library.mutate({ cwd });
    await closing;
    expect(exit_code).toBe(0);
    expect(strength.tests).toMatchObject([{ name: 'echoes', hollow: true }]);
    expect(envelope.strength).toEqual(strength);
    const again = await library.mutate({ cwd, run: 'latest', fail_under: 100 });
    expect(again.strength.tests).toEqual(strength.tests);
    expect(again.exit_code).toBe(1);
  });

  it('throws one error class with a code, a hint and the exit code', async () => {
    const cwd = folder({ 'mcptest.yml': suite({ servers, tolls: [test] }) });
    await expect(library.run({ cwd })).rejects.toMatchObject({ code: 'invalid-suite', exitCode: 2 });
    expect(await library.validate({ cwd })).toMatchObject({
      valid: false,
      errors: [{ path: '', hint: 'did you mean `tools`?', line: 12 }],
    });
  });

  it('lists and calls', async () => {
    const { result, closing } = await library.listTools({ command: chaos('none') });
    await closing;
    expect((result.tools as { name: string }[]).map((tool) => tool.name)).toContain('echo');
    const called = await library.callTool({ command: chaos('none'), tool: 'echo', args: { text: 'x' } });
    await called.closing;
    expect(called.failed).toBe(false);
  });
});
