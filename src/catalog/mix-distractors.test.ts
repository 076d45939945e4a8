import { describe, expect, it } from 'vitest';
import { distractorTools } from './distractor-tools.js';
import { mixDistractors } from './mix-distractors.js';

const real = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
const added = distractorTools().slice(0, 12);
const names = (seed: string) => mixDistractors(real, added, seed).map((tool) => tool.name);

describe('mixDistractors', () => {
  it('keeps every tool once and the real ones in order', () => {
    expect([...names('s')].sort()).toEqual([...real, ...added].map((tool) => tool.name).sort());
    expect(names('s').filter((name) => name.length === 1)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('depends on the seed alone, and hides no block of distractors at the end', () => {
    expect(names('s')).toEqual(names('s'));
    expect(names('s')).not.toEqual(names('t'));
    expect(names('s').slice(0, 4)).not.toEqual(['a', 'b', 'c', 'd']);
  });

  it('leaves a list without distractors alone', () => {
    expect(mixDistractors(real, [], 's')).toEqual(real);
  });
});
