import { describe, expect, it } from 'vitest';
import type { Dimension } from '../types/tdqs.js';
import {
  coherence,
  descriptionQuality,
  enoughScored,
  meanTenths,
  overall,
  round1,
  tdqsTenths,
  totalsOf,
} from './arithmetic.js';
import { DIMENSIONS, WEIGHTS } from './dimensions.js';
import { bar, tierOf } from './tiers.js';

const vector = (...values: number[]): Record<Dimension, number> =>
  Object.fromEntries(DIMENSIONS.map((dimension, i) => [dimension, values[i]!])) as Record<Dimension, number>;

describe('TDQS arithmetic', () => {
  it('weighs the dimensions to a hundred', () => {
    expect(WEIGHTS).toEqual({
      purpose_clarity: 25,
      usage_guidelines: 20,
      behavioral_transparency: 20,
      parameter_semantics: 15,
      conciseness_structure: 10,
      contextual_completeness: 10,
    });
  });

  it('gives the published scores', () => {
    expect(tdqsTenths(vector(5, 5, 3, 3, 5, 5))).toBe(43);
    expect(tdqsTenths(vector(4, 2, 2, 3, 4, 2))).toBe(29);
    expect(tdqsTenths(vector(1, 1, 1, 1, 2, 1))).toBe(11);
    expect(tdqsTenths(vector(1, 1, 1, 1, 1, 1))).toBe(10);
    expect(tdqsTenths(vector(5, 5, 5, 5, 5, 5))).toBe(50);
  });

  it('puts all 15,625 vectors into the right tier', () => {
    const tiers: Record<string, number> = {};
    for (let number = 0; number < 5 ** 6; number += 1) {
      const values = [0, 1, 2, 3, 4, 5].map((place) => 1 + (Math.floor(number / 5 ** place) % 5));
      const tier = tierOf(tdqsTenths(vector(...values)));
      tiers[tier] = (tiers[tier] ?? 0) + 1;
    }
    expect(tiers).toEqual({ A: 3895, B: 4648, C: 6481, D: 601 });
  });

  it('rounds half up, exactly', () => {
    expect(round1(285, 100)).toBe(2.9);
    expect(round1(345, 100)).toBe(3.5);
    expect(round1(344, 100)).toBe(3.4);
    expect(round1(3, 1)).toBe(3);
  });

  it('weighs the worst tool at forty percent', () => {
    expect(descriptionQuality(totalsOf([40, 40, 40, 10]))).toBe(24);
    expect(descriptionQuality(totalsOf([37]))).toBe(37);
    expect(meanTenths(totalsOf([29, 30]))).toBe(30);
  });

  it('rolls up the worked examples', () => {
    expect(overall(30, 45)).toBe(35);
    expect(tierOf(overall(30, 45))).toBe('A');
    expect(overall(29, 45)).toBe(34);
    expect(
      coherence({ disambiguation: 4, naming_consistency: 5, tool_count_appropriateness: 5, completeness: 4 }),
    ).toBe(45);
  });

  it('asks for eighty percent of the tools', () => {
    expect(enoughScored(4, 5)).toBe(true);
    expect(enoughScored(79, 100)).toBe(false);
    expect(enoughScored(0, 0)).toBe(false);
  });
});

describe('tiers', () => {
  it('begin where they are said to', () => {
    expect([50, 35, 34, 30, 29, 20, 19, 10, 9].map(tierOf).join('')).toBe('AABBCCDDF');
  });

  it('are read as bars, like scores', () => {
    expect([bar('B'), bar('a'), bar('3.2'), bar('4')]).toEqual([30, 35, 32, 40]);
    expect([bar('E'), bar('3.25'), bar('6'), bar(''), bar('constructor')]).toEqual(Array(5).fill(undefined));
  });
});
