import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { McptestError } from '../util/errors.js';
import { sha256 } from '../util/hash.js';
import type { TraceFormat } from './formats.js';
import { TRACE_FORMAT_NAMES } from './formats.js';
import { readTraces } from './read-traces.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-trace-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function refusal(source: { path: string } | string, format?: TraceFormat): Promise<McptestError> {
  const from = typeof source === 'string' ? { text: source, name: 't.json' } : source;
  const error = await readTraces(from, { format }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(McptestError);
  expect((error as McptestError).exitCode).toBe(2);
  return error as McptestError;
}

function file(name: string, bytes: string | Buffer): { path: string } {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return { path };
}

const GOOD = '{"calls":[{"tool":"a","args":{}}]}';

describe('what is no trace file', () => {
  it.each([
    ['nothing', '', 'trace-empty'],
    ['blank lines', '\n \n', 'trace-empty'],
    ['an empty array', '[]', 'trace-empty'],
    ['an object of no format', '{"hello":"world"}', 'trace-format'],
    ['a scalar', '42', 'trace-format'],
  ])('%s', async (_, text, code) => {
    expect((await refusal(text)).code).toBe(code);
  });

  it.each([
    ['a', gzipSync(GOOD), 'is compressed with gzip'],
    ['b', Buffer.from([0x7b, 0x00, 0x01]), 'is a binary file'],
    ['c', Buffer.from(`\ufeff${GOOD}`, 'utf16le'), 'is UTF-16 text'],
    ['d', Buffer.from([0x7b, 0xff, 0x7d]), 'is not UTF-8 text'],
  ])('%s: a file that is not text', async (name, bytes, says) => {
    const { code, message } = await refusal(file(name, bytes));
    expect(code).toBe('trace-binary');
    expect(message).toContain(says);
  });

  it('a path that cannot be read', async () => {
    expect((await refusal({ path: join(folder, 'absent.json') })).code).toBe('trace-unreadable');
    expect((await refusal({ path: folder })).code).toBe('trace-unreadable');
  });

  it('but a UTF-8 byte order mark does no harm', async () => {
    const { traces } = await readTraces(file('bom.json', `\ufeff${GOOD}`));
    expect(traces).toHaveLength(1);
  });
});

describe('the format', () => {
  it('is not guessed where several fit, and every format is listed', async () => {
    const text = '[{"role":"user","content":"hi"},{"role":"assistant","content":"hello"}]';
    const error = await refusal(text);
    expect(error.code).toBe('trace-format');
    expect(error.message).toContain('openai-chat, openai-responses, anthropic, vercel-ai');
    expect(error.hint).toContain(TRACE_FORMAT_NAMES.join(', '));
    const { traces } = await readTraces({ text, name: 't' }, { format: 'anthropic' });
    expect(traces[0]).toMatchObject({ prompt: 'hi', final_response: 'hello', calls: [] });
  });

  it('is settled by content whatever the name of the file', async () => {
    const { format } = await readTraces(file('otlp.claude-code.csv', GOOD));
    expect(format).toBe('mcptest');
  });

  it('that no importer knows is refused with what was seen and the nearest known one', async () => {
    const odd = JSON.stringify({ type: 'agent_events', ts: 1, event: {}, agentId: 'x' });
    const { code, message } = await refusal(odd);
    expect(code).toBe('trace-format');
    expect(message).toContain('the keys type, ts, event, agentId, of the types agent_events');
    expect(message).toContain('the nearest is cline');
    expect((await refusal('{"response":"hi","status":"ok"}')).message).toContain('the keys response, status');
    expect((await refusal('["hi"]')).message).toContain('a string where objects should be');
  });

  it('is refused when it is unknown', async () => {
    expect((await refusal(GOOD, 'cassette' as TraceFormat)).code).toBe('trace-format');
    expect((await refusal(GOOD, 'constructor' as TraceFormat)).code).toBe('trace-format');
  });
});

