/** The formats of `mcptest conformance`. */
import { jsonText } from '../../util/printable-json.js';
import { conformancePretty } from './pretty.js';
import type { ConformanceFormat } from './view.js';

const json: ConformanceFormat = ({ scorecard, baseline, delta }) =>
  jsonText({ ...scorecard, baseline, delta });

export const conformanceFormats = {
  pretty: conformancePretty,
  json,
} satisfies Record<string, ConformanceFormat>;
