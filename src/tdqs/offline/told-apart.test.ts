/** Pairs of tools whose texts have nearly the same words: which are told apart, and which nobody can tell apart. */
import { expect, it } from 'vitest';
import { nearTwins } from './likeness.js';

const areTwins = (...all: [name: string, description: string][]): boolean =>
  nearTwins(all.map(([name, description]) => ({ name, description }))).length > 0;

it.each<[string, [string, string], [string, string]]>([
  ['one and many', ['list_boats', 'Gets boats of the port.'], ['get_boat', 'Gets a boat of the port.']],
  ['made and taken away', ['add_boat', 'Adds a boat.'], ['remove_boat', 'Removes a boat.']],
  ['a deed and its undoing', ['moor_boat', 'Moors a boat.'], ['unmoor_boat', 'Unmoors a boat.']],
  ['a thing and a part of it', ['get_quays', 'List of quays'], ['get_quay_tags', 'List of tags of a quay']],
  [
    'a thing and what it leads',
    ['move_berth', 'Moves berth by id'],
    ['move_berth_rows', 'Moves berth rows by id'],
  ],
  [
    'names that a text writes apart',
    ['moorhub-move', 'Moves a MoorHub store.'],
    ['quayhub-move', 'Moves a QuayHub store.'],
  ],
  ['a page is a thing', ['list_pages', 'Lists pages of a port.'], ['list_crews', 'Lists crews of a port.']],
  [
    'each in the other, the other way round',
    ['add_quay', 'Adds a quay for new berths.'],
    ['add_berth', 'Adds a new berth for a quay.'],
  ],
])('tells apart %s', (_, one, other) => expect(areTwins(one, other)).toBe(false));

it.each<[string, [string, string], [string, string]]>([
  ['the same text', ['load_boat', 'Shows the boat.'], ['fetch_boat', 'Shows the boat.']],
  [
    'two verbs for one deed',
    ['list_boats', 'Lists boats of the northern port by name, length and age.'],
    ['find_boats', 'Finds boats of the northern port by name, length and age.'],
  ],
  [
    'how it is done',
    ['find_boats', 'Finds boats of the port by name.'],
    ['find_boats_fast', 'Finds boats of the port by name fast.'],
  ],
  [
    'one and many that the texts do not tell',
    ['list_boats', 'Holds a fleet.'],
    ['get_boat', 'Holds a fleet.'],
  ],
  ['both in both texts', ['find_crew', 'Finds crew and guests.'], ['find_guests', 'Finds crew and guests.']],
])('does not tell apart %s', (_, one, other) => expect(areTwins(one, other)).toBe(true));

it('labels before a text are not what a tool is about', () => {
  const described = (label: string): [string, string][] => [
    ['weigh_anchor', `${label}Weighs the anchor.`],
    ['sound_horn', `${label}Sounds the horn.`],
    ['paint_hull', `${label}Paints the hull.`],
    ['sew_sail', `${label}Sews the sail.`],
    ['light_lamp', `${label}Lights the lamp.`],
  ];
  for (const label of ['**Purpose:** ', '[BETA] ', 'Premium — ', 'harbour-mcp — '])
    expect(areTwins(...described(label)), label).toBe(false);
});
