/** `--format json`: the shape that other programs read. */
import type { FindingsFormat } from '../types/findings-report.js';
import { harmlessJson } from './json.js';

export const findingsJson: FindingsFormat = ({ findings, summary, tools, tokens }) =>
  `${harmlessJson(JSON.stringify({ version: 1, findings, summary, tools, ...(tokens && { tokens }) }, null, 2))}\n`;
