/**
 * The id of every rule, apart from the rules themselves: whoever only checks a name in a suite need not
 * load them. `registry.test.ts` compares the two lists.
 */
export const RULE_IDS: readonly string[] = [
  'DESC-001',
  'DESC-002',
  'DESC-003',
  'DESC-004',
  'DESC-005',
  'DESC-006',
  'DESC-007',
  'DESC-008',
  'DESC-009',
  'DESC-010',
  'DESC-011',
  'DESC-012',
  'DESC-013',
  'SCH-001',
  'SCH-002',
  'SCH-003',
  'SCH-004',
  'SCH-005',
  'SCH-006',
  'SCH-007',
  'SCH-008',
  'SCH-009',
  'SCH-010',
];

/** Rules that the engine raises itself. */
export const ENGINE_RULE_IDS: readonly string[] = ['CAT-001', 'SUP-001'];
