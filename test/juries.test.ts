/** A jury of three providers, each in its own wire format on loopback; what a run would ask; traces scored without judges. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  LOOPBACK_KEY,
  type LoopbackProvider,
  type Reply,
  startProvider,
} from '../fixtures/provider/loopback.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { run } from '../src/verbs/run.js';
import { folder, mcptest } from './lib/cli.js';
import { startMock } from './lib/in-process.js';

const KINDS = ['anthropic', 'openai-responses', 'google'] as const;
const vote = (score: number): Reply => ({ text: `{"reason":"so it is","score":${score}}` });
const SILENT: Reply = { status: 400 };
const TWICE: Reply = { text: '{"reason":"a","score":1} or {"reason":"b","score":0}' };

let url: string;
const open: LoopbackProvider[] = [];
beforeAll(async () => {
  url = await startMock({
    tools: [{ name: 'say', response: { content: [{ type: 'text', text: 'Paris is in France.' }] } }],
  });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((provider) => provider.close()));
});

async function jury(replies: [Reply, Reply, Reply], quorum: unknown, tests = 1) {
  const dir = mkdtempSync(join(tmpdir(), 'jury-'));
  const providers = await Promise.all(
    KINDS.map((kind, at) => startProvider(kind, () => replies[at] as Reply)),
  );
  open.push(...providers);
  const names = ['anthropic', 'openai', 'google'];
  const models = Object.fromEntries(
    names.map((provider, at) => [
      `juror${at}`,
      {
        provider,
        model: `${provider}-1`,
        base_url: providers[at]?.url,
        api_key_env: 'LOOPBACK_KEY',
        price: { input: 1, output: 1 },
      },
    ]),
  );
  const matcher = { llm_jury: { rubric: 'Is it right?', quorum, jurors: Object.keys(models) } };
  const suite = {
    servers: { m: { url } },
    models,
    tools: Array.from({ length: tests }, (_, n) => ({
      name: `test ${n}`,
      tool: 'say',
      expect: [{ 'result.content[0].text': matcher }],
    })),
  };
  writeFileSync(join(dir, 'mcptest.yml'), JSON.stringify(suite));
  const env = { PATH: process.env.PATH, LOOPBACK_KEY };
  const { envelope } = await run({ cwd: dir, workspace: dir, save: false, env });
  return { envelope, verdicts: envelope.results.map(({ verdict }) => verdict), providers };
}

describe('a jury of three providers on the wire', () => {
  it.each([
    ['2 of 3 meet two thirds', [vote(1), vote(0), vote(0.9)], 0.67, 'pass'],
    ['1 of 3 does not', [vote(1), vote(0), vote(0)], '2/3', 'fail'],
    ['a count is a count', [vote(1), vote(1), vote(0)], 3, 'fail'],
    ['all three', [vote(1), vote(1), vote(1)], 3, 'pass'],
    ['nobody answers', [SILENT, SILENT, SILENT], '2/3', 'inconclusive'],
    ['one who answers twice could decide it', [vote(1), vote(0), TWICE], '2/3', 'inconclusive'],
    ['one who never answers could decide it', [vote(1), SILENT, vote(0)], 2, 'inconclusive'],
  ] as [string, [Reply, Reply, Reply], unknown, string][])('%s', async (_, replies, quorum, verdict) => {
    const { verdicts, envelope, providers } = await jury(replies, quorum);
    expect(verdicts).toEqual([verdict]);
    expect(envelope.exit_code).toBe({ pass: 0, fail: 1, inconclusive: 3 }[verdict]);
    for (const { requests } of providers) expect(requests.length).toBeGreaterThan(0);
  });

  it('asks each juror once about the same text, in how many tests it may stand', async () => {
    const { verdicts, providers } = await jury([vote(1), vote(1), vote(0)], '2/3', 4);
    expect(verdicts).toEqual(['pass', 'pass', 'pass', 'pass']);
    expect(providers.map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
  });
});

describe('before and after a judged run', () => {
  const agents = [
    {
      name: 'reads',
      model: 'scripted',
      prompt: 'Say it.',
      script: [{ call: 'm.say' }, { say: 'Paris.' }],
      max_turns: 3,
      expect: [{ final_response: { llm_judge: { rubric: 'Is it right?', model: 'judge' } } }],
    },
  ];
  async function judged() {
    const provider = await startProvider('anthropic', () => vote(1));
    open.push(provider);
    const models = {
      judge: {
        provider: 'anthropic',
        model: 'claude-x',
        base_url: provider.url,
        api_key_env: 'LOOPBACK_KEY',
        price: { input: 3, output: 15 },
      },
    };
    const cwd = folder({ 'mcptest.yml': JSON.stringify({ servers: { m: { url } }, models, agents }) });
    return { provider, cwd, env: { LOOPBACK_KEY } };
  }

  it('run --explain tells plan, models and cost, and asks and starts nobody', async () => {
    const { provider, cwd, env } = await judged();
    const { code, stdout } = await mcptest(['run', '--explain', '--max-cost', '0.5'], { cwd, env });
    expect(code).toBe(0);
    expect(stdout).toContain('reads  agent');
    // One call of 2000 and 500 tokens at $3 and $15.
    expect(stdout).toContain('judge  judge, at most 1 call, $0.0135');
    expect(stdout).toContain('--max-cost stops at $0.5');
    expect(stdout).toContain('nothing was started');
    expect(provider.requests).toEqual([]);
    const keyless = await mcptest(['run', '--explain'], { cwd, env: { LOOPBACK_KEY: undefined } });
    expect(keyless.stdout).toContain('LOOPBACK_KEY is not set');
  });

  it('score of its trace asks nobody, and what a judge was to say is not green without what it said', async () => {
    const { provider, cwd, env } = await judged();
    const live = JSON.parse(
      (await mcptest(['run', '--reporter', 'json'], { cwd, env })).stdout,
    ) as RunEnvelope;
    expect(live.verdict).toBe('pass');
    const asked = provider.requests.length;
    expect(asked).toBe(1);
    const trace = { ...live.results[0]?.trace, test: 'reads' };
    writeFileSync(join(cwd, 'trace.json'), JSON.stringify(trace));
    const scored = await mcptest(
      ['score', '--config', 'mcptest.yml', '--trace', 'trace.json', '--reporter', 'json'],
      {
        cwd,
        env,
      },
    );
    const again = JSON.parse(scored.stdout) as RunEnvelope;
    expect(provider.requests).toHaveLength(asked);
    const check = again.results[0]?.checks.find(({ matcher }) => matcher === 'llm_judge');
    expect([again.results[0]?.verdict, check?.outcome, scored.code]).toEqual([
      'inconclusive',
      'inconclusive',
      3,
    ]);
  });
});
