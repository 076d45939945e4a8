import { describe, expect, test } from 'vitest';
import type { Finding } from '../types/envelope.js';
import { faultsOf } from './faults.js';

const finding = (rule: string, tool: string, more: Partial<Finding> = {}): Finding => ({
  rule,
  severity: 'warning',
  server: 's',
  tool,
  pointer: '',
  message: `"${tool}" lacks it`,
  suggestion: 'Add it.',
  ...more,
});

describe('faultsOf', () => {
  test('says once what holds of several tools, and counts tools and not places', () => {
    const faults = faultsOf([finding('SCH-007', 'a'), finding('SCH-007', 'a'), finding('SCH-007', 'b')]);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ rule: 'SCH-007', subjects: 2, suggestion: 'Add it.' });
    expect(faults[0]?.findings).toHaveLength(3);
  });

  test('keeps apart what says something else, and leaves out what passed', () => {
    const faults = faultsOf([
      finding('SCH-007', 'a'),
      finding('SCH-007', 'a', { message: 'the items are a tuple' }),
      finding('SCH-007', 'a', { severity: 'critical' }),
      finding('PASS', 'c', { severity: 'pass' }),
    ]);
    expect(faults.map(({ severity }) => severity)).toEqual(['critical', 'warning', 'warning']);
  });

  test('the worst comes first, then what costs most: a missing limit on many tools goes after a refused schema', () => {
    const many = Array.from({ length: 9 }, (_, i) => finding('SCH-004', `t${i}`));
    const faults = faultsOf([
      ...many,
      finding('SCH-007', 'a'),
      finding('DESC-001', 'b', { severity: 'critical' }),
    ]);
    expect(faults.map(({ rule }) => rule)).toEqual(['DESC-001', 'SCH-007', 'SCH-004']);
  });
});
