/** `agent: { command }`: a program of the user's own is the agent. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  claude,
  forbidden,
  judgedPart,
  manifest,
  mock,
  project,
  runAgents,
  served,
  write,
} from './lib/agents.js';
import { mcptest } from './lib/cli.js';

describe('an agent of your own', () => {
  /** Speaks MCP with nothing but fetch; what it does stands in its argument. */
  const program = `
    import { readFileSync, rmSync } from 'node:fs';
    const prompt = readFileSync(0, 'utf8');
    const mode = process.argv[2];
    let session;
    const ask = async (id, method, params) => {
      const response = await fetch(process.env.MCPTEST_URL_MY_STORE, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      });
      session ??= response.headers.get('mcp-session-id');
      const text = await response.text();
      const line = text.split('\\n').find((one) => one.startsWith('data:'));
      return text === '' ? undefined : JSON.parse(line ? line.slice(5) : text);
    };
    const clientInfo = { name: 'own', version: '1' };
    const hello = await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    await ask(undefined, 'notifications/initialized');
    const { result } = await ask(2, 'tools/list', {});
    if (mode === 'hang') setInterval(() => {}, 1000);
    else {
      const called = await ask(3, 'tools/call', { name: 'read', arguments: { q: prompt } });
      await ask(4, 'tools/call', { name: 'nothing', arguments: {} });
      const config = JSON.parse(readFileSync(process.env.MCPTEST_MCP_CONFIG, 'utf8'));
      console.log(called.result.content[0].text, result.tools.length, Object.keys(config.mcpServers)[0], process.env.MCPTEST_RUN, hello.result.instructions);
      if (mode === 'crash') { console.error('out of ideas'); process.exit(7); }
    }
  `;
  const suite = (mode: string, over: object = {}) => ({
    'agent.mjs': program,
    'store.json': manifest('store', [{ name: 'read', text: 'the value' }], 'Ask kindly.'),
    'mcptest.yml': {
      servers: { 'my-store': mock('store.json') },
      agents: [
        {
          name: 'own',
          agent: { command: [process.execPath, 'agent.mjs', mode] },
          prompt: 'Read it.',
          runs: 2,
          equal_function_sets: { classes: [{ name: 'read', members: ['my-store.read'] }] },
          distractors: { count: 3, source: { from: 'catalog' }, correct: ['my-store.read'] },
          expect: [{ final_response: { starts_with: 'the value 4 my-store' } }],
          ...over,
        },
      ],
    },
  });

  it('is given the prompt and its servers, and judged by what it called', async () => {
    const { code, envelope } = await runAgents(project(suite('good')));
    expect(envelope.results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
    const { trace } = envelope.results[1]!;
    expect(trace?.final_response).toBe('the value 4 my-store 2 Ask kindly.');
    expect(trace?.calls).toMatchObject([
      { tool: 'read', server: 'my-store', args: { q: 'Read it.' }, is_error: false },
      { tool: 'nothing', is_error: true },
    ]);
    expect(trace?.tokens).toBeUndefined();
    expect(envelope.groups?.[0]?.figures).toMatchObject({
      'tool_selection.precision': 50,
      'distractors.accuracy': 100,
    });
    expect(code).toBe(0);
  });

  it('fails when it breaks, with what it said', async () => {
    const { code, envelope } = await runAgents(project(suite('crash', { runs: 1 })));
    expect(envelope.results[0]?.checks[0]).toMatchObject({
      target: 'agent',
      outcome: 'fail',
      message: 'the agent exited with code 7: out of ideas',
    });
    expect(code).toBe(1);
  });

  it('fails at its deadline, and leaves no process', async () => {
    const { envelope } = await runAgents(project(suite('hang', { runs: 1, timeout: '1500ms' })));
    expect(envelope.results[0]?.checks[0]).toMatchObject({ target: 'run', matcher: 'deadline' });
  });

  it.each([
    ['ends well', 'good', {}],
    ['meets faults', 'good', { faults: [{ tool: 'read', kind: 'slow', ms: 1 }], recovery: {} }],
    ['breaks', 'crash', {}],
    ['has a model of its own', 'good', { models: ['one', 'two'] }],
  ])('that %s replays from its cassette with nothing started and equal figures', async (_, mode, over) => {
    const cwd = project(suite(mode, over));
    const live = await runAgents(cwd, ['--record']);
    expect(live.stderr).toContain('recorded cassettes/own.json');
    const text = readFileSync(join(cwd, 'cassettes', 'own.json'), 'utf8');
    const replayed = await runAgents(cwd, [], forbidden);
    expect(replayed.envelope.provenance.mode).toBe('replay');
    expect(replayed.envelope.summary.cached).toBe(replayed.envelope.results.length);
    expect(judgedPart(replayed.envelope)).toEqual(judgedPart(live.envelope));
    expect(replayed.code).toBe(live.code);
    await runAgents(cwd, ['--record']);
    expect(readFileSync(join(cwd, 'cassettes', 'own.json'), 'utf8')).toBe(text);
  });

  it('keeps what a judge said of it, and no secret', async () => {
    const provider = await claude([{ turns: [{ text: '{"reason":"it read it","score":0.9}' }] }]);
    const files = suite('good', {
      runs: 1,
      prompt: 'Read ${env:STORE_TOKEN}.',
      judged: { model: 'claude-sonnet-4-5', task_completion: { threshold: 0.8 } },
    });
    const cwd = project({ ...files, 'mcptest.yml': { ...files['mcptest.yml'], ...served(provider.url) } });
    const env = { STORE_TOKEN: 'a-token-of-the-store' };
    const live = await runAgents(cwd, ['--record'], env);
    const text = readFileSync(join(cwd, 'cassettes', 'own.json'), 'utf8');
    expect(text).toContain('Read [secret:STORE_TOKEN].');
    expect(text).not.toContain(env.STORE_TOKEN);
    const replayed = await runAgents(cwd, [], { ...forbidden, STORE_TOKEN: 'another-token' });
    expect(replayed.envelope.results[0]?.trace?.judgements).toMatchObject([{ score: 0.9 }]);
    expect(judgedPart(replayed.envelope)).toEqual(judgedPart(live.envelope));
  });

  it('is stale when a file that its command names or that it watches changes, but for line ends', async () => {
    const files = suite('good');
    const [agent] = files['mcptest.yml'].agents;
    const watching = (watch: unknown) => ({
      ...files['mcptest.yml'],
      agents: [{ ...agent, agent: { ...agent!.agent, watch } }],
    });
    const cwd = project({
      ...files,
      'mcptest.yml': watching(['lib/**/*.mjs']),
      'lib/deep/part.mjs': '// a part\n',
      'lib/notes.txt': 'not watched',
    });
    await runAgents(cwd, ['--record']);
    const stale = async () => {
      const { code, stderr } = await mcptest(['run'], { cwd, env: forbidden });
      return [code, /the file \S+ of the agent [a-z ]+/.exec(stderr)?.[0]];
    };
    write(cwd, 'agent.mjs', program.replaceAll('\n', '\r\n'));
    write(cwd, 'lib/notes.txt', 'another text');
    expect(await stale()).toEqual([0, undefined]);
    write(cwd, 'lib/deep/part.mjs', '// another part\n');
    expect(await stale()).toEqual([2, 'the file lib/deep/part.mjs of the agent changed']);
    rmSync(join(cwd, 'lib/deep/part.mjs'));
    expect(await stale()).toEqual([2, 'the file lib/deep/part.mjs of the agent is gone']);
    write(cwd, 'lib/deep/part.mjs', '// a part\n');
    write(cwd, 'lib/new.mjs', '');
    expect(await stale()).toEqual([2, 'the file lib/new.mjs of the agent was not recorded with it']);
    write(cwd, 'agent.mjs', `${program}// improved`);
    write(cwd, 'mcptest.yml', watching(false));
    expect(await stale()).toEqual([0, undefined]);
  });

  it('is stale when its command changes', async () => {
    const cwd = project(suite('good'));
    await runAgents(cwd, ['--record']);
    write(cwd, 'mcptest.yml', suite('crash')['mcptest.yml']);
    const { code, stderr } = await mcptest(['run'], { cwd, env: forbidden });
    expect(stderr).toContain('the command of the agent changed');
    expect(code).toBe(2);
  });

  it('that cannot be started leaves the run unjudged', async () => {
    const over = { runs: 1, agent: { command: ['no-such-agent-anywhere'] } };
    const { code, envelope } = await runAgents(project(suite('good', over)));
    expect(envelope.results[0]?.checks[0]).toMatchObject({ target: 'agent', outcome: 'inconclusive' });
    expect(code).toBe(3);
  });
});
