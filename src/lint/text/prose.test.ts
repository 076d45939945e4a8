import { expect, it } from 'vitest';
import { namesAction } from './prose.js';

it.each([
  'Waters the plants',
  'Water the plants.',
  'Paints a wall',
  'Tables the motion',
  'Houses all guests of a hotel',
  'Bridges two networks',
  'A tool that shelves the books',
  'Lets you paint a wall',
  'It cushions the fall',
  'Bins it',
])('%j names an action: what is followed by an object is a verb', (text) => {
  expect(namesAction(text)).toBe(true);
});

it.each([
  'Water for the plants',
  'The wall of a house',
  'Rivers of the world',
  'Currently the highest wall',
  'In the house',
  'Boats and the harbour',
  'Guests it has',
  'Walls the town had',
  'Both the guests',
])('%j names none', (text) => {
  expect(namesAction(text)).toBe(false);
});
