import { expect, it } from 'vitest';
import type { Severity } from '../types/rule.js';
import { isAtLeast, SEVERITIES } from './severity.js';

const atLeast = (least: Severity): Severity[] => SEVERITIES.filter((severity) => isAtLeast(severity, least));

it('either vocabulary is a bar for both: a critical of lint is high, a warning low', () => {
  expect(atLeast('warning')).toEqual(atLeast('low'));
  expect(atLeast('low')).toEqual(['critical', 'high', 'medium', 'warning', 'low']);
  expect(isAtLeast('critical', 'high')).toBe(true);
  expect(isAtLeast('warning', 'medium')).toBe(false);
  expect(isAtLeast('low', 'critical')).toBe(false);
});
