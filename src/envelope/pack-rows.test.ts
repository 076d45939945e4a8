import { expect, it } from 'vitest';
import type { CaseResult } from '../types/envelope.js';
import { rowPacker } from './pack-rows.js';

function row(at: number, message: string): CaseResult {
  const checks = [{ target: 'trace', matcher: 'recorded', outcome: 'pass', message }];
  return { id: `id ${at}`, name: `row ${at}`, kind: 'agent', file: 'a.yml', checks } as unknown as CaseResult;
}

it('rows of a test that are judged alike have the very same checks, others their own', () => {
  const pack = rowPacker();
  const [first, alike, other] = [row(0, '1 call'), row(1, '1 call'), row(2, '2 calls')].map(pack);
  expect(alike!.checks).toBe(first!.checks);
  expect(other!.checks).toEqual(row(2, '2 calls').checks);
  expect(JSON.stringify(alike)).toBe(JSON.stringify(row(1, '1 call')));
});
