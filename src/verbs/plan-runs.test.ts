import { expect, it } from 'vitest';
import { planRunCount } from './plan-runs.js';

it('a narrower interval, a higher floor or more confidence need more runs', () => {
  expect(planRunCount({ floor: 0.9 })).toBe(29);
  expect(planRunCount({ floor: 0.95 })).toBe(59);
  expect(planRunCount({ floor: 0.9, confidence: 99 })).toBeGreaterThan(29);
  expect(planRunCount({ half_width: 0.05 })).toBeGreaterThan(planRunCount({ half_width: 0.1 }));
});

it.each([
  [{}, 'either'],
  [{ half_width: 0.1, floor: 0.9 }, 'either'],
  [{ floor: 1 }, 'the floor must be above 0'],
  [{ half_width: 0 }, 'the half-width must be above 0'],
  [{ half_width: Number.NaN }, 'the half-width must be above 0'],
  [{ floor: 0.9, confidence: 100 }, 'confidence'],
])('%j is refused', (input, message) => {
  expect(() => planRunCount(input)).toThrow(message);
});
