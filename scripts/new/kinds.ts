/** Every kind that `npm run new` knows. */
import { check } from './check.js';
import type { Kind } from './kind.js';
import { matcher } from './matcher.js';
import { metric } from './metric.js';
import { reporter } from './reporter.js';
import { rule } from './rule.js';
import { verb } from './verb.js';

export const KINDS: Record<string, Kind> = { rule, metric, matcher, reporter, check, verb };
