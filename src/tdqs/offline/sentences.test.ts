import { describe, expect, it } from 'vitest';
import { isHeading, isLabel, splitSentences } from './sentences.js';
import { isData } from './text/prose.js';
import { saidOf } from './text/said.js';

describe('a text', () => {
  it.each([
    ['lines that are wrapped are one sentence', 'Finds a boat\nby its name.', ['Finds a boat by its name.']],
    ['one that ends stands alone', 'Finds a boat.\nby name', ['Finds a boat.', 'by name']],
    ['one that announces stands alone', 'Returns:\nboats', ['Returns:', 'boats']],
    [
      'a list of parameters is no wrapped line',
      'Finds a boat\nquay: where to look',
      ['Finds a boat', 'quay: where to look'],
    ],
    [
      'nor with its type',
      'Finds a boat\nquay (text) = where to look',
      ['Finds a boat', 'quay (text) = where to look'],
    ],
    ['a line that begins large begins anew', 'Finds a boat\nNeeds a pass', ['Finds a boat', 'Needs a pass']],
    ['an empty line parts', 'Finds a boat\n\nby name', ['Finds a boat', 'by name']],
    [
      'short forms do not end',
      'Finds boats, e.g. ferries, tugs etc. of a quay. Fast.',
      ['Finds boats, e.g. ferries, tugs etc. of a quay.', 'Fast.'],
    ],
    [
      'dashes and pictures part',
      'Finds a boat — by name 🚢 quickly',
      ['Finds a boat', 'by name', '🚢 quickly'],
    ],
    [
      'what a tool asks for is said apart',
      'Finds a boat, which requires a pass',
      ['Finds a boat', 'requires a pass'],
    ],
    [
      'a missing stop before an order',
      'Finds boats Use it when a skipper calls',
      ['Finds boats', 'Use it when a skipper calls'],
    ],
    ['but not inside what goes on', 'Finds boats of the Use it fleet', ['Finds boats of the Use it fleet']],
    ['marks alone say nothing', '---\n***', []],
  ])('%s', (_, text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences);
  });

  it.each([
    'Steers a boat with the iOS Compass by touch',
    'Returns 202 Accepted with a link',
    'Moves a specific Harbour Plan order to another port',
    "Removes the Quay's Rent entry of a year",
    'Lists all To Do rows of the crew',
    'Answers what quay should I take next year',
    'Puts a boat into the default Berth of the port',
  ])('a name in the midst begins nothing: %s', (text) => expect(splitSentences(text)).toEqual([text]));

  it.each([
    ['Lists the boats of Rotterdam Remove a boat', ['Lists the boats of Rotterdam', 'Remove a boat']],
    [
      'Lists the boats of the Rotterdam Use it when you sail',
      ['Lists the boats of the Rotterdam', 'Use it when you sail'],
    ],
  ])('but a deed or guidance behind a name does: %s', (text, parts) => {
    expect(splitSentences(text)).toEqual(parts);
  });

  it('has at most 400 sentences', () => {
    expect(splitSentences('Finds boats. '.repeat(500))).toHaveLength(400);
  });
});

it('a heading announces in a few words', () => {
  for (const text of ['Returns:', '## When to use', '**Limits**', '__Limits__:'])
    expect(isHeading(text), text).toBe(true);
  for (const text of ['Returns boats.', 'It says: boats', `${'word '.repeat(9)}:`])
    expect(isHeading(text), text).toBe(false);
});

it('an identifier or a tag before a dash is a label', () => {
  for (const text of ['harbour-mcp', '[BETA]', '[항구]']) expect(isLabel(text), text).toBe(true);
  for (const text of ['Lists boats', 'boats', '[BETA] boats']) expect(isLabel(text), text).toBe(false);
});

it('data is no sentence', () => {
  for (const text of ['{"name": "string"}', '[{ "name" : 1 }]', '  {\n "a long name": 2'])
    expect(isData(saidOf(text)), text).toBe(true);
  for (const text of ['Boats {"name": 1}', '{name: 1}', 'A "name": here', '{"name"}'])
    expect(isData(saidOf(text)), text).toBe(false);
});

it('guidance begins behind an identifier as well, and a product keeps its name', () => {
  expect(splitSentences('Moors a boat by its berthId For other cases call the harbour')).toHaveLength(2);
  expect(splitSentences('Boots the iOS Simulator of a phone')).toHaveLength(1);
});
