/** A badge with the score: as SVG, and as the JSON that shields.io draws one from. */
import type { ServerScore, TdqsReport, Tier } from '../../types/tdqs.js';
import { badgeSvg } from '../badge-svg.js';

const COLOURS: Record<Tier, string> = {
  A: '#2e7d32',
  B: '#558b2f',
  C: '#b26a00',
  D: '#c62828',
  F: '#7f1d1d',
};
const GREY = '#616161';
const LABEL = 'TDQS';

/** Of several servers the lowest counts; without a score the badge says so. */
export function badgeOf({ servers }: TdqsReport): { text: string; colour: string } {
  const scored = servers.filter(
    (server): server is ServerScore & { overallScore: number; overallTier: Tier } =>
      server.overallScore !== undefined,
  );
  const worst = scored.sort((a, b) => a.overallScore - b.overallScore)[0];
  if (worst === undefined || scored.length < servers.length) return { text: 'not scored', colour: GREY };
  return {
    text: `${worst.overallTier} ${worst.overallScore.toFixed(1)}`,
    colour: COLOURS[worst.overallTier],
  };
}

export function renderShields(report: TdqsReport): string {
  const { text, colour } = badgeOf(report);
  return `${JSON.stringify({ schemaVersion: 1, label: LABEL, message: text, color: colour.slice(1) })}\n`;
}

/** Of one score; the tier follows from it. */
export function scoreBadge(score: number | undefined): string {
  if (score === undefined) return badgeSvg(LABEL, 'not scored', GREY);
  const tier = tierOfScore(score);
  return badgeSvg(LABEL, `${tier} ${score.toFixed(1)}`, COLOURS[tier]);
}

function tierOfScore(score: number): Tier {
  const tenths = Math.round(score * 10);
  if (tenths >= 30) return tenths >= 35 ? 'A' : 'B';
  if (tenths >= 20) return 'C';
  return tenths >= 10 ? 'D' : 'F';
}

export function renderBadge(report: TdqsReport): string {
  const { text, colour } = badgeOf(report);
  return badgeSvg(LABEL, text, colour);
}
