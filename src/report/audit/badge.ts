/** `--format badge`: the grade of the whole as SVG. */
import type { AuditGrade } from '../../types/audit.js';
import { badgeSvg } from '../badge-svg.js';
import type { AuditFormat } from './view.js';

const COLOURS: Record<AuditGrade, string> = {
  A: '#2e7d32',
  B: '#558b2f',
  C: '#b26a00',
  D: '#c62828',
  F: '#7f1d1d',
};

export const auditBadge: AuditFormat = ({ report: { grade } }) =>
  badgeSvg('MCP audit', grade ?? 'inconclusive', grade === undefined ? '#616161' : COLOURS[grade]);
