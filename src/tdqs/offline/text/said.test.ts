import { expect, it } from 'vitest';
import { Cue, placesOf, Said, saidOf, told } from './said.js';

it('one sentence is kept, and what was told of it is not looked for again', () => {
  let asked = 0;
  const length = told(({ text }) => {
    asked += 1;
    return text.length;
  });
  expect(saidOf('Finds a boat.')).toBe(saidOf('Finds a boat.'));
  expect([length(saidOf('Finds a boat.')), length(saidOf('Finds a boat.')), asked]).toEqual([13, 13, 1]);
  expect(saidOf('Finds two boats.').terms).toEqual(['find', 'two', 'boat']);
});

it('a pattern says the same whether it is tried or passed over', () => {
  const cues = [/\breturns?\b/i, /\b(?:cannot|can't) be undone\b/i, /[A-Z]{3}_ID/, /naïve/].map(
    (pattern) => new Cue(pattern),
  );
  const texts = [
    'Returns a boat.',
    "This CAN\u2019T be undone, and it can't be undone.",
    'Takes the BOA_ID of a boat.',
    'A naïve search.',
    'Finds a boat.',
  ];
  const found = () =>
    texts.map((text) => {
      const said = new Said(text);
      return cues.map((cue) => cue.isIn(said));
    });
  const before = found();
  // From some sentences on the words of all patterns are looked up at once.
  for (let i = 0; i < 200; i += 1) new Said(`Boat ${i}.`);
  expect(found()).toEqual(before);
  expect(before).toEqual(texts.map((text) => cues.map(({ pattern }) => pattern.test(text))));
});

it('a pattern that lacks its word is not tried', () => {
  const cue = new Cue(/\bzebra crossing\b/);
  for (let i = 0; i < 200; i += 1) new Said(`Quay ${i}.`);
  expect(cue.mayBeIn(new Said('A zebra crossing.'))).toBe(true);
  expect(cue.mayBeIn(new Said('A zebra.'))).toBe(false);
});

it('places are where a pattern begins to match', () => {
  expect(placesOf(/a./g, 'bananas')).toEqual([1, 3, 5]);
});
