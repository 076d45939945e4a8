import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ObservedAnswer } from './observation.js';
import { propose } from './propose.js';

const seen = (result: unknown, duration_ms = 3): ObservedAnswer => ({ result, duration_ms });
const status = { content: [{ type: 'text', text: 'status: degraded' }] };
const blockOf = (test: string) => parse(test)[0];

describe('propose', () => {
  it('gives the block of the published example, byte for byte', () => {
    const made = propose({ tool: 'get_status', args: {}, observed: [seen(status), seen(status)] });
    expect(made.test).toBe(`  - name: "get_status: proposed assertions"
    server: "target"
    tool: "get_status"
    args: {}
    expect:
      assertions:
        - target: "result.isError"
          matcher:
            not:
              exact: true
          message: "tool call must not signal an error"
        - target: "result.content"
          matcher:
            schema:
              items:
                properties:
                  text:
                    type: "string"
                  type:
                    type: "string"
                required: ["text", "type"]
                type: "object"
              type: "array"
          message: "observed structure of result.content"
        - target: "result.content[0].text"
          matcher:
            exact: "status: degraded"
          message: "stable across both observed calls"
        - target: "result.content[0].type"
          matcher:
            exact: "text"
          message: "stable across both observed calls"
      # latency budget: 2x the slowest observed call, rounded up to the nearest 50 ms, floor 100 ms
      max_duration_ms: 100
`);
    expect([made.excluded_volatile, made.notes]).toEqual([[], []]);
  });

  it('keeps what differs out of exact assertions and names it', () => {
    const at = (serial: number) =>
      seen({ content: [], structuredContent: { serial, name: 'a', gone: null } });
    const made = propose({ tool: 't', args: {}, observed: [at(1), at(2)] });
    expect(made.excluded_volatile).toEqual(['result.structuredContent.serial']);
    const targets = blockOf(made.test).expect.assertions.map((one: { target: string }) => one.target);
    expect(targets).toEqual([
      'result.isError',
      'result.content',
      'result.structuredContent',
      'result.structuredContent.name',
    ]);
  });

  it('asserts only the shape after one call, and says why', () => {
    const made = propose({ tool: 't', args: {}, observed: [seen(status)] });
    expect(blockOf(made.test).expect.assertions).toHaveLength(2);
    expect(made.notes.join()).toContain('one call');
  });

  it.each([
    [false, { exact: false }],
    [true, { exact: true }],
  ])('pins isError: %s as it was seen', (isError, matcher) => {
    const made = propose({
      tool: 't',
      args: {},
      observed: [seen({ ...status, isError }), seen({ ...status, isError })],
    });
    expect(blockOf(made.test).expect.assertions[0].matcher).toEqual(matcher);
    expect(made.notes.length).toBe(isError ? 1 : 0);
  });

  it('prefers short and shallow, five at most', () => {
    const structuredContent = { deep: { er: { x: 1 } }, a: 1, b: 2, c: 3, d: 4, e: 'x'.repeat(100), f: 6 };
    const made = propose({
      tool: 't',
      args: {},
      observed: [seen({ structuredContent }), seen({ structuredContent })],
    });
    const exact = blockOf(made.test).expect.assertions.filter(
      (one: { matcher: object }) => 'exact' in one.matcher,
    );
    expect(exact.map((one: { target: string }) => one.target.slice(-1))).toEqual(['a', 'b', 'c', 'd', 'f']);
  });

  it('says which stable texts are too long to be asserted', () => {
    const answer = seen({ content: [{ type: 'text', text: 'x'.repeat(301) }] });
    const { notes } = propose({ tool: 't', args: {}, observed: [answer, answer] });
    expect(notes.join()).toMatch(/longer than 300 characters.*result\.content\[0\]\.text;.*snapshot/);
  });

  it('budgets twice the slowest call, rounded up', () => {
    const made = (ms: number) =>
      blockOf(propose({ tool: 't', args: {}, observed: [seen(status, 1), seen(status, ms)] }).test);
    expect([10, 51, 75.1].map((ms) => made(ms).expect.max_duration_ms)).toEqual([100, 150, 200]);
  });

  it('pins an error by its code', () => {
    const error = { code: -32602, message: 'no' };
    const made = propose({ tool: 't', args: {}, observed: [{ error, duration_ms: 1 }] });
    expect(blockOf(made.test).expect.assertions).toMatchObject([
      { target: 'error.code', matcher: { exact: -32602 } },
    ]);
  });

  it('writes targets for odd keys, and leads nowhere through forbidden ones', () => {
    const structuredContent = JSON.parse('{"a b":1,"x.y":2,"__proto__":{"z":1},"constructor":3}');
    const made = propose({
      tool: 't',
      args: {},
      observed: [seen({ structuredContent }), seen({ structuredContent })],
    });
    const targets = blockOf(made.test).expect.assertions.map((one: { target: string }) => one.target);
    expect(targets).toContain('result.structuredContent["a b"]');
    expect(targets).toContain('result.structuredContent["x.y"]');
    expect(targets.join()).not.toContain('constructor');
  });
});
