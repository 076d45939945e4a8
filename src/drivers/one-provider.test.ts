/** What is special to one provider, over its real wire format. */
import { describe, expect, it, vi } from 'vitest';
import { specFor, testClock } from '../../fixtures/provider/driving.js';
import { LOOPBACK_KEY } from '../../fixtures/provider/loopback.js';
import { ASKED, failureOf, OPTIONS, start, turnOf } from '../../fixtures/provider/turns.js';
import type { Conversation } from '../types/driver.js';
import { createDriver } from './create.js';

describe('what is special to one provider', () => {
  it('gives Anthropic its signed reasoning back', async () => {
    const { provider, driver } = await start('anthropic', [
      { reasoning: 'hm', calls: [{ name: 'weather__get', args: { city: 'Oslo' } }] },
      { text: 'Cold.' },
    ]);
    const turn = await turnOf(driver);
    expect(turn.reasoning).toBe('hm');
    await turnOf(driver, [...ASKED, { role: 'assistant', turn }]);
    expect(provider.requests[1]?.body.messages[1].content[0]).toEqual({
      type: 'thinking',
      thinking: 'hm',
      signature: 'signature-0',
    });
  });

  it('stores nothing at OpenAI, gives the encrypted reasoning back, and leaves optional parameters optional', async () => {
    const { provider } = await start('openai-responses', [
      { reasoning: 'hm', calls: [{ name: 'weather__get', args: { city: 'Oslo' } }] },
      { text: 'Cold.' },
    ]);
    const spec = { ...specFor('openai-responses', provider.url), model: 'gpt-5' };
    const driver = createDriver(spec, { env: { LOOPBACK_KEY } });
    const turn = await turnOf(driver);
    expect(turn.warnings).toEqual(['temperature is not supported for reasoning models']);
    await turnOf(driver, [...ASKED, { role: 'assistant', turn }]);
    const body = provider.requests[1]?.body;
    expect([body.store, body.include]).toEqual([false, ['reasoning.encrypted_content']]);
    expect(body.tools[0].strict).toBe(false);
    expect(body.input[2]).toMatchObject({ type: 'reasoning', encrypted_content: 'encrypted-0' });
  });

  it('gives Gemini its thought signatures back, and ids to calls that have none', async () => {
    const { provider, driver } = await start('google', [
      { calls: [{ name: 'weather__get', args: { city: 'Oslo' } }] },
      { calls: [{ name: 'weather__get', args: { city: 'Rome' } }] },
    ]);
    const first = await turnOf(driver);
    const results = [{ id: 'call_1', tool: 'weather__get', text: 'cold' }];
    const then: Conversation = [...ASKED, { role: 'assistant', turn: first }, { role: 'tool', results }];
    const second = await turnOf(driver, then);
    expect([first, second].map(({ calls }) => calls[0]?.id)).toEqual(['call_1', 'call_2']);
    expect(provider.requests[1]?.body.contents[1].parts[0].thoughtSignature).toBe('signature-0');
  });

  it('waits as long as Google asks for in the body', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12.5s' }];
    const body = JSON.stringify({
      error: { code: 429, message: 'quota', status: 'RESOURCE_EXHAUSTED', details },
    });
    const { clock, driver } = await start('google', [{ status: 429, body }, { text: 'Cold.' }]);
    await turnOf(driver);
    expect(clock.waits).toEqual([12_500]);
  });

  it('tells apart a key that Google refuses with 400', async () => {
    const { driver } = await start('google', [
      { status: 400, text: 'API key not valid. Please pass a valid one.' },
    ]);
    expect((await failureOf(driver)).kind).toBe('unauthorized');
  });

  it('does not wait for credit that OpenAI says is spent', async () => {
    const body = JSON.stringify({ error: { message: 'no credit', type: 'x', code: 'insufficient_quota' } });
    const { provider, driver } = await start('openai-chat', [{ status: 429, body }]);
    expect((await failureOf(driver)).kind).toBe('quota');
    expect(provider.requests).toHaveLength(1);
  });

  it('reads the error that a gateway wraps in a 200', async () => {
    const { driver } = await start('openai-compatible', [
      { body: '{"error":{"message":"model is loading"}}' },
    ]);
    expect((await failureOf(driver)).message).toContain('model is loading');
  });

  it('asks a local endpoint without a key, and reads reasoning where it shows some', async () => {
    const { provider } = await start('openai-compatible', [{ text: 'Cold.', reasoning: 'hm' }]);
    const spec = { ...specFor('openai-compatible', provider.url), api_key_env: [] };
    const turn = await turnOf(createDriver(spec, { env: {} }));
    expect([turn.text, turn.reasoning]).toEqual(['Cold.', 'hm']);
    expect(provider.requests[0]!.headers.authorization).toBeUndefined();
  });

  it('gives equal or missing call ids names of their own', async () => {
    const calls = [
      { id: '', name: 'weather__get' },
      { id: 'same', name: 'weather__get' },
      { id: 'same', name: 'weather__get' },
    ];
    const { driver } = await start('openai-compatible', [{ calls }]);
    const ids = (await turnOf(driver)).calls.map((call) => call.id);
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain('');
  });

  it('has no usage when the provider gives none', async () => {
    const { driver } = await start('openai-compatible', [{ text: 'Cold.', usage: null }]);
    expect((await turnOf(driver)).usage).toBeUndefined();
  });

  it('takes a key with a line break in it for what it is, without showing it', async () => {
    const { provider } = await start('anthropic', []);
    const driver = createDriver(specFor('anthropic', provider.url), {
      env: { LOOPBACK_KEY: 'abc\ndefghijk' },
    });
    const failure = await failureOf(driver);
    expect(failure.kind).toBe('unauthorized');
    expect(failure.message).not.toContain('abc');
  });

  it('says why a request could never be sent, and does not try again', async () => {
    const spec = { ...specFor('openai-compatible', 'http://127.0.0.1:9/v1') };
    const failure = await failureOf(createDriver(spec, { env: { LOOPBACK_KEY }, clock: testClock() }));
    expect(failure).toEqual({ kind: 'network', message: expect.stringContaining('bad port') as string });
  });

  it.each([
    ['ENOTFOUND', 1],
    ['CERT_HAS_EXPIRED', 1],
    ['ECONNRESET', 5],
  ])('that cannot be reached because of %s is asked %i times', async (code, times) => {
    const fetch = vi
      .spyOn(globalThis, 'fetch')
      .mockRejectedValue(new TypeError('failed', { cause: { code } }));
    try {
      const spec = specFor('openai-compatible', 'http://model.test/v1');
      const failure = await failureOf(createDriver(spec, { env: { LOOPBACK_KEY }, clock: testClock() }));
      expect(failure.kind).toBe('network');
      expect(fetch).toHaveBeenCalledTimes(times);
    } finally {
      fetch.mockRestore();
    }
  });

  it('takes a failure with a very long text for that failure', async () => {
    const { provider, driver } = await start('openai-compatible', [
      { status: 404, body: 'x'.repeat(200_000) },
    ]);
    expect((await failureOf(driver)).kind).toBe('not-found');
    expect(provider.requests).toHaveLength(1);
  });

  it('offers tools whose schema is not a schema as tools without parameters', async () => {
    const { provider, driver } = await start('anthropic', [{ text: 'x' }]);
    const tools = [
      { id: 'a.b', name: 'a__b', inputSchema: null },
      { id: 'a.c', name: 'a__c', inputSchema: { properties: { x: {} } } },
    ];
    await turnOf(driver, ASKED, { ...OPTIONS, tools });
    expect(
      provider.requests[0]?.body.tools.map((tool: { input_schema: unknown }) => tool.input_schema),
    ).toEqual([
      { type: 'object', properties: {} },
      { type: 'object', properties: { x: {} } },
    ]);
  });
});
