/** Parts of metrics that the tests of each metric come by without looking. */
import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { editDistance } from './edit-distance.js';
import { namesInExpect } from './expected-names.js';
import { measureNarrative } from './narrative.js';
import { measureOrchestration } from './orchestration.js';
import { measureRecovery } from './recovery.js';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });

/** Tried in all ways: a letter is kept, replaced, left out or added. */
function slowly(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const [a, b] = [one.slice(1), other.slice(1)];
  return Math.min(
    slowly(a, b) + (one[0] === other[0] ? 0 : 1),
    1 + Math.min(slowly(a, other), slowly(one, b)),
  );
}

it('the edit distance is the least of all ways', () => {
  const distance = (one: string, other: string) =>
    editDistance(one.length, other.length, (i, j) => one[i] === other[j]);
  fc.assert(
    fc.property(letters, letters, (one, other) => {
      expect(distance(one, other)).toBe(slowly(one, other));
    }),
  );
  expect(editDistance(1999, 1999, () => true)).toBe(0);
  expect(editDistance(2000, 1999, () => true)).toBeUndefined();
  expect(editDistance(1999, 2000, () => true)).toBeUndefined();
});

describe('a value of an answer', () => {
  const unbacked = (answer: string, recorded: string) => {
    const result = { content: [{ type: 'text', text: recorded }] };
    const run = { calls: [{ tool: 'get', args: {}, result }], final_response: answer, prompt: '' };
    return measureNarrative([run] as never, {}, { servers: [] }).figures['narrative.unbacked_values'];
  };

  it.each([
    ['See https://quay.example/a1.', 'quay.example/a1'],
    ['See https://www.quay.example/a1', 'quay.example/a1'],
    ['See http://www.quay.example/a1!', 'quay.example/a1'],
    ['See HTTP://quay.example/a1/', 'quay.example/a1'],
    ['It says "red boat, wet deck!!"', 'a red boat, wet deck and rope'],
    ['It says "red boat?!"', 'one red boat'],
    ['It is TP123.', 'TP 123'],
    ['It is TP123.', 'TP-123'],
    ['It is TP123.', 'TP_123'],
    ['It is TP-123.', 'TP123'],
    ['It is TP_123.', 'TP 123'],
  ])('is backed: %s by %s', (answer, recorded) => expect(unbacked(answer, recorded)).toBe(0));

  it.each([
    ['See https://quay.example/a1?from=https://www.b.example', 'quay.example/a1?from=b.example'],
    ['It says "red boat, wet deck"', 'a red boat wet deck'],
    ['It is TP123.', 'TP 124'],
    ['It is TP34x9.', 'TP 34'],
    ['It is 12-TP34x.', 'TP 34'],
  ])('is not backed: %s by %s', (answer, recorded) => expect(unbacked(answer, recorded)).toBe(1));
});

describe('a fault', () => {
  const faults = (list: unknown[]) =>
    measureRecovery(
      [{ calls: [{ tool: 'tow', args: {}, is_error: true }], faults: list }] as never,
      {},
      { servers: [], classes: [] },
    );

  it('without a kind is a fault, and one without a call is none', () => {
    expect(faults([{ call: 0 }]).figures['recovery.recovered']).toBe(0);
    expect(JSON.stringify(faults([{ call: 0 }]).explain)).toContain('fault');
    expect(faults([{ kind: 'error' }]).figures['recovery.recovered']).toBeUndefined();
  });
});

describe('names that an expectation forbids', () => {
  const named = (target: string, matcher: unknown) => namesInExpect([{ target, matcher }] as never);

  it('are those that are not to be called', () => {
    expect(named('tool_names', { not: { contains: 'sink' } })).toEqual([
      { target: 'tool_names', names: ['sink'], rule: 'policy', bare: true },
    ]);
    expect(named('tool_calls.0.name', { '!=': 'sink' })).toHaveLength(1);
    expect(named('tool_names', { contains: 'sink' })).toEqual([]);
    expect(named('tool_names', { not: { length: 3 } })).toEqual([]);
    expect(named('tool_names', { not: 3 })).toEqual([]);
    expect(named('final_response', { not: { contains: 'sink' } })).toEqual([]);
  });
});

describe('orchestration without classes', () => {
  const figures = (...tools: [string, boolean?][]) => {
    const calls = tools.map(([tool, is_error = false]) => ({ tool, args: {}, is_error }));
    return measureOrchestration([{ calls }] as never, {}, { servers: [], classes: [] });
  };

  it('found nothing where something was called, and says how many failed calls were made good', () => {
    expect(figures(['tow']).figures['orchestration.discovery']).toBe(0);
    expect(figures().figures['orchestration.discovery']).not.toBe(0);
    const told = JSON.stringify(figures(['tow', true], ['tow'], ['sink', true]).explain);
    expect(told).toContain('3 calls, 2 failed, 1 of them made good later');
  });
});
