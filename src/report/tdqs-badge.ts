/** A badge with the score: as SVG, and as the JSON that shields.io draws one from. */
import type { ServerScore, TdqsReport, Tier } from '../types/tdqs.js';

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

/** The text is ours alone, so nothing in it needs escaping. */
export function renderBadge(report: TdqsReport): string {
  const { text, colour } = badgeOf(report);
  const [left, right] = [widthOf(LABEL), widthOf(text)];
  const width = left + right;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${LABEL}: ${text}">`,
    `<title>${LABEL}: ${text}</title>`,
    `<rect width="${width}" height="20" rx="3" fill="#444"/>`,
    `<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${left}z" fill="${colour}"/>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    `<text x="${left / 2}" y="14">${LABEL}</text>`,
    `<text x="${left + right / 2}" y="14">${text}</text>`,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function widthOf(text: string): number {
  return 12 + 7 * text.length;
}
