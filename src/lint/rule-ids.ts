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
  'SCH-011',
  'SEC-001',
  'SEC-002',
  'SEC-003',
  'SEC-004',
  'SEC-005',
  'SEC-006',
  'SEC-007',
  'SEC-008',
  'SEC-009',
  'SEC-010',
  'SEC-011',
  'SEC-012',
  'SEC-013',
  'SEC-016',
  'SEC-025',
  'SEC-026',
  'SEC-027',
];

/** Security rules that need a lock or a live server. */
export const PROBE_RULE_IDS: readonly string[] = [
  'SEC-014',
  'SEC-015',
  'SEC-017',
  'SEC-018',
  'SEC-019',
  'SEC-020',
  'SEC-021',
  'SEC-022',
  'SEC-023',
  'SEC-024',
];

/** Rules that the engine raises itself. */
export const ENGINE_RULE_IDS: readonly string[] = ['CAT-001', 'CAT-002', 'SUP-001'];

/** Rules about clients; they live in a room of their own. */
export const CLIENT_RULE_IDS: readonly string[] = Array.from(
  { length: 42 },
  (_, at) => `CLI-${String(at + 1).padStart(3, '0')}`,
);
