import { describe, expect, it } from 'vitest';
import { nativeSuites, openServer, runAgent } from './engine.js';

const servers = { a: { command: ['node', 'server.js'] } };

describe('an error in a test in code', () => {
  it.each([
    ['agent()', () => runAgent({ servers: { a: 3 as never }, prompt: 'x' }), /\nWrite servers: \{/],
    [
      'agent(), of its model',
      () => runAgent({ servers, prompt: 'x', model: 'lexicl' }),
      /"lexicl" is not known\n.*lexical/,
    ],
    ['server()', () => openServer({} as never), /\n.+/],
    ['suites()', () => nativeSuites('no-such-file.yml'), /\n.+/],
  ])('of %s shows the next step, in the message and in the stack', async (_, work, expected) => {
    const error = (await work().then(
      () => undefined,
      (thrown: unknown) => thrown,
    )) as Error & { hint: string };
    expect(error.message).toMatch(expected);
    expect(error.message.endsWith(error.hint)).toBe(true);
    expect(error.stack).toContain(error.message);
  });
});
