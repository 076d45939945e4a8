/** `--reporter json`: the envelope itself. */
import { envelopeText } from '../envelope/build.js';
import type { Reporter } from '../types/reporter.js';
import { printableJson } from '../util/printable-json.js';

export const json: Reporter = (envelope) => printableJson(envelopeText(envelope));