describe('broken JSON', () => {
  it.each([
    ['a line in the middle', `${GOOD}\n{"calls":[}\n${GOOD}`, 't.json:2:11'],
    ['a last line cut short', `${GOOD}\n${GOOD}\n{"calls":[{"to`, 't.json:3:15'],
    ['a document', '{\n  "calls": [\n    { "tool": "a" "args": {} }\n  ]\n}', 't.json:3:19'],
    ['a document cut short', '[\n  {"calls":', 't.json:2:12'],
    ['a bad escape', '{"calls": "\\q"}', 't.json:1:13'],
  ])('%s is placed', async (_, text, place) => {
    const error = await refusal(text);
    expect(error.code).toBe('trace-syntax');
    expect(error.message).toContain(`${place}:`);
  });

  it('is a warning on the last line of a session that may still be written', async () => {
    const line = '{"type":"user","sessionId":"s","message":{"role":"user","content":"hi"}}';
    const { traces, warnings } = await readTraces({ text: `${line}\n{"type":"assi`, name: 's.jsonl' });
    expect(traces[0]?.prompt).toBe('hi');
    expect(warnings[0]).toContain('s.jsonl:2:');
    expect((await refusal(`${line}\n{"type":"assi\n${line}`)).code).toBe('trace-syntax');
  });
});

describe('wrong types', () => {
  it.each([
    ['{\n "calls": [\n  { "tool": "a" },\n  { "tool": 7 }\n ]\n}', 't.json:4 /calls/1/tool'],
    [`${GOOD}\n{"calls":[{"tool":"a","is_error":"no"}]}`, 't.json:2 /calls/0/is_error'],
    ['{"calls": 3}', 't.json:1 /calls'],
    [`${GOOD}\n{"agent":"x"}`, 't.json:2'],
    [`[${GOOD}, 5]`, 't.json:1 /1'],
    ['{"calls":[],"catalog":{"a/b":[{"name":1}]}}', 't.json:1 /catalog/a~1b/0/name'],
    ['{"calls":[],"delegations":[{"from":"a"}]}', 't.json:1 /delegations/0'],
  ])('%j is placed', async (text, place) => {
    const error = await refusal(text);
    expect(error.code).toBe('trace-shape');
    expect(error.message).toContain(`${place}: `);
  });

  it('offers the key that was meant', async () => {
    expect((await refusal('{"calls":[{"tol":"a","args":{}}]}')).hint).toContain('tool');
  });

  it('reads null as absent', async () => {
    const text =
      '{"agent":null,"tokens":null,"calls":[{"tool":"a","server":null,"args":null,"result":null}]}';
    const { traces } = await readTraces({ text, name: 't' });
    expect(traces).toEqual([{ calls: [{ tool: 'a', args: null, result: null }] }]);
  });
});

it('refuses a newer version, of a trace and of an envelope', async () => {
  expect((await refusal('{"version":2,"calls":[]}')).code).toBe('trace-version');
  expect((await refusal('{"version":3,"run_id":"1","results":[]}')).code).toBe('trace-version');
  expect((await refusal('{"version":"1","calls":[]}')).code).toBe('trace-shape');
});

it('puts back what a run envelope keeps in blobs, and refuses one that is altered', async () => {
  const text = JSON.stringify('a long answer');
  const name = `${sha256(text)}.json`;
  const result = { $blob: `blobs/${name}`, bytes: text.length, excerpt: 'a' };
  const envelope = {
    run_id: '1',
    version: 1,
    results: [{ trace: { calls: [{ tool: 'a', args: {}, result }] } }],
  };
  const source = file('envelope.json', JSON.stringify(envelope));
  mkdirSync(join(folder, 'blobs'));
  file(join('blobs', name), text);
  expect((await readTraces(source)).traces[0]?.calls[0]?.result).toBe('a long answer');
  file(join('blobs', name), '"something else"');
  expect((await refusal(source)).message).toContain('/results/0/trace/calls/0/result');
});

