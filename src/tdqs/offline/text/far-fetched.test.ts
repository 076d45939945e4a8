import { expect, it } from 'vitest';
import { searchTerms } from '../../../catalog/words.js';
import { farFetched } from './far-fetched.js';

const words = searchTerms('find_boat harbour colour of the sail');
const ofBoats = farFetched({
  has: (term) => words.includes(term),
  words: () => words,
  isNearby: (term) => term === 'dragon',
});

it.each([
  'Fails if the boat is a spoon.',
  'Requires a pinch of salt for each boat.',
  'The plural of boat is irregular, and its vowels are long.',
  'Use it when a cow needs a castle; for swans use an umbrella instead.',
])('calls far-fetched what nobody says of such a tool: %s', (text) => {
  expect(ofBoats(searchTerms(text))).toBe(true);
});

it.each([
  'Fails with not_found if the boat does not exist.',
  'Requires the role admin and is limited to 10 requests a minute.',
  'Reads the tide and the anchor of the vessel as well.',
  'Returns JSON with the captain and the sailors.',
  'Boats with a dragon are left out.',
  'Use it first; for wording alone use lint_tools.',
  'Works with Kubernetes, OAuth and webhooks.',
  '',
])('takes what is usual, of the trade or of a neighbour: %s', (text) => {
  expect(ofBoats(searchTerms(text))).toBe(false);
});
