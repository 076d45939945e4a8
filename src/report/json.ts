/** `--reporter json`: the envelope itself. */
import { envelopeText } from '../envelope/build.js';
import type { Reporter } from '../types/reporter.js';
import { harmlessJson } from '../util/harmless-json.js';

export const json: Reporter = (envelope) => harmlessJson(envelopeText(envelope));
