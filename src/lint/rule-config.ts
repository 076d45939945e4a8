/** `rules:` of a suite and `.mcptest/rules.yml`: severities and suppressions, checked. */
import type { RuleConfig, Severity, Suppression } from '../types/rule.js';
import { McptestError } from '../util/errors.js';
import { isObject, ownValue } from '../util/plain.js';
import { isKnownRule, unknownRule } from './known-rules.js';
import { SEVERITIES } from './severity.js';

const SUBJECT = ['server', 'tool', 'pointer'] as const;

/** `where` names the file in messages. Throws `McptestError`: `rules-invalid` or `rule-unknown`. */
export function readRuleConfig(value: unknown, where: string): RuleConfig {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw invalid(where, 'it must be a mapping with "severity" and "suppress"');
  const unknown = Object.keys(value).find((key) => key !== 'severity' && key !== 'suppress');
  if (unknown !== undefined)
    throw invalid(where, `unknown key "${unknown}"; there are "severity" and "suppress"`);
  return {
    severity: readSeverities(ownValue(value, 'severity'), where),
    suppress: readSuppressions(ownValue(value, 'suppress'), where),
  };
}

function readSeverities(value: unknown, where: string): Record<string, Severity | 'off'> {
  const out: Record<string, Severity | 'off'> = Object.create(null);
  if (value === undefined || value === null) return out;
  if (!isObject(value)) throw invalid(where, '"severity" must map rule ids to severities');
  const allowed = [...SEVERITIES.filter((severity) => severity !== 'pass'), 'off'];
  for (const [id, severity] of Object.entries(value)) {
    if (!isKnownRule(id)) throw unknownRule(id, `${where}: `);
    if (!allowed.includes(severity as string)) {
      throw invalid(where, `the severity of ${id} must be one of ${allowed.join(', ')}`);
    }
    out[id] = severity as Severity | 'off';
  }
  return out;
}

function readSuppressions(value: unknown, where: string): Suppression[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid(where, '"suppress" must be a list');
  return value.map((entry, i) => {
    const place = `suppress[${i}]`;
    if (!isObject(entry)) throw invalid(where, `${place} must name rule, subject and reason`);
    const known = ['rule', 'reason', ...SUBJECT];
    const unknown = Object.keys(entry).find((key) => !known.includes(key));
    if (unknown !== undefined) throw invalid(where, `${place} has an unknown key "${unknown}"`);
    const wrong = Object.keys(entry).find((key) => typeof entry[key] !== 'string');
    if (wrong !== undefined) throw invalid(where, `${place}.${wrong} must be a string`);
    const entryText = entry as Record<string, string>;
    if (entryText.rule === undefined) throw invalid(where, `${place} names no rule`);
    if (!isKnownRule(entryText.rule)) throw unknownRule(entryText.rule, `${where}: `);
    if ((entryText.reason ?? '').trim() === '') throw invalid(where, `${place} gives no reason`);
    if (!SUBJECT.some((key) => entryText[key] !== undefined)) {
      throw invalid(where, `${place} names no subject: give a tool, a server or a pointer`);
    }
    return { ...entryText } as unknown as Suppression;
  });
}

function invalid(where: string, why: string): McptestError {
  return new McptestError({
    code: 'rules-invalid',
    message: `${where}: ${why}`,
    hint: 'docs/lint.md shows how severities and suppressions are written.',
  });
}
