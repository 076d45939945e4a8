/**
 * Every rule, by hand and in order. An id is never used again: a rule that is retired leaves its line
 * here as a comment that says when and why, e.g. `// DESC-099 retired in 0.4.0: folded into DESC-001`.
 * A new rule is named in `rule-ids.ts` as well.
 */
import type { Rule } from '../types/rule.js';
import { desc001 } from './rules/desc-001.js';
import { desc002 } from './rules/desc-002.js';
import { desc003 } from './rules/desc-003.js';
import { desc004 } from './rules/desc-004.js';
import { desc005 } from './rules/desc-005.js';
import { desc006 } from './rules/desc-006.js';
import { desc007 } from './rules/desc-007.js';
import { desc008 } from './rules/desc-008.js';
import { desc009 } from './rules/desc-009.js';
import { desc010 } from './rules/desc-010.js';
import { desc011 } from './rules/desc-011.js';
import { desc012 } from './rules/desc-012.js';
import { desc013 } from './rules/desc-013.js';
import { sch001 } from './rules/sch-001.js';
import { sch002 } from './rules/sch-002.js';
import { sch003 } from './rules/sch-003.js';
import { sch004 } from './rules/sch-004.js';
import { sch005 } from './rules/sch-005.js';
import { sch006 } from './rules/sch-006.js';
import { sch007 } from './rules/sch-007.js';
import { sch008 } from './rules/sch-008.js';
import { sch009 } from './rules/sch-009.js';
import { sch010 } from './rules/sch-010.js';
import { sch011 } from './rules/sch-011.js';
import { SEC_RULES } from './sec-registry.js';

export const RULES: readonly Rule[] = [
  desc001,
  desc002,
  desc003,
  desc004,
  desc005,
  desc006,
  desc007,
  desc008,
  desc009,
  desc010,
  desc011,
  desc012,
  desc013,
  sch001,
  sch002,
  sch003,
  sch004,
  sch005,
  sch006,
  sch007,
  sch008,
  sch009,
  sch010,
  sch011,
  ...SEC_RULES,
];
