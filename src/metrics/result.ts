/** Small pieces that most metrics share: absent figures, default gates, the schema of `expect:`. */
import * as z from 'zod/mini';
import type { MetricResult } from '../types/metric.js';
import type { Assertion } from '../types/suite.js';

/** A result without figures, and one reason for all of them. */
export function nothing(targets: readonly string[], why: string): MetricResult {
  return { figures: {}, absent: absentAll(targets, why), explain: [why] };
}

function absentAll(targets: readonly string[], why: string): Record<string, string> {
  return Object.fromEntries(targets.map((target) => [target, why]));
}

export const NO_RUNS = 'no run was recorded';

export function gate(target: string, comparator: '>=' | '<=', bound: number): Assertion {
  return { target, matcher: { [comparator]: bound } };
}

export const expectSchema = z
  .optional(z.array(z.unknown()))
  .check(z.describe('Gates on this block, as `{ target, matcher }` or `{ <target>: <matcher> }`.'));

export const nameSchema = z.string().check(z.minLength(1));

export const toolSchema = nameSchema.check(
  z.describe('A tool: `server.tool`, or its bare name on any server.'),
);
