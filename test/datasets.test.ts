/** Cases that say which tools they expect, as a user runs them: figures, gates, shards, reports. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEnvelope } from '../src/types/envelope.js';
import { mcptest } from './lib/cli.js';

const tool = (name: string, description: string, argument: string) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { [argument]: { type: 'string' } }, required: [argument] },
});
const TOOLS = [
  tool('get_weather', 'Get the current weather of a city', 'city'),
  tool('add_note', 'Add a note with some text', 'text'),
  tool('delete_note', 'Delete a note', 'id'),
];
const ROWS = [
  'name,prompt,expect_tools,expect_args',
  'weather,What is the weather in Oslo,get_weather,"{""city"":{""type"":""string""}}"',
  'add,Add a note about milk,"add_note|delete_note",',
  'wrong,Delete the note about milk,add_note,',
  'idle,zzz qqq,none,',
];

function suiteIn(gates: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'datasets-'));
  writeFileSync(join(folder, 'tools.json'), JSON.stringify(TOOLS));
  writeFileSync(join(folder, 'requests.csv'), `${ROWS.join('\n')}\n`);
  writeFileSync(
    join(folder, 'mcptest.yml'),
    `servers: { notes: { command: [mcptest, mock, --tools-from, tools.json] } }
agents:
  - name: picks tools
    model: lexical
    prompt: \${case.prompt}
    cases: { from: requests.csv }
${gates}`,
  );
  return folder;
}

const GATED =
  '    dataset: { expect: [{ target: dataset.accuracy, matcher: { ">=": 80 }, message: too many are wrong }, { dataset.recall: { ">=": 50 } }] }\n';

async function runIn(cwd: string, ...more: string[]) {
  const ran = await mcptest(['run', '--reporter', 'json', ...more], { cwd });
  return { ...ran, envelope: JSON.parse(ran.stdout) as RunEnvelope };
}

describe('a dataset', () => {
  it('fails by its figures over all cases, and names the tools that were taken for others', async () => {
    const cwd = suiteIn(GATED);
    const { code, envelope } = await runIn(cwd);
    expect(code).toBe(1);
    expect(envelope.summary).toMatchObject({ passed: 4, failed: 0, gates_failed: 1 });
    const [dataset] = envelope.datasets ?? [];
    expect(dataset).toMatchObject({
      n: 4,
      correct: 3,
      accuracy: 75,
      recall: 67,
      unnecessary_calls: 0,
      hallucination: 0,
    });
    expect(dataset?.arguments).toMatchObject({ calls: 2, required_given: 100, exact_values: 100 });
    expect(dataset?.verdict).toBe('fail');
    expect(dataset?.checks?.[0]?.message).toContain('too many are wrong');
    const { stdout } = await mcptest(['report', 'latest'], { cwd });
    expect(stdout).toContain('75% of 4 cases right (95 %: 30 to 95%)');
    expect(stdout).toContain('add_note → delete_note 1 (wrong)');
    expect(stdout).toContain('mcptest.yml:7 › dataset.accuracy');
    const { stdout: md } = await mcptest(['report', 'latest', '--format', 'md'], { cwd });
    expect(md).toContain('### Datasets');
    expect(dataset?.confusion[0]).toMatchObject({ expected: 'add_note', shared_words: ['note'] });
    expect(stdout).toContain('both descriptions say: note');
    expect(md).toContain('both descriptions say: note');
    const csv = await mcptest(['report', 'latest', '--format', 'confusion-csv'], { cwd });
    expect(csv.stdout.split('\r\n').slice(0, 3)).toEqual([
      'file,test,model,expected,called,rows,shared_words,cases,by_words',
      'mcptest.yml,picks tools,lexical,add_note,delete_note,1,note,wrong,',
      'mcptest.yml,picks tools,lexical,(none),(none),1,,idle,',
    ]);
  });

  it('does not hold every case against all classes of tools: these only name what is alike', async () => {
    const classes = `    equal_function_sets: { classes: [{ name: keep, members: [add_note, delete_note] }] }\n`;
    const cwd = suiteIn(`${classes}    dataset: { expect: [{ dataset.accuracy: 100 }] }\n`);
    writeFileSync(
      join(cwd, 'requests.csv'),
      `${ROWS[0]}\n${ROWS[1]}\n${ROWS[4]}\nkeep,Delete the note,keep,\n`,
    );
    const { code, envelope } = await runIn(cwd);
    expect([code, envelope.summary.failed, envelope.datasets?.[0]?.accuracy]).toEqual([0, 0, 100]);
  });

  it('says why a figure could not be counted, and is not green', async () => {
    const gates = ['pass_hat_3', 'unnecessary_calls', 'arguments.exact_values'];
    const cwd = suiteIn(
      `    dataset: { expect: [${gates.map((name) => `{ dataset.${name}: 0 }`).join(', ')}] }\n`,
    );
    writeFileSync(join(cwd, 'requests.csv'), `${ROWS[0]}\n${ROWS[3]}\n`);
    const { code, envelope } = await runIn(cwd);
    expect(code).toBe(3);
    expect(envelope.datasets?.[0]?.checks?.map(({ message }) => message)).toEqual([
      'dataset.pass_hat_3 was not measured: it needs 3 runs of every case (`runs`)',
      'dataset.unnecessary_calls was not measured: no case has `expect_tools: none`',
      'dataset.arguments.exact_values was not measured: no right tool was called in a case with `expect_args`',
    ]);
  });

  it('judges each case by itself where nothing is asked of all of them', async () => {
    const { code, envelope } = await runIn(suiteIn(''));
    expect(code).toBe(1);
    const failed = envelope.results.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map((row) => row.case?.name)).toEqual(['wrong']);
    expect(failed[0]?.checks[0]?.message).toBe('expected add_note, and delete_note was called');
  });

  it('has no verdict over part of its cases, and the shards together have that of the whole', async () => {
    const cwd = suiteIn(GATED);
    const part = await runIn(cwd, '--filter', 'weather');
    expect(part.code).toBe(0);
    expect(part.envelope.datasets?.[0]).not.toHaveProperty('verdict');
    const files = ['1', '2'].map((shard) => `shard-${shard}.json`);
    for (const [at, file] of files.entries())
      await mcptest(['run', '--shard', `${at + 1}/2`, '--reporter', `json=${file}`], { cwd });
    const merged = await mcptest(['report', '--merge', ...files, '--format', 'json', '--exit-code'], { cwd });
    const whole = await runIn(cwd);
    expect(merged.code).toBe(1);
    expect((JSON.parse(merged.stdout) as RunEnvelope).datasets).toEqual(whole.envelope.datasets);
  });

  it.each([
    ['dataset: { expect: [{ dataset.acuracy: 1 }] }', 'did you mean `dataset.accuracy`'],
    ['dataset: { expect: [] }', 'not empty'],
    ['expect_args: [{}, {}, {}]', 'there are 1 tools in `expect_tools` and 3 maps here'],
    ['offer_tools: " , "', '`offer_tools` names no tool'],
    ['offer_tools: [a]\n    agent: { command: [node, a.js] }', 'this agent asks its servers itself'],
  ])('refuses %s with a next step', async (line, says) => {
    const { code, stderr } = await mcptest(['run'], { cwd: suiteIn(`    ${line}\n`) });
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });
});
