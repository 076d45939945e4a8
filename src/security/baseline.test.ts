import { describe, expect, it } from 'vitest';
import type { Finding } from '../types/envelope.js';
import { compareBaseline, readBaseline, writeBaseline } from './baseline.js';

const finding = (rule: string, tool: string, severity: Finding['severity'] = 'high'): Finding => ({
  rule,
  severity,
  server: 's',
  tool,
  pointer: '/description',
  message: 'm',
});

describe('compareBaseline', () => {
  it('a file that was just written knows every finding', () => {
    const findings = [finding('SEC-002', 'b'), finding('SEC-001', 'a')];
    const entries = readBaseline(writeBaseline(findings), 'f');
    expect(compareBaseline(findings, entries)).toEqual({ fresh: [], known: 2, stale: [] });
  });

  it('keeps what is new, and names the entries that nothing matches any more', () => {
    const entries = readBaseline(writeBaseline([finding('SEC-001', 'a'), finding('SEC-001', 'gone')]), 'f');
    const fresh = finding('SEC-001', 'new');
    const compared = compareBaseline([finding('SEC-001', 'a'), fresh], entries);
    expect(compared).toMatchObject({ fresh: [fresh], known: 1 });
    expect(compared.stale.map(({ tool }) => tool)).toEqual(['gone']);
  });

  it.each(['rule', 'server', 'tool', 'pointer'] as const)('a finding with another %s is new', (key) => {
    const entries = readBaseline(writeBaseline([finding('SEC-001', 'a')]), 'f');
    expect(compareBaseline([{ ...finding('SEC-001', 'a'), [key]: 'x' }], entries).fresh).toHaveLength(1);
  });

  it('a rule that passes is neither known nor written', () => {
    const passed = finding('SEC-001', 'a', 'pass');
    expect(JSON.parse(writeBaseline([passed]))).toEqual({ version: 1, findings: [] });
    const entries = readBaseline(writeBaseline([finding('SEC-001', 'a')]), 'f');
    const compared = compareBaseline([passed], entries);
    expect([compared.fresh, compared.known, compared.stale.length]).toEqual([[passed], 0, 1]);
  });
});

it('writes the same file whatever the order of the findings', () => {
  const findings = [finding('SEC-002', 'b'), finding('SEC-001', 'a'), finding('SEC-001', 'b')];
  expect(writeBaseline(findings)).toBe(writeBaseline([...findings].reverse()));
});

it.each(['', '[]', '{"version": 2, "findings": []}', '{"version": 1}', '{"version": 1, "findings": [1]}'])(
  'refuses %j',
  (text) => {
    expect(() => readBaseline(text, 'base.json')).toThrow(
      expect.objectContaining({ code: 'baseline-unreadable', message: expect.stringContaining('base.json') }),
    );
  },
);
