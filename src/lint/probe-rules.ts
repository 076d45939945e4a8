/** The security rules that need a lock or a live server, in order. */
import type { ProbeRule } from '../types/probe-rule.js';
import { sec014 } from './rules/sec-014.js';
import { sec015 } from './rules/sec-015.js';
import { sec017 } from './rules/sec-017.js';
import { sec018 } from './rules/sec-018.js';
import { sec019 } from './rules/sec-019.js';
import { sec020 } from './rules/sec-020.js';
import { sec021 } from './rules/sec-021.js';
import { sec022 } from './rules/sec-022.js';
import { sec023 } from './rules/sec-023.js';
import { sec024 } from './rules/sec-024.js';

export const PROBE_RULES: readonly ProbeRule[] = [
  sec014,
  sec015,
  sec017,
  sec018,
  sec019,
  sec020,
  sec021,
  sec022,
  sec023,
  sec024,
];
