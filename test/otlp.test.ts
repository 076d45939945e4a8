/** Spans of a run: what is written is read back, servers get the context of their call, a collector gets it all. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sampleCase, sampleRun } from '../src/envelope/sample-run.js';
import { otlp } from '../src/report/otlp.js';
import { readTraces } from '../src/trace/read-traces.js';
import type { CaseResult, RunEnvelope } from '../src/types/envelope.js';
import type { Trace } from '../src/types/trace.js';
import { folder, mcptest, root, suite } from './lib/cli.js';

const OPTIONS = { color: false, width: 80, agent_budget: 0 };

function envelopeOf(traces: Trace[]): RunEnvelope {
  const rows = traces.map((trace, index) =>
    sampleCase({ id: `row${index}`, kind: 'agent', run: index + 1, trace }),
  );
  return { ...sampleRun(rows), results: rows };
}

const FOLDER = join(root, 'fixtures/traces');

it('every trace of the fixtures is the same after it was written as spans', async () => {
  let seen = 0;
  for (const name of readdirSync(FOLDER)) {
    const { traces } = await readTraces({ path: join(FOLDER, name) }, { servers: ['weather'] });
    const text = otlp(envelopeOf(traces), OPTIONS);
    const back = await readTraces({ text, name: 'spans.json' });
    expect(back.format).toBe('otlp');
    expect(back.warnings, name).toEqual([]);
    expect(back.traces, name).toEqual(JSON.parse(JSON.stringify(traces)));
    expect(otlp(envelopeOf(traces), OPTIONS)).toBe(text);
    seen += traces.length;
  }
  expect(seen).toBeGreaterThan(20);
});

it('the spans mean the same to a reader who knows only the conventions', async () => {
  for (const name of readdirSync(FOLDER)) {
    const { traces } = await readTraces({ path: join(FOLDER, name) }, { servers: ['weather'] });
    const document = JSON.parse(otlp(envelopeOf(traces), OPTIONS), (_key, value) =>
      Array.isArray(value) ? value.filter((one) => !String(one?.key).startsWith('mcptest.')) : value,
    );
    const back = await readTraces({ text: JSON.stringify(document), name: 'spans.json' });
    const facts = (list: Trace[]) =>
      list.map(({ calls, final_response, tokens }) => ({
        calls: calls.map(({ server, tool, args, is_error = false }) => ({ server, tool, args, is_error })),
        final_response,
        tokens: tokens && { input: tokens.input, output: tokens.output },
      }));
    expect(facts(back.traces), name).toEqual(facts(JSON.parse(JSON.stringify(traces))));
  }
});

it('an attempt that was tried again is written, and not read as a run of its own', async () => {
  const trace: Trace = { calls: [{ tool: 't', server: 's', args: {} }] };
  const run = envelopeOf([trace]);
  const [row] = run.results as [CaseResult];
  row.earlier_attempts = [{ verdict: 'fail', duration_ms: 1, checks: [], trace: { calls: [] } }];
  const { traces, warnings } = await readTraces({ text: otlp(run, OPTIONS), name: 't' });
  expect(traces).toEqual([trace]);
  expect(warnings.join()).toContain('1 attempt');
});

/** Answers every call with the `_meta` of its request. */
const SERVER = `
import { createInterface } from 'node:readline';
const tool = { name: 'meta', description: 'Returns the meta of the request.', inputSchema: { type: 'object' } };
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const text = JSON.stringify(params?._meta ?? {});
  const results = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'm', version: '1' } },
    'tools/list': { tools: [tool] },
    'tools/call': { content: [{ type: 'text', text }] },
  };
  const answer = results[method] ? { result: results[method] } : { error: { code: -32601, message: 'no' } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
}
`;

function workspace(): string {
  const tests = {
    name: 'plain',
    server: 's',
    tool: 'meta',
    expect: [{ 'result.content[0].text': { type: 'string' } }],
  };
  const agent = {
    name: 'agent',
    model: 'scripted',
    servers: ['s'],
    prompt: 'Go.',
    expect: [{ final_response: 'Done.' }],
  };
  return folder({
    'server.mjs': SERVER,
    'mcptest.yml': suite({
      servers: { s: { command: [process.execPath, 'server.mjs'] } },
      tools: [tests],
      agents: [{ ...agent, script: [{ call: 's.meta' }, { call: 's.meta' }, { say: 'Done.' }] }],
    }),
  });
}

interface WrittenSpan {
  traceId: string;
  spanId: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

it('each request carries the span that the report writes for it', async () => {
  const cwd = workspace();
  const { code, stderr } = await mcptest(['run', '--otlp', 'out/spans.json'], { cwd });
  expect(code, stderr).toBe(0);
  const document = JSON.parse(readFileSync(join(cwd, 'out/spans.json'), 'utf8'));
  const spans: WrittenSpan[] = document.resourceSpans[0].scopeSpans[0].spans;
  const calls = spans.filter(({ name }) => name === 'tools/call meta');
  expect(calls).toHaveLength(3);
  for (const { traceId, spanId, attributes } of calls) {
    const result = attributes.find(({ key }) => key === 'gen_ai.tool.call.result')?.value.stringValue ?? '';
    expect(JSON.parse(JSON.parse(result).content[0].text)).toEqual({
      traceparent: `00-${traceId}-${spanId}-01`,
    });
  }
  const plain = await mcptest(['run', '--reporter', 'json', '--no-save'], { cwd });
  expect(plain.stdout).not.toContain('traceparent');
});

it('a collector gets the spans with headers of the environment; one that refuses is told and fails the run', async () => {
  const got: { url?: string; token?: unknown; spans: number }[] = [];
  let status = 200;
  const collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
    const { spans } = resourceSpans[0].scopeSpans[0];
    got.push({ url: request.url, token: request.headers['x-token'], spans: spans.length });
    response
      .writeHead(status, { 'content-type': 'application/json', location: 'http://127.0.0.1:1/' })
      .end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void collector.close());
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const cwd = workspace();
  const env = { OTEL_EXPORTER_OTLP_HEADERS: 'x-token=abc%20def-0123' };
  const taken = await mcptest(['run', '--otlp', url, '--filter', 'plain'], { cwd, env });
  expect(taken.code, taken.stderr).toBe(0);
  expect(got).toEqual([{ url: '/v1/traces', token: 'abc def-0123', spans: 3 }]);
  status = 307;
  const refused = await mcptest(['run', '--otlp', url, '--filter', 'plain'], { cwd, env });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('it answered 307');
  const far = await mcptest(['run', '--otlp', 'http://collector.example:4318'], { cwd, env });
  expect(far.code).toBe(2);
  expect(far.stderr).toContain('without encryption');
});
