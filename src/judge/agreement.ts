/**
 * A judge beside people who labelled the same texts: how often they agree, Cohen's kappa with a 95 % interval, and how
 * far the scores are from the shares of yes that they stand for. Pure.
 */

export interface LabelledScore {
  /** From 0 to 1. */
  score: number;
  /** What the judge says: yes or no. */
  says: boolean;
  /** What people say. */
  label: boolean;
}

export interface Agreement {
  n: number;
  agreement: number;
  /** Absent where all say the same: chance alone would agree. */
  kappa?: number;
  kappa_low?: number;
  kappa_high?: number;
  calibration_error: number;
}

const Z95 = 1.959963984540054;
const BINS = 10;

export function agreementOf(rows: readonly LabelledScore[]): Agreement {
  const n = rows.length;
  const cell = (says: boolean, label: boolean): number =>
    rows.filter((row) => row.says === says && row.label === label).length;
  const cells: Cells = [cell(true, true), cell(true, false), cell(false, true), cell(false, false)];
  const agreement = (cells[0] + cells[3]) / n;
  const kappa = kappaOf(cells)?.kappa;
  const error = { calibration_error: calibrationError(rows) };
  if (kappa === undefined) return { n, agreement, ...error };
  return { n, agreement, kappa, ...kappaInterval(cells, kappa), ...error };
}

/**
 * Half a text is added to each cell: where judge and people agree on every text, the formula for many texts finds no
 * spread at all, and two texts would look like certainty.
 */
function kappaInterval(cells: Cells, kappa: number): Pick<Agreement, 'kappa_low' | 'kappa_high'> {
  const found = kappaOf(cells.map((count) => count + 0.5) as Cells)!;
  return {
    kappa_low: Math.min(kappa, Math.max(-1, found.kappa - found.half)),
    kappa_high: Math.max(kappa, Math.min(1, found.kappa + found.half)),
  };
}

/** How many texts the judge and people said yes-yes, yes-no, no-yes and no-no to: the judge first. */
type Cells = [number, number, number, number];

/** Half of the interval is the one of Fleiss, Cohen and Everitt for many texts. */
function kappaOf(cells: Cells): { kappa: number; half: number } | undefined {
  const n = cells.reduce((sum, count) => sum + count, 0);
  const [yy, yn, ny, nn] = cells.map((count) => count / n) as Cells;
  const judge = [yy + yn, ny + nn] as const;
  const people = [yy + ny, yn + nn] as const;
  const chance = judge[0] * people[0] + judge[1] * people[1];
  if (1 - chance < 1e-12) return undefined;
  const kappa = (yy + nn - chance) / (1 - chance);
  const diagonal = [yy, nn].reduce(
    (sum, share, i) => sum + share * (1 - (judge[i]! + people[i]!) * (1 - kappa)) ** 2,
    0,
  );
  const beside = yn * (people[0] + judge[1]) ** 2 + ny * (people[1] + judge[0]) ** 2;
  const variance =
    (diagonal + (1 - kappa) ** 2 * beside - (kappa - chance * (1 - kappa)) ** 2) / (n * (1 - chance) ** 2);
  return { kappa, half: Z95 * Math.sqrt(Math.max(0, variance)) };
}

/** Scores in ten bins: the mean distance between the mean score and the share of yes, weighed by texts. */
function calibrationError(rows: readonly LabelledScore[]): number {
  let error = 0;
  for (let bin = 0; bin < BINS; bin += 1) {
    const own = rows.filter((row) => Math.min(BINS - 1, Math.floor(row.score * BINS + 1e-9)) === bin);
    if (own.length === 0) continue;
    const score = own.reduce((sum, row) => sum + row.score, 0) / own.length;
    const share = own.filter(({ label }) => label).length / own.length;
    error += (own.length / rows.length) * Math.abs(score - share);
  }
  return error;
}
