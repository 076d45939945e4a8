/** Which texts are called unrelated to their tool: only those that can be compared, and have nothing in common with it. */
import { expect, it } from 'vitest';
import type { ToolDef } from '../../types/catalog.js';
import { contextSignals } from '../signals.js';
import { judgeTool } from './judge.js';

function isUnrelated(given: ToolDef, neighbours: readonly ToolDef[] = [given]): boolean {
  const siblings = neighbours.map(({ name }) => name);
  const { ourFlags = [] } = judgeTool({ tool: given, signals: contextSignals(given), siblings, neighbours });
  return ourFlags.includes('Unrelated Text');
}

const tool = (name: string, description: string, ...parameters: string[]): ToolDef => ({
  name,
  description,
  inputSchema: { type: 'object', properties: Object.fromEntries(parameters.map((one) => [one, {}])) },
});

const MIXES_PAINT =
  'Mixes paint from three pigments and returns the shade as it will look on a dry wall after one coat of varnish.';

it('calls a text about something else unrelated', () => {
  expect(isUnrelated(tool('moor_boat', MIXES_PAINT, 'quay', 'boat'))).toBe(true);
});

it.each([
  [
    'a name in another language',
    tool('abfragen-plz', 'Finds the town that a German postal code belongs to', 'plz'),
  ],
  [
    'an abbreviation',
    tool('zlq', 'Returns how deep the water is at the quay, measured from the bollard', 'a', 'b'),
  ],
  [
    'a text in another language',
    tool('list_fonts', 'Lista todas as fontes de letra que existem no sistema.'),
  ],
  ['a text in another script', tool('list_boats', '港に係留されている船をすべて一覧表示します。', 'harbour')],
  [
    'a text that speaks of nothing in particular',
    tool('get_viewer', 'Get information about the current user'),
  ],
  [
    'a word that is near in meaning',
    tool('list_ships', 'Vessels that lie in the bay, with their flags and masters'),
  ],
])('does not judge %s', (_, given) => {
  expect(isUnrelated(given)).toBe(false);
});

it("takes words of the server's other texts for its own", () => {
  const text =
    'Varnish that dries before the evening, with its shade and the pigments that it needs on a wall.';
  const stranger = tool('pick_coat', text.replace('coat', ''), 'weather');
  const others = ['shelf', 'brush', 'ladder', 'bucket'].map((noun) =>
    tool(`find_${noun}`, `Finds a ${noun} for varnish of any shade.`),
  );
  const boats = ['quay', 'mast', 'anchor', 'rope'].map((noun) => tool(`find_${noun}`, `Finds a ${noun}.`));
  expect(isUnrelated(stranger, [stranger, ...others])).toBe(false);
  expect(isUnrelated(stranger, [stranger, ...boats])).toBe(true);
});
