/** A badge with the grade: as SVG, and as the JSON that shields.io draws one from. */
import type { Grade } from '../../types/conformance.js';
import { badgeSvg } from '../badge-svg.js';
import { type ConformanceFormat, gradeText } from './view.js';

const COLOURS: Record<Grade, string> = {
  'A+': '#1b5e20',
  A: '#2e7d32',
  B: '#558b2f',
  C: '#b26a00',
  D: '#c62828',
  F: '#7f1d1d',
};
const GREY = '#616161';
const LABEL = 'MCP conformance';

export const conformanceBadge: ConformanceFormat = ({ scorecard }) =>
  badgeSvg(LABEL, gradeText(scorecard), colourOf(scorecard.grade));

export const conformanceShields: ConformanceFormat = ({ scorecard }) => {
  const color = colourOf(scorecard.grade).slice(1);
  return `${JSON.stringify({ schemaVersion: 1, label: LABEL, message: gradeText(scorecard), color })}\n`;
};

function colourOf(grade: Grade | undefined): string {
  return grade === undefined ? GREY : COLOURS[grade];
}
