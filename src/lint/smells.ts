/** DESC findings under the eight names that `tool_quality:` and tool-bench count them by. */
import type { Finding } from '../types/envelope.js';

export const SMELLS = {
  underspecified: ['DESC-001', 'DESC-006', 'DESC-013'],
  verbose: ['DESC-002', 'DESC-008'],
  uninformative: ['DESC-003', 'DESC-004'],
  brittle: ['DESC-005', 'DESC-007'],
  missing_examples: ['DESC-009'],
  missing_return_format: ['DESC-010'],
  invalid_annotation: ['DESC-011'],
  missing_annotations: ['DESC-012'],
} as const satisfies Record<string, readonly string[]>;

export type Smell = keyof typeof SMELLS;

export const SMELL_NAMES = Object.keys(SMELLS) as Smell[];

export interface SmellCounts {
  smells: Record<Smell, number>;
  smell_total: number;
}

export function countSmells(findings: readonly Finding[]): SmellCounts {
  const smells = Object.fromEntries(SMELL_NAMES.map((name) => [name, 0])) as Record<Smell, number>;
  let total = 0;
  for (const { rule } of findings) {
    const name = SMELL_NAMES.find((smell) => (SMELLS[smell] as readonly string[]).includes(rule));
    if (name === undefined) continue;
    smells[name] += 1;
    total += 1;
  }
  return { smells, smell_total: total };
}
