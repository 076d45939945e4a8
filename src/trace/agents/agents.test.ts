import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readTraces } from '../read-traces.js';

const fixture = (name: string): { path: string } => ({
  path: fileURLToPath(new URL(`../../../fixtures/traces/${name}`, import.meta.url)),
});

const OSLO = ['weather', 'get_rain', { city: 'Oslo' }, false];
const BERGEN = ['weather', 'get_rain', { city: 'Bergen' }, true];
const WHOLE = { input: 120, output: 30, total: 150 };
const TURNS = [{ tokens: 60 }, { tokens: 90 }];

/** The same conversation as each program leaves it; what a format does not tell is absent. */
const FILES: [file: string, format: string, more?: unknown[]][] = [
  ['codex-exec.jsonl', 'codex', [[undefined, 'shell', { command: 'date' }, true]]],
  ['codex-rollout.jsonl', 'codex', [[undefined, 'shell', { command: ['date'] }, true]]],
  ['gemini-stream.jsonl', 'gemini'],
  ['gemini-chat.jsonl', 'gemini'],
  ['opencode.jsonl', 'opencode', [[undefined, 'bash', { command: 'date' }, false]]],
  [
    'copilot.jsonl',
    'copilot',
    [
      [undefined, 'task', { prompt: 'Look again' }, undefined],
      ['weather', 'history', {}, false],
    ],
  ],
  ['goose.txt', 'goose'],
  ['qwen-stream.jsonl', 'qwen'],
  ['qwen-chat.jsonl', 'qwen'],
  ['cline.jsonl', 'cline'],
  ['langsmith.jsonl', 'langsmith'],
  ['langfuse.json', 'langfuse'],
];

describe('what agents and services leave', () => {
  it.each(FILES)(
    '%s is %s: calls, arguments, errors, tokens and the answer',
    async (file, format, more = []) => {
      const { format: found, traces } = await readTraces(fixture(file), { servers: ['weather'] });
      expect(found).toBe(format);
      expect(traces).toHaveLength(1);
      const [trace] = traces;
      expect(trace?.calls.map(({ server, tool, args, is_error }) => [server, tool, args, is_error])).toEqual([
        OSLO,
        BERGEN,
        ...more,
      ]);
      expect(JSON.stringify(trace?.calls[0]?.result)).toContain('12 mm');
      expect(trace?.calls[1]?.result).toBe('station offline');
      expect(trace?.tokens).toEqual(WHOLE);
      expect(trace?.final_response).toBe('12 mm in Oslo.');
      if (trace?.turns) expect(trace.turns).toEqual(TURNS);
    },
  );

  it('keeps prompts, models, times and money where a format tells them', async () => {
    const facts: Record<string, object> = {
      'codex-rollout.jsonl': { prompt: 'Rain in Oslo and Bergen?', model: 'example-model' },
      'gemini-chat.jsonl': { prompt: 'Rain in Oslo and Bergen?', turns: TURNS },
      'opencode.jsonl': { cost_usd: 0.002 },
      'copilot.jsonl': { delegations: [{ from: 'main', to: 'researcher' }] },
      'cline.jsonl': { cost_usd: 0.002, model: 'example-model' },
      'langsmith.jsonl': { cost_usd: 0.002, prompt: 'Rain in Oslo and Bergen?' },
      'langfuse.json': { cost_usd: 0.002, prompt: 'Rain in Oslo and Bergen?' },
    };
    for (const [file, expected] of Object.entries(facts)) {
      const { traces } = await readTraces(fixture(file));
      expect(traces[0], file).toMatchObject(expected);
    }
    const { traces } = await readTraces(fixture('codex-rollout.jsonl'));
    expect(traces[0]?.calls.map((call) => call.duration_ms)).toEqual([7.5, 1000, undefined]);
  });

  it('opencode: an exported session', async () => {
    const { format, traces } = await readTraces(fixture('opencode-export.json'), { servers: ['weather'] });
    expect(format).toBe('opencode');
    expect(traces[0]).toMatchObject({
      calls: [{ server: 'weather', tool: 'get_rain', args: { city: 'Oslo' }, duration_ms: 2 }],
      prompt: 'Rain in Oslo?',
      final_response: '12 mm in Oslo.',
      tokens: WHOLE,
    });
  });

  it('goose: says that the greeting was left out', async () => {
    const { warnings } = await readTraces(fixture('goose.txt'));
    expect(warnings.join()).toContain('2 lines before the first JSON');
  });

  it('tau-bench: text that begins with Error is a failure, a trial without messages a warning', async () => {
    const { format, traces, warnings } = await readTraces(fixture('tau-bench.json'));
    expect(format).toBe('tau-bench');
    expect(traces).toHaveLength(1);
    expect(traces[0]?.calls.map(({ tool, args, is_error }) => [tool, args, is_error])).toEqual([
      ['get_rain', { city: 'Oslo' }, false],
      ['get_rain', { city: 'Bergen' }, true],
    ]);
    expect(traces[0]?.final_response).toBe('12 mm in Oslo.');
    expect(warnings.join()).toContain('the user left');
  });

  it('langfuse: without tool steps, what the model asked for are the calls', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'get_rain', arguments: '{"city":"Oslo"}' } };
    const input = [
      { role: 'user', content: 'Rain?' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: '12 mm' },
    ];
    const step = { id: 'o', traceId: 't', type: 'GENERATION', startTime: '2026-01-01T00:00:00Z', name: 'm' };
    const text = JSON.stringify([{ ...step, input, output: { role: 'assistant', content: 'Twelve.' } }]);
    const { traces } = await readTraces({ text, name: 't' });
    expect(traces[0]).toMatchObject({
      calls: [{ tool: 'get_rain', args: { city: 'Oslo' }, result: '12 mm' }],
      final_response: 'Twelve.',
    });
  });
});
