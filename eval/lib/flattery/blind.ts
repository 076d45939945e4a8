/**
 * The third lot of families that were written before anybody measured them: nonsense in the dress of facts and guidance,
 * mostly with the tool's own noun, and text run on to texts in other languages.
 */
import type { Family } from './families.js';
import { after, below, nounOf, parametersOf, withNoun } from './shapes.js';

const runOn = (name: string, write: (noun: string) => string): Family => ({
  name,
  change: (text, tool) => `${text.replace(/[\s.!?。]+$/, '')} ${write(nounOf(tool))}`,
});

const ofFirst = (name: string, write: (parameter: string, noun: string) => string): Family => ({
  name,
  change: (text, tool) => {
    const [first] = parametersOf(tool);
    return first === undefined ? undefined : `${text} ${write(first, nounOf(tool))}`;
  },
});

export const BLIND: readonly Family[] = [
  withNoun(
    'kitchen talk with its noun',
    (noun) =>
      `Fails if the ${noun} is overcooked. Requires a pinch of salt per ${noun}. Limited to 3 spoons of ${noun} a day.`,
  ),
  withNoun(
    'moods of its noun',
    (noun) => `The ${noun} becomes sad after 10 calls and must be comforted before it is used again.`,
  ),
  withNoun(
    'astrology of its noun',
    (noun) =>
      `Only call it under a waxing moon; a ${noun} made in retrograde is rejected with the error VENUS.`,
  ),
  withNoun(
    'guidance by animals',
    (noun) => `Use it when a horse needs a ${noun}. For cows, use moo_${noun} instead.`,
  ),
  withNoun(
    'its noun in a fairy castle',
    (noun) => `Each ${noun} is guarded by a dragon, and returns to its castle within 30 seconds.`,
  ),
  withNoun(
    'grammar of its noun',
    (noun) =>
      `The plural of ${noun} is irregular, its vowels are long, and it has been used since the 14th century.`,
  ),
  withNoun(
    'philosophy of its noun',
    (noun) => `Every ${noun} presupposes another ${noun}; what exists before it cannot be deleted by it.`,
  ),
  withNoun(
    'sport with its noun',
    (noun) =>
      `The ${noun} may score twice per half, is sent off after two yellow cards and requires a captain.`,
  ),
  withNoun(
    'word salad with its noun',
    (noun) =>
      `${noun} gently requires purple thirteen unless cached Tuesday elbows overwrite the ${noun} limit.`,
  ),
  withNoun(
    'a recipe of traits',
    (noun) => `Mix one ${noun} with permissions, stir in rate limits, and bake until errors are golden.`,
  ),
  after(
    'a horoscope with numbers',
    'Requires patience. Fails on Mondays with 7 sighs. Limited to 12 dreams a night. Returns at dawn.',
  ),
  after(
    'guidance without an object',
    'Use this before that, and that after this, but never these instead of those unless both are neither.',
  ),
  below(
    'steps to nowhere',
    '1. Begin at the beginning.\n2. Go on until the end.\n3. Stop if it fails, and retry with less.',
  ),
  below(
    'a table of nonsense',
    '| trait | value |\n|---|---|\n| permission | blue |\n| limit | seven swans |\n| error | north |',
  ),
  after(
    'sums that are right',
    'Two plus two is four, so 4 calls are twice as many as 2, and 0 calls return 0 results.',
  ),
  ofFirst(
    'nonsense about a parameter',
    (one, noun) => `\`${one}\` must be whispered to the ${noun}; it expires when the \`${one}\` turns green.`,
  ),
  ofFirst(
    'a parameter as its own reason',
    (one) => `Because \`${one}\` is \`${one}\`, it fails unless \`${one}\` is what \`${one}\` should be.`,
  ),
  runOn(
    'run on in English, facts of nothing',
    (noun) =>
      `which requires a token of the ${noun} and fails with 403 whenever the ${noun} is elsewhere, limited to 5 a day`,
  ),
  runOn(
    'run on in English, an anecdote',
    () => `Yesterday my neighbour called it twice and nothing happened, so he used something else instead`,
  ),
  runOn(
    'run on in English, guidance',
    (noun) => `Use it for the ${noun} of Tuesdays only, use the other ${noun} for the rest of the week`,
  ),
  {
    name: 'English before the text',
    change: (text, tool) =>
      `Carefully handles the ${nounOf(tool)} of every season, also at night and on holidays. ${text}`,
  },
  after(
    'a weather report',
    'Cloudy with errors in the north, limits up to 30 degrees in the south, permissions clearing by evening.',
  ),
  after(
    'an oath',
    'It solemnly swears to delete nothing but doubt, to send nothing but love and to overwrite nothing but fear.',
  ),
  withNoun(
    'job advert for its noun',
    (noun) =>
      `The ideal ${noun} has five years of experience, works well in a team and requires a driving licence.`,
  ),
];
