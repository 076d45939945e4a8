/** Every provider over its real wire format: what we send, and what we make of the answer. */
import { describe, expect, it } from 'vitest';
import { ROUTES, specFor, testClock } from '../../fixtures/provider/driving.js';
import { LOOPBACK_KEY } from '../../fixtures/provider/loopback.js';
import { WIRE } from '../../fixtures/provider/read-wire.js';
import { ASKED, failureOf, OPTIONS, SCHEMA, start, turnOf } from '../../fixtures/provider/turns.js';
import { freePort } from '../../test/lib/free-port.js';
import { createDriver } from './create.js';

describe.each(ROUTES)('%s', (route) => {
  const wire = WIRE[route];

  it('sends model, key, prompt, system prompt, temperature and the tool with its schema untouched', async () => {
    const { provider, driver } = await start(route, [{ text: 'Cold.' }]);
    await turnOf(driver);
    const [request] = provider.requests;
    expect(request?.path).toBe(wire.path);
    expect(request?.headers[wire.auth[0]]).toBe(wire.auth[1]);
    expect(wire.read(request?.body)).toEqual({
      tool: 'weather__get',
      schema: SCHEMA,
      system: 'Be brief.',
      prompt: 'How is Oslo?',
      temperature: 0.3,
    });
    if (route !== 'google') expect(request?.body.model).toBe(`${route}-1`);
  });

  it('reads text and usage', async () => {
    const usage = { input: 120, output: 7, cached_input: 20 };
    const { driver } = await start(route, [{ text: 'Cold.', usage }]);
    const turn = await turnOf(driver);
    expect(turn.text).toBe('Cold.');
    expect(turn.calls).toEqual([]);
    expect(turn.finish).toBe('stop');
    expect(turn.usage).toMatchObject({ input: 120, output: 7, total: 127 });
    // Mistral has no cache to report.
    if (route !== 'mistral') expect(turn.usage?.cached_input).toBe(20);
  });

  it('reads parallel calls, and gives calls and results back in the next turn', async () => {
    const { provider, driver } = await start(route, [
      {
        text: 'Two cities.',
        calls: [
          { name: 'weather__get', args: { city: 'Oslo' } },
          { name: 'weather__get', args: { city: 'Rome', days: 2 } },
        ],
      },
      { text: 'Cold and warm.' },
    ]);
    const turn = await turnOf(driver);
    expect(turn.finish).toBe('tool-calls');
    expect(turn.calls.map(({ tool, args }) => [tool, args])).toEqual([
      ['weather__get', { city: 'Oslo' }],
      ['weather__get', { city: 'Rome', days: 2 }],
    ]);
    const [first = '', second = ''] = turn.calls.map((call) => call.id);
    expect(first).not.toBe(second);
    const last = await turnOf(driver, [
      ...ASKED,
      { role: 'assistant', turn: JSON.parse(JSON.stringify(turn)) },
      {
        role: 'tool',
        results: [
          { id: first, tool: 'weather__get', text: '-3 degrees' },
          { id: second, tool: 'weather__get', text: 'no such city', is_error: true },
        ],
      },
    ]);
    expect(last.text).toBe('Cold and warm.');
    const body = provider.requests[1]?.body;
    expect(wire.calls(body)).toEqual([
      [first, 'weather__get', { city: 'Oslo' }],
      [second, 'weather__get', { city: 'Rome', days: 2 }],
    ]);
    expect(wire.results(body)).toEqual([
      [first, '-3 degrees'],
      [second, 'no such city'],
    ]);
    if (route === 'anthropic') expect(body.messages[2].content[1].is_error).toBe(true);
  });

  it('keeps a call of a tool that does not exist', async () => {
    const { driver } = await start(route, [{ calls: [{ name: 'made_up', args: {} }] }]);
    expect((await turnOf(driver)).calls[0]?.tool).toBe('made_up');
  });

  it('keeps arguments that are not JSON as they came, and can go on', async () => {
    const { provider, driver } = await start(route, [
      { calls: [{ name: 'weather__get', args: '{"city": "Os' }] },
      { text: 'Sorry.' },
    ]);
    const turn = await turnOf(driver);
    if (route === 'google') {
      expect([turn.finish, turn.calls]).toEqual(['error', []]);
      return;
    }
    expect(turn.calls[0]?.args).toBe('{"city": "Os');
    const results = [{ id: turn.calls[0]?.id ?? '', tool: 'weather__get', text: 'not JSON', is_error: true }];
    await turnOf(driver, [...ASKED, { role: 'assistant', turn }, { role: 'tool', results }]);
    const sent = wire.calls(provider.requests[1]?.body) as unknown[][];
    expect(sent[0]?.[2]).toEqual({ unreadable_arguments: '{"city": "Os' });
  });

  it('tells a refusal from an answer', async () => {
    const { driver } = await start(route, [{ refusal: 'I will not.' }]);
    const turn = await turnOf(driver);
    expect(turn.calls).toEqual([]);
    // Two of the interfaces have no sign for it; the words are all there is.
    if (route === 'mistral' || route === 'openai-compatible') expect(turn.finish).toBe('stop');
    else expect(turn.finish).toBe('refusal');
    if (route !== 'google' && route !== 'openai-compatible') expect(turn.text).toBe('I will not.');
  });

  it('says when the output was cut', async () => {
    const { driver } = await start(route, [{ text: 'Once upon', truncated: true }]);
    expect((await turnOf(driver)).finish).toBe('length');
  });

  it('takes an answer of 5 MB', async () => {
    const { driver } = await start(route, [{ text: 'x'.repeat(5_000_000) }]);
    expect((await turnOf(driver)).text).toHaveLength(5_000_000);
  });

  it.each([
    [400, 'bad-request'],
    [401, 'unauthorized'],
    [402, 'quota'],
    [403, 'unauthorized'],
    [404, 'not-found'],
  ])('does not ask again after %i', async (status, kind) => {
    const { provider, driver } = await start(route, [{ status, text: 'the words of the provider' }]);
    const failure = await failureOf(driver);
    expect(failure).toMatchObject({ kind, status });
    expect(failure.message).toContain(String(status));
    // What a provider says to a wrong key may show parts of it.
    expect(failure.message.includes('the words of the provider')).toBe(status !== 401);
    expect(failure.message.includes('LOOPBACK_KEY')).toBe(status === 401);
    expect(provider.requests).toHaveLength(1);
  });

  it('waits as long as 429 asks for, then carries on', async () => {
    const { provider, clock, driver } = await start(route, [
      { status: 429, headers: { 'retry-after': '3' }, text: 'slow down' },
      { text: 'Cold.' },
    ]);
    expect((await turnOf(driver)).retries).toBe(1);
    expect(clock.waits).toEqual([3000]);
    const [before, after] = provider.requests;
    expect(after?.body).toEqual(before?.body);
  });

  it('asks again after 408, 500 and after a cut connection, before or inside the answer', async () => {
    const { clock, driver } = await start(route, [
      { status: 408, text: 'too slow' },
      { status: 500, text: 'oops' },
      { cut: 'before' },
      { cut: 'during', text: 'half of it' },
      { text: 'Cold.' },
    ]);
    const turn = await turnOf(driver);
    expect([turn.text, turn.retries]).toEqual(['Cold.', 4]);
    expect(clock.waits).toEqual([500, 1000, 2000, 4000]);
  });

  it('gives up in the end and says how often it tried', async () => {
    const { provider, driver } = await start(route, () => ({ status: 503, text: 'busy' }));
    const failure = await failureOf(driver);
    expect(failure).toMatchObject({ kind: 'overloaded', status: 503, retries: 4 });
    expect(failure.message).toContain('Tried 5 times');
    expect(provider.requests).toHaveLength(5);
  });

  it('ends at its time limit', async () => {
    const { driver } = await start(route, [{ hang: true }]);
    const failure = await failureOf(driver, { ...OPTIONS, timeout_ms: 80 });
    expect(failure.kind).toBe('timeout');
    expect(failure.message).toContain('80ms');
  });

  it('stops at once when the run is stopped', async () => {
    const { provider, driver } = await start(route, [{ hang: true }]);
    const controller = new AbortController();
    const pending = failureOf(driver, { ...OPTIONS, timeout_ms: 600_000, signal: controller.signal });
    await provider.arrived(1);
    controller.abort();
    expect((await pending).kind).toBe('aborted');
  });

  it.each(['<html>gateway</html>', '{"unexpected": true}', '[]', '', 'null'])(
    'calls the answer %j malformed',
    async (body) => {
      const { provider, driver } = await start(route, [{ body }]);
      const outcome = await driver.turn(ASKED, OPTIONS);
      // Gemini leaves out everything that is empty, so an object with nothing in it is an answer.
      if (route === 'google' && body.startsWith('{')) expect(outcome).toMatchObject({ turn: { calls: [] } });
      else expect(outcome).toMatchObject({ failure: { kind: 'malformed' } });
      expect(provider.requests).toHaveLength(1);
    },
  );

  it('follows no redirect', async () => {
    const { provider, driver } = await start(route, [{ status: 307, headers: { location: '/elsewhere' } }]);
    expect((await failureOf(driver)).message).toContain('base_url');
    expect(provider.requests).toHaveLength(1);
  });

  it('never shows the key, not even where the provider does', async () => {
    const { driver } = await start(route, [
      { status: 400, text: `your key is ${LOOPBACK_KEY}` },
      { text: `your key is ${LOOPBACK_KEY}`, calls: [{ name: 'x', args: { [LOOPBACK_KEY]: LOOPBACK_KEY } }] },
    ]);
    const outcomes = [await driver.turn(ASKED, OPTIONS), await driver.turn(ASKED, OPTIONS)];
    expect(JSON.stringify(outcomes)).not.toContain(LOOPBACK_KEY);
    expect(JSON.stringify(outcomes)).toContain('[secret:LOOPBACK_KEY]');
  });

  it('names the variable when there is no key, and asks nobody', async () => {
    const { provider } = await start(route, []);
    const driver = createDriver(specFor(route, provider.url), { env: {} });
    expect(await failureOf(driver)).toEqual({
      kind: 'missing-key',
      message: expect.stringContaining('LOOPBACK_KEY is not set') as string,
    });
    expect(provider.requests).toHaveLength(0);
  });

  it('says that nothing listens', async () => {
    const spec = specFor(route, `http://127.0.0.1:${await freePort()}`);
    const failure = await failureOf(createDriver(spec, { env: { LOOPBACK_KEY }, clock: testClock() }));
    expect(failure).toMatchObject({ kind: 'network', retries: 4 });
    expect(failure.message).toContain('nothing listens there');
  });
});
