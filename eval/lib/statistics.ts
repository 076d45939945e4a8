/** Small statistics and tables for evaluations. */
import { randomOf } from './random.js';

/** Spearman's rank correlation; ties share the mean of their ranks. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  return pearson(ranks(a), ranks(b));
}

/** Where 95 of 100 correlations lie when the pairs are drawn again with replacement; the same draws each time. */
export function spearmanInterval(a: readonly number[], b: readonly number[], draws = 2000): [number, number] {
  const random = randomOf(1);
  const drawn = Array.from({ length: draws }, () => {
    const places = a.map(() => random.whole(0, a.length - 1));
    return spearman(
      places.map((at) => a[at]!),
      places.map((at) => b[at]!),
    );
  }).sort((x, y) => x - y);
  return [drawn[Math.floor(draws * 0.025)]!, drawn[Math.ceil(draws * 0.975) - 1]!];
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((value, i) => ({ value, i })).sort((x, y) => x.value - y.value);
  const out = new Array<number>(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && order[end]!.value === order[start]!.value) end += 1;
    for (let k = start; k < end; k += 1) out[order[k]!.i] = (start + end - 1) / 2;
    start = end;
  }
  return out;
}

function pearson(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [i, x] of a.entries()) {
    ab += (x - ma) * (b[i]! - mb);
    aa += (x - ma) ** 2;
    bb += (b[i]! - mb) ** 2;
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb);
}

export function pad(text: string, width: number): string {
  return text.padStart(width);
}

/** A plain table; the first two columns are text, the others are aligned right. */
export function table(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
    )
    .join('\n');
}
