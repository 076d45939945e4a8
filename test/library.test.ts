/** The library does what the commands do, and prints nothing. */
import { describe, expect, it } from 'vitest';
import * as library from '../src/index.js';
import { chaos, folder, suite } from './lib/cli.js';

const servers = { chaos: { command: chaos('none') } };
const test = { name: 'echoes', tool: 'echo', args: { text: 'hi' } };

describe('library', () => {
  it('exports these names', () => {
    expect(Object.keys(library).sort()).toMatchInlineSnapshot(`
      [
        "McptestError",
        "callTool",
        "compareRuns",
        "getCapabilities",
        "jsonSchema",
        "listPrompts",
        "listResources",
        "listTools",
        "planRunCount",
        "readSavedRun",
        "run",
        "score",
        "validate",
      ]
    `);
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
