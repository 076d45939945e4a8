/** The command that a report prints shows the failure again, also one that needs the tests before it. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CaseResult, RunEnvelope } from '../src/types/envelope.js';
import { cli, folder, mcptest, suite } from './lib/cli.js';

/** Remembers what it was asked, and writes down every call. `get_mood` is bad after `get_poison`, or after `put`. */
const SERVER = `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
let mood = 'good';
const tools = ['get_a', 'get_b', 'get_c', 'get_poison', 'get_mood', 'put'].map((name) => ({ name, inputSchema: { type: 'object' } }));
const answers = {
  initialize: (params) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'moody', version: '1' } }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name }) => {
    appendFileSync('calls.log', name + '\\n');
    if (name === 'get_poison' || name === 'put') mood = 'bad';
    return { content: [{ type: 'text', text: name === 'get_mood' ? mood : 'fine' }] };
  },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  console.log(JSON.stringify(answer ? { jsonrpc: '2.0', id, result: answer(params) } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }));
});
`;

const asks = (tool: string, text = 'fine') => ({
  name: `asks ${tool}`,
  tool,
  expect: [{ 'result.content[0].text': text }],
});

function project(tools: object[], more: object = {}): string {
  const servers = { moody: { command: [process.execPath, 'server.mjs'], ...more } };
  return folder({ 'server.mjs': SERVER, 'mcptest.yml': suite({ servers, tools }) });
}

async function failing(cwd: string, ...args: string[]): Promise<CaseResult & { calls: string[] }> {
  const log = join(cwd, 'calls.log');
  if (existsSync(log)) rmSync(log);
  // Looking for the fewest tests has a time of its own, which a process that does other things may use up.
  const { code, stdout } = await mcptest(['run', '--reporter', 'json', ...args], { cwd, alone: true });
  expect(code).toBe(1);
  const { results } = JSON.parse(stdout) as RunEnvelope;
  const row = results.find(({ verdict }) => verdict === 'fail')!;
  return { ...row, calls: readFileSync(log, 'utf8').trim().split('\n') };
}

/** As a user pastes it. */
function paste(repro: string, cwd: string): Promise<{ code: number | string | null; stdout: string }> {
  const command = repro.replace(/^mcptest /, `"${process.execPath}" "${cli}" `);
  return new Promise((done) => {
    execFile(
      'sh',
      ['-c', `${command} --reporter minimal`],
      { cwd, env: { ...process.env, CI: '' } },
      (error, stdout) => done({ code: error?.code ?? 0, stdout }),
    );
  });
}

it('names the fewest tests that show it, where all calls only read', async () => {
  const cwd = project([
    asks('get_a'),
    asks('get_poison'),
    asks('get_b'),
    asks('get_c'),
    asks('get_mood', 'good'),
  ]);
  const row = await failing(cwd);
  expect(row.repro).toBe('mcptest run --filter "asks get_mood" --filter "asks get_poison"');
  expect(row.notes).toContain('it passes alone, and fails after "asks get_poison"');
  expect((await paste(row.repro, cwd)).code).toBe(1);
  expect((await paste('mcptest run --filter "asks get_mood"', cwd)).code).toBe(0);
});

it('names all tests before it, and calls nothing again, where something may change', async () => {
  const cwd = project([asks('get_a'), asks('put'), asks('get_mood', 'good')]);
  const row = await failing(cwd);
  expect(row.calls).toEqual(['get_a', 'put', 'get_mood']);
  expect(row.repro).toBe('mcptest run --filter "asks get_mood" --filter "asks get_a" --filter "asks put"');
  expect((await paste(row.repro, cwd)).stdout).toContain('asks get_mood');
  expect((await paste(row.repro, cwd)).code).toBe(1);
});

it('does not name many, and leaves out what another process answered', async () => {
  const tools = ['get_a', 'get_b', 'get_c', 'put'].map((tool) => asks(tool));
  const cwd = project([...tools, asks('get_mood', 'good'), { ...asks('get_a'), name: 'later' }]);
  const row = await failing(cwd);
  expect(row.repro).toBe('mcptest run --filter "asks get_mood" --with-earlier');
  const { code, stdout } = await paste(row.repro, cwd);
  expect(code).toBe(1);
  expect(stdout).toContain('4 passed');
  const some = await failing(cwd, '--filter', 're:^asks');
  expect(some.repro).toMatch(/^mcptest run --filter "asks get_mood"( --filter "asks \w+"){4}$/);
  expect((await paste(some.repro, cwd)).code).toBe(1);
});

it('says the profile and the variables that the test failed with', async () => {
  const cwd = project([]);
  const profiles = { bad: { variables: { which: 'mood' } } };
  const servers = { moody: { command: [process.execPath, 'server.mjs'] } };
  const tools = [{ ...asks('get_a'), name: 'asks', tool: 'get_${which}' }];
  const written = suite({ servers, variables: { which: 'a' }, profiles, tools });
  writeFileSync(join(cwd, 'mcptest.yml'), written);
  for (const words of [
    ['--profile', 'bad'],
    ['--var', 'which=mood'],
  ]) {
    const row = await failing(cwd, ...words);
    expect(row.repro).toBe(`mcptest run ${words.join(' ')} --filter "asks"`);
    expect((await paste(row.repro, cwd)).code).toBe(1);
  }
  expect((await paste('mcptest run --filter "asks"', cwd)).code).toBe(0);
});

it('names the test alone when it fails alone, and when its process answered nobody else', async () => {
  const plain = await failing(project([asks('get_a'), asks('get_mood', 'splendid')]));
  expect([plain.repro, plain.notes]).toEqual(['mcptest run --filter "asks get_mood"', undefined]);
  const own = await failing(project([asks('put'), asks('get_mood', 'bad')], { isolate: 'test' }));
  expect(own.repro).toBe('mcptest run --filter "asks get_mood"');
});