it('names a circle of delegations', async () => {
  const pair = (from: string, to: string): object => ({ from, to });
  const text = (...delegations: object[]): string => JSON.stringify({ calls: [], delegations });
  const error = await refusal(text(pair('x', 'a'), pair('a', 'b'), pair('b', 'c'), pair('c', 'a')));
  expect(error.code).toBe('delegation-cycle');
  expect(error.message).toContain('a → b → c → a');
  expect((await refusal(text(pair('a', 'a')))).message).toContain('a → a');
  const twoWays = text(pair('a', 'b'), pair('a', 'c'), pair('b', 'd'), pair('c', 'd'), pair('a', 'b'));
  expect((await readTraces({ text: twoWays, name: 't' })).traces).toHaveLength(1);
});

describe('hostile data', () => {
  it('keeps __proto__ a plain key', async () => {
    const text =
      '{"calls":[{"tool":"a","args":{"__proto__":{"polluted":1}},"__proto__":{"server":"x"}}],"catalog":{"__proto__":[{"name":"t"}]}}';
    const { traces } = await readTraces({ text, name: 't' });
    expect(traces[0]?.calls[0]).not.toHaveProperty('server');
    expect(JSON.stringify(traces[0]?.calls[0]?.args)).toBe('{"__proto__":{"polluted":1}}');
    expect(Object.keys(traces[0]?.catalog ?? {})).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('refuses values too deep to be walked', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect((await refusal(`{"calls":[{"tool":"a","args":${deep}}]}`)).code).toBe('trace-shape');
    expect((await refusal(`{"calls":[{"tool":"a","args":{},"result":${deep}}]}`)).code).toBe('trace-shape');
  });

  it('keeps the first 256 kB of a result and says so', async () => {
    const long = 'x'.repeat(300_000);
    const result = { a: ['start', long, 'end'], b: 1 };
    const text = JSON.stringify({ calls: [{ tool: 'a', args: { long }, result }] });
    const { traces, warnings } = await readTraces({ text, name: 't' });
    const kept = traces[0]?.calls[0];
    expect(kept?.args).toEqual({ long });
    expect(JSON.stringify(kept?.result).length).toBeLessThan(263_000);
    expect(kept?.result).toMatchObject({
      a: ['start', expect.stringMatching(/^x+… \[cut by mcptest\]$/), expect.any(String)],
    });
    expect(warnings[0]).toContain('/calls/0/result');
  });

  it('counts warnings past the first fifty', async () => {
    const lone = (id: number): object => ({ role: 'tool', tool_call_id: `c${id}`, content: '' });
    const text = JSON.stringify(Array.from({ length: 80 }, (_, id) => lone(id)));
    const { warnings } = await readTraces({ text, name: 't' });
    expect(warnings).toHaveLength(51);
    expect(warnings.at(-1)).toContain('30');
  });
});

it('reads a JSONL file far larger than the memory it may use', () => {
  const path = join(folder, 'large.jsonl');
  const out = openSync(path, 'w');
  const filler = JSON.stringify({ type: 'progress', sessionId: 's', data: 'y'.repeat(4000) });
  const call = (n: number): string =>
    JSON.stringify({
      type: 'assistant',
      sessionId: `s${n % 3}`,
      uuid: `u${n}`,
      message: {
        id: `m${n}`,
        role: 'assistant',
        content: [{ type: 'tool_use', id: `c${n}`, name: 'x', input: {} }],
      },
      toolUseResult: 'z'.repeat(100_000),
    });
  for (let n = 0; n < 60; n += 1) writeSync(out, `${call(n)}\n${`${filler}\n`.repeat(300)}`);
  closeSync(out);
  const module = fileURLToPath(new URL('./read-traces.ts', import.meta.url));
  const code = `import(${JSON.stringify(module)}).then(async ({ readTraces }) => {
    const { traces } = await readTraces({ path: ${JSON.stringify(path)} });
    console.log(JSON.stringify(traces.map((trace) => trace.calls.length)));
  })`;
  const run = spawnSync(
    process.execPath,
    ['--max-old-space-size=32', '--import', 'tsx', '--input-type=module', '-e', code],
    { encoding: 'utf8', cwd: fileURLToPath(new URL('../..', import.meta.url)) },
  );
  expect(run.stderr).toBe('');
  expect(run.stdout.trim()).toBe('[20,20,20]');
});
