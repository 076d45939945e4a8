import { describe, expect, it } from 'vitest';
import { isHeading, splitSentences } from './sentences.js';
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

it('data is no sentence', () => {
  for (const text of ['{"name": "string"}', '[{ "name" : 1 }]', '  {\n "a long name": 2'])
    expect(isData(saidOf(text)), text).toBe(true);
  for (const text of ['Boats {"name": 1}', '{name: 1}', 'A "name": here', '{"name"}'])
    expect(isData(saidOf(text)), text).toBe(false);
});
