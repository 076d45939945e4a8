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

test.each([
  [[], 'it must be a mapping with "severity" and "suppress"'],
  [{ severities: {} }, 'unknown key "severities"; there are "severity" and "suppress"'],
  [{ severity: [] }, '"severity" must map rule ids to severities'],
  [
    { severity: { 'DESC-009': 'pass' } },
    'the severity of DESC-009 must be one of critical, high, medium, warning, low, info, off',
  ],
  [{ suppress: {} }, '"suppress" must be a list'],
  [{ suppress: ['x'] }, 'suppress[0] must name rule, subject and reason'],
  [{ suppress: [{ rule: 'DESC-009', tools: 't' }] }, 'suppress[0] has an unknown key "tools"'],
  [{ suppress: [{ rule: 'DESC-009', tool: 3 }] }, 'suppress[0].tool must be a string'],
  [{ suppress: [{ tool: 't', reason: 'r' }] }, 'suppress[0] names no rule'],
  [{ suppress: [{ rule: 'DESC-009', tool: 't' }] }, 'suppress[0] gives no reason'],
  [
    { suppress: [{ rule: 'DESC-009', reason: 'r' }] },
    'suppress[0] names no subject: give a tool, a server or a pointer',
  ],
])('%j: the message says what is wrong, and where', (value, why) => {
  expect(() => readRuleConfig(value, 'rules.yml')).toThrow(
    expect.objectContaining({ message: expect.stringContaining(why) }),
  );
  expect(() => readRuleConfig(value, 'rules.yml')).toThrow('rules.yml');
});

test('what is left empty is not there', () => {
  expect(readRuleConfig(null, 'f')).toEqual({});
  expect(readRuleConfig({ severity: null, suppress: null }, 'f').suppress).toEqual([]);
  for (const subject of [{ server: 's' }, { pointer: '/p' }])
    expect(
      readRuleConfig({ suppress: [{ rule: 'DESC-009', reason: 'r', ...subject }] }, 'f').suppress,
    ).toHaveLength(1);
});
