/** `agent: { cli }`: a small real MCP client in the shape of Claude Code plays the agent. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { manifest, mock, project, runAgents } from './lib/agents.js';
import { mcptest } from './lib/cli.js';
import { startMock } from './lib/in-process.js';

/** Processes of the daemon that the fixture starts. */
async function left(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  return stdout.split('\n').filter((line) => line.endsWith('-e setInterval(() => {}, 1000)'));
}

const FAKE = fileURLToPath(new URL('../fixtures/cli-agent/claude.mjs', import.meta.url));
const LONG = `Reads a value of the store. ${'It has much to say about it. '.repeat(8)}`;

const suite = (over: object = {}, agent: object = {}) => ({
  'store.json': manifest('store', [
    { name: 'read', text: 'the value', description: LONG },
    { name: 'write-it', text: 'written' },
  ]),
  'mcptest.yml': {
    servers: { store: mock('store.json') },
    agents: [
      {
        name: 'task',
        agent: { cli: 'claude-code', path: FAKE, ...agent },
        prompt: 'Read, then write.',
        script: [
          { call: 'store.read', args: { q: 'a' } },
          { call: 'store.write-it', args: { q: 'b' } },
          { say: 'Both done.' },
        ],
        expect: [{ final_response: 'Both done.' }],
        timeout: '20s',
        ...over,
      },
    ],
  },
});

describe('an agent that somebody else wrote', () => {
  it('is run with the model on loopback, and its calls are those of the wire', async () => {
    const { envelope, code } = await runAgents(project(suite()));
    expect(code).toBe(0);
    const [row] = envelope.results;
    expect(row?.model).toBe('claude-code/scripted');
    expect(row?.trace?.calls).toMatchObject([
      { server: 'store', tool: 'read', args: { q: 'a' }, is_error: false },
      { server: 'store', tool: 'write-it', args: { q: 'b' }, is_error: false },
    ]);
    expect(row?.trace?.turns).toHaveLength(3);
    expect(row?.trace?.view).toMatchObject({
      program: 'claude-code',
      tools: [
        {
          tool: 'store.read',
          name: 'mcp__store__read',
          changes: [`description cut from ${LONG.length} to 80 characters`],
        },
        { tool: 'store.write-it', name: 'mcp__store__write-it' },
      ],
    });
  });

  it('reaches a server behind a URL as any other, faults and all', async () => {
    const url = await startMock({
      name: 'store',
      tools: [
        { name: 'read', response: { content: [{ type: 'text', text: 'the value' }] } },
        { name: 'write-it', response: { content: [{ type: 'text', text: 'written' }] } },
      ],
    });
    const files = suite({ faults: [{ server: 'store', tool: 'read', kind: 'error' }] });
    files['mcptest.yml'].servers = { store: { url } } as never;
    const { envelope, code } = await runAgents(project(files));
    expect(code).toBe(0);
    expect(envelope.results[0]?.trace?.calls).toMatchObject([
      { server: 'store', tool: 'read', args: { q: 'a' }, is_error: true },
      { server: 'store', tool: 'write-it', args: { q: 'b' }, is_error: false },
    ]);
    expect(envelope.results[0]?.trace?.faults).toEqual([{ call: 0, kind: 'error' }]);
  });

  it('gives the same figures from a cassette, without the program', async () => {
    const dir = project(suite());
    const live = await runAgents(dir, ['--record']);
    const env = { MCPTEST_AGENT_CLAUDE_CODE: '/nowhere' };
    const played = await mcptest(['run', 'mcptest.yml', '--reporter', 'json'], { cwd: dir, env });
    const again = JSON.parse(played.stdout);
    expect(again.provenance.mode).toBe('replay');
    expect(again.results[0].trace.view).toEqual(live.envelope.results[0]?.trace?.view);
    expect(again.results[0].figures).toEqual(live.envelope.results[0]?.figures);
    expect(played.code).toBe(0);
  });

  it('meets faults and distractors on the wire', async () => {
    const over = {
      faults: [{ server: 'store', tool: 'read', kind: 'error' }],
      distractors: { count: 3, source: { from: 'catalog' }, correct: ['store.read'] },
      expect: [{ final_response: 'Both done.' }],
    };
    const { envelope } = await runAgents(project(suite(over)));
    const trace = envelope.results[0]?.trace;
    expect(trace?.faults).toEqual([{ call: 0, kind: 'error' }]);
    expect(trace?.calls[0]).toMatchObject({ tool: 'read', is_error: true });
    expect(trace?.distractors).toHaveLength(3);
    expect(trace?.catalog?.store).toHaveLength(5);
    expect(trace?.view?.tools).toHaveLength(5);
  });

  const endings: [string, object, string, RegExp][] = [
    ['is not installed', {}, 'inconclusive', /npm install -g @anthropic-ai\/claude-code/],
    [
      'crashes after it called a tool',
      { prompt: '[crash] it.' },
      'fail',
      /exited with code 7: out of memory/,
    ],
    ['prints nothing', { prompt: '[silent] go.' }, 'inconclusive', /left no answer: it printed nothing/],
    ['never asks its model', { prompt: '[idle] go.' }, 'inconclusive', /never asked its model for the task/],
    [
      'hangs',
      { prompt: '[hang] go.', timeout: '1s' },
      'inconclusive',
      /did not ask its model once within 1\.0s/,
    ],
  ];
  it.each(endings)('%s', async (name, over, verdict, why) => {
    const path = name === 'is not installed' ? './nobody' : FAKE;
    const { envelope } = await runAgents(project(suite(over, { path })));
    const [row] = envelope.results;
    expect(row?.verdict).toBe(verdict);
    expect(row?.checks.map(({ message }) => message).join('\n')).toMatch(why);
  });

  it('runs where there is no network, or says why it cannot', async () => {
    const { envelope } = await runAgents(project(suite({}, { network: 'loopback' })));
    const [row] = envelope.results;
    if (row?.verdict === 'pass') expect(row.trace?.calls).toHaveLength(2);
    else expect(row?.checks[0]?.message).toContain('needs a network namespace');
  });

  it('leaves no process behind', async () => {
    const { envelope } = await runAgents(project(suite({ prompt: '[daemon] go.' })));
    expect(envelope.results[0]?.verdict).toBe('pass');
    expect(await left()).toEqual([]);
  });

  it('is told by its right name', async () => {
    const { stdout, code } = await mcptest(['validate', 'mcptest.yml'], {
      cwd: project(suite({}, { cli: 'claude-cod', path: undefined })),
    });
    expect(code).toBe(2);
    expect(stdout).toContain('expected claude-code, codex');
  });

  it('cannot be told what it does not take, nor asked for a provider that it does not know', async () => {
    const dir = project(suite({ temperature: 1, model: 'gpt-5' }));
    const { stderr, code } = await mcptest(['run', 'mcptest.yml'], { cwd: dir });
    expect(code).toBe(2);
    expect(stderr).toContain('has `temperature`, which Claude Code cannot be given');
    expect(stderr).toContain('asks `gpt-5` of openai, and Claude Code speaks to anthropic');
  });
});
