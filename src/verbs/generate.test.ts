import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, root, shelf } from '../../test/lib/cli.js';
import { scaffoldConformance, scaffoldEval, scaffoldRedteam, scaffoldSuite } from './generate.js';
import { validateText } from './run-inline.js';

const at = (file: string) => join(root, 'fixtures/thermometer-mcp', file);
const thermometer = ['node', at('server.mjs'), at('mended.mjs')];
const workspace = folder();
const problems = (suite: string) => validateText({ suite, workspace, env: {} });

it('makes suites that are valid as they are', async () => {
  const make = async (verb: typeof scaffoldSuite | typeof scaffoldConformance | typeof scaffoldEval) => {
    const { result, closing } = await verb({ command: shelf, cwd: workspace });
    await closing;
    expect(await problems(result.suite)).toEqual([]);
    return result.suite;
  };
  const kinds = [scaffoldSuite, scaffoldConformance, scaffoldRedteam, scaffoldEval].map(make);
  const [suite, conformance, redteam, judged] = await Promise.all(kinds);
  expect(suite).toContain('find_book');
  expect(conformance).toContain('compliance:');
  expect(redteam).toContain('agents:');
  expect(judged).toContain('tool_selection:');
});

it('says how many tools may destroy data, where they are real', async () => {
  const live = await scaffoldSuite({ command: thermometer, cwd: workspace, tools: ['delete_log'] });
  await live.closing;
  expect(live.result.notes.join()).toContain('1 tool may destroy data');
  expect(live.result.suite).toContain('# review before first run');
  const cwd = folder({ 'tools.json': JSON.stringify(live.catalog.tools) });
  const mocked = await scaffoldSuite({ from: 'tools.json', cwd, tools: ['delete_log'] });
  expect(mocked.result.notes.join()).not.toContain('destroy');
});
