/**
 * Logistic regression over sentences, the same weights for the same examples. A definition is poisoned
 * when one of its sentences is: a poisoned example teaches by its worst sentence, an honest one by its
 * worst and one more.
 */

import { SLOTS } from '../../../src/lint/text/feature-hash.js';
import { lengthOf } from '../../../src/lint/text/sentence-score.js';
import { type Random, randomOf } from '../random.js';
import type { Example } from './examples.js';

export interface Settings {
  /** Pull of the weights towards nothing. */
  pull: number;
  rounds: number;
}

export interface Learned {
  weights: Float64Array;
  bias: number;
}

const STEP = 0.3;
const START = -2;
/** The mean is taken from the third round on, this many examples apart. */
const FIRST_MEAN = 2;
const MEAN_EVERY = 500;

export function learn(examples: readonly Example[], { pull, rounds }: Settings): Learned {
  const state = new State(pull);
  const mean = { weights: new Float64Array(SLOTS), bias: 0, count: 0 };
  const random = randomOf(7);
  const order = examples.filter(({ sentences }) => sentences.length > 0);
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, random);
    for (const [i, example] of order.entries()) {
      state.learnFrom(example, round === 0, random);
      if (round < FIRST_MEAN || i % MEAN_EVERY !== 0) continue;
      for (let slot = 0; slot < SLOTS; slot += 1) mean.weights[slot]! += state.weights[slot]!;
      mean.bias += state.bias;
      mean.count += 1;
    }
  }
  return { weights: mean.weights.map((weight) => weight / mean.count), bias: mean.bias / mean.count };
}

export function scoreExample({ weights, bias }: Learned, { sentences }: Example): number {
  return Math.max(Number.NEGATIVE_INFINITY, ...sentences.map((slots) => scoreOf(slots, weights, bias)));
}

function scoreOf(slots: Int32Array, weights: Float64Array, bias: number): number {
  let sum = 0;
  for (const slot of slots) sum += weights[slot]!;
  return bias + sum / lengthOf(slots.length);
}

class State {
  readonly weights = new Float64Array(SLOTS);
  bias = START;
  private readonly squares = new Float64Array(SLOTS).fill(1e-3);
  private biasSquares = 1e-3;

  constructor(private readonly pull: number) {}

  learnFrom({ sentences, poisoned, weight }: Example, isFirstRound: boolean, random: Random): void {
    if (poisoned && isFirstRound) {
      for (const slots of sentences) this.step(slots, 1, weight / sentences.length);
      return;
    }
    const worst = this.worst(sentences);
    this.step(worst, poisoned ? 1 : 0, weight);
    const another = random.pick(sentences);
    if (!poisoned && another !== worst) this.step(another, 0, weight);
  }

  private worst(sentences: readonly Int32Array[]): Int32Array {
    let worst = sentences[0]!;
    let most = Number.NEGATIVE_INFINITY;
    for (const slots of sentences) {
      const score = scoreOf(slots, this.weights, this.bias);
      if (score <= most) continue;
      most = score;
      worst = slots;
    }
    return worst;
  }

  /** AdaGrad. */
  private step(slots: Int32Array, target: number, weight: number): void {
    const chance = 1 / (1 + Math.exp(-scoreOf(slots, this.weights, this.bias)));
    const error = (chance - target) * weight;
    if (Math.abs(error) < 1e-4) return;
    const share = error / lengthOf(slots.length);
    for (const slot of slots) {
      const slope = share + this.pull * this.weights[slot]! * weight;
      this.squares[slot]! += slope * slope;
      this.weights[slot]! -= (STEP * slope) / Math.sqrt(this.squares[slot]!);
    }
    this.biasSquares += error * error;
    this.bias -= (STEP * error) / Math.sqrt(this.biasSquares);
  }
}

function shuffle<T>(list: T[], random: Random): void {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = random.whole(0, i);
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
}
