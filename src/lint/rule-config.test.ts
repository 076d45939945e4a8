import { expect, test } from 'vitest';
import { readRuleConfig } from './rule-config.js';

function problem(value: unknown): string {
  try {
    readRuleConfig(value, 'rules.yml');
  } catch (error) {
    const { code, exitCode } = error as { code: string; exitCode: number };
    return `${code} ${exitCode}`;
  }
  return 'none';
}

test('severities and suppressions are read', () => {
  const suppression = { rule: 'SCH-007', server: 's', tool: 't', pointer: '/inputSchema', reason: 'known' };
  const config = readRuleConfig({ severity: { 'DESC-009': 'off' }, suppress: [suppression] }, 'rules.yml');
  expect({ ...config.severity }).toEqual({ 'DESC-009': 'off' });
  expect(config.suppress).toEqual([suppression]);
  expect(readRuleConfig(undefined, 'rules.yml')).toEqual({});
});

test.each([
  [[], 'rules-invalid 2'],
  [{ severities: {} }, 'rules-invalid 2'],
  [{ severity: { 'DESC-009': 'pass' } }, 'rules-invalid 2'],
  [{ severity: { 'DESC-999': 'off' } }, 'rule-unknown 2'],
  [{ severity: JSON.parse('{"__proto__":"off"}') }, 'rule-unknown 2'],
  [{ suppress: [{ rule: 'DESC-009', tool: 't' }] }, 'rules-invalid 2'],
  [{ suppress: [{ rule: 'DESC-009', tool: 't', reason: ' ' }] }, 'rules-invalid 2'],
  [{ suppress: [{ rule: 'DESC-009', reason: 'r' }] }, 'rules-invalid 2'],
  [{ suppress: [{ rule: 'DESC-999', tool: 't', reason: 'r' }] }, 'rule-unknown 2'],
  [{ suppress: [{ rule: 'DESC-009', tool: 3, reason: 'r' }] }, 'rules-invalid 2'],
  [{ suppress: [{ rule: 'DESC-009', tools: 't', reason: 'r' }] }, 'rules-invalid 2'],
])('%j is refused', (value, code) => {
  expect(problem(value)).toBe(code);
});
