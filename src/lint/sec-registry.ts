/**
 * The security rules that a catalogue alone can decide, in order. SEC-014, SEC-015 and SEC-017 to
 * SEC-024 need a lock or a live server: `probe-rules.ts` has them.
 */
import type { Rule } from '../types/rule.js';
import { sec001 } from './rules/sec-001.js';
import { sec002 } from './rules/sec-002.js';
import { sec003 } from './rules/sec-003.js';
import { sec004 } from './rules/sec-004.js';
import { sec005 } from './rules/sec-005.js';
import { sec006 } from './rules/sec-006.js';
import { sec007 } from './rules/sec-007.js';
import { sec008 } from './rules/sec-008.js';
import { sec009 } from './rules/sec-009.js';
import { sec010 } from './rules/sec-010.js';
import { sec011 } from './rules/sec-011.js';
import { sec012 } from './rules/sec-012.js';
import { sec013 } from './rules/sec-013.js';
import { sec016 } from './rules/sec-016.js';
import { sec025 } from './rules/sec-025.js';
import { sec026 } from './rules/sec-026.js';
import { sec027 } from './rules/sec-027.js';

export const SEC_RULES: readonly Rule[] = [
  sec001,
  sec002,
  sec003,
  sec004,
  sec005,
  sec006,
  sec007,
  sec008,
  sec009,
  sec010,
  sec011,
  sec012,
  sec013,
  sec016,
  sec025,
  sec026,
  sec027,
];
