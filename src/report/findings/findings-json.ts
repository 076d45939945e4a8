/** `--format json`: the shape that other programs read. */
import type { FindingsFormat } from '../../types/findings-report.js';
import { jsonText } from '../../util/printable-json.js';

export const findingsJson: FindingsFormat = ({ findings, summary, tools, tokens }) =>
  jsonText({ version: 1, findings, summary, tools, tokens });
