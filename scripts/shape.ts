/**
 * `npm run shape`: the figures by which we judge how easily the house can be read.
 * `--json` gives them with every place; `--against FILE.json` sets such a file beside them;
 * `--list NAME` names the places of one figure, such as `nested_ternaries`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureShape, type Shape } from './lib/shape/measure-shape.js';
import { shapeText } from './lib/shape/print-shape.js';

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, against: { type: 'string' }, list: { type: 'string' } },
});
const before = values.against && (JSON.parse(readFileSync(values.against, 'utf8')) as Shape);
const shape = await measureShape(fileURLToPath(new URL('..', import.meta.url)));
if (values.json) console.log(JSON.stringify(shape, null, 2));
else if (values.list) console.log(placesOf(values.list).join('\n'));
else console.log(shapeText(shape, before || undefined));

function placesOf(name: string): string[] {
  const places = new Map<string, string[]>(Object.entries(shape.places));
  return places.get(name) ?? [`There is no ${name}; there are ${[...places.keys()].join(', ')}.`];
}
