/** The security rules that need a lock or a live server: by what they judge, and in order. */
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

export { FOREIGN_ORIGIN } from './http-answer.js';

export const PROBE_RULE = {
  driftSinceLock: sec014,
  driftInSession: sec015,
  plainHttp: sec017,
  foreignOrigin: sec018,
  errorAnswers: sec019,
  missingCredentials: sec020,
  tokenInUrl: sec021,
  foreignHost: sec022,
  openCors: sec023,
  sessionIds: sec024,
};

export const PROBE_RULES: readonly ProbeRule[] = Object.values(PROBE_RULE);
