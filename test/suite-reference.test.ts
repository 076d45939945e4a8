/** docs/reference/suite.md is whole: a walk of its own through the schema finds no key that the page leaves out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/cli.js';

type Schema = Record<string, unknown>;
const schema = JSON.parse(readFileSync(join(root, 'schema/v1.json'), 'utf8')) as Schema;
const page = readFileSync(join(root, 'docs/reference/suite.md'), 'utf8');

/** Every name of a property, wherever it stands, with those above it within its section. */
function keys(node: unknown, path: string[] = []): string[][] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node as Schema).flatMap(([word, value]) => {
    if (word === '$defs' || word === 'enum' || word === 'const') return [];
    if (word === 'properties' || word === 'patternProperties')
      return Object.entries(value as Schema).flatMap(([name, one]) => [
        [...path, name],
        ...keys(one, [...path, name]),
      ]);
    return keys(value, path);
  });
}

/** The rows of a section, as lists of names: `answers[].when` and `models.NAME.price` have two each. */
function shown(section: string): Set<string> {
  const rows = section.matchAll(/^\| `([^`]+)` \|/gm);
  return new Set([...rows].map(([, key]) => key!.replaceAll('[]', '').replaceAll('.NAME', '')));
}

const sectionOf = (name: string): string => page.split(`<a id="${name}"></a>`)[1]?.split('<a id="')[0] ?? '';

const definitions = Object.entries(schema.$defs as Schema).filter(([name]) => name !== 'reference');
const PLACES: [string, unknown, string][] = [
  ...definitions.map(([name, one]): [string, unknown, string] => [name, one, sectionOf(name)]),
];

it.each(PLACES)('%s has a row for every key', (_, node, section) => {
  const rows = shown(section);
  const missing = keys(node)
    // A hyphen is another spelling of the underscore; a type of test is a link to its own section.
    .filter((path) => !path.some((name) => name.includes('-')))
    .map((path) => path.join('.'))
    .filter((key) => !rows.has(key) && !/^- `type: /m.test(section));
  expect(missing).toEqual([]);
});

it('has a row for every key of the top level', () => {
  const top = shown(page.split('<a id="')[0]!);
  const missing = keys({ properties: schema.properties })
    .filter(([first]) => first !== 'profiles')
    .filter((path) => !path.some((name) => name.includes('-')))
    .map((path) => path.join('.'))
    .filter((key) => !top.has(key) && !top.has(key.slice(key.indexOf('.') + 1)));
  expect(missing).toEqual([]);
  expect(top.has('profiles')).toBe(true);
});

it('says the range of a number', () => {
  expect(sectionOf('distractors')).toMatch(/\| `count` \| whole number, 0 to 512 \|/);
});
