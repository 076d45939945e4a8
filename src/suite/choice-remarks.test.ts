/** Words of a selection that no test has are said, where nothing else would tell. */
import { expect, it } from 'vitest';
import type { Selection } from '../types/plan.js';
import { suiteOf } from './cases/suite-testkit.js';
import { makePlan } from './plan.js';

const tools = [
  { name: 'reads a note', tool: 'read', tags: ['smoke'] },
  { name: 'writes a note', tool: 'write', tags: ['slow'] },
];

async function remarksOn(selection: Selection): Promise<string[] | undefined> {
  const { remarks } = await makePlan(
    [await suiteOf({ servers: { api: { command: ['x'] } }, tools })],
    selection,
  );
  return remarks;
}

it.each<[Selection, string[]]>([
  [{ filter: ['reads', 'wirtes'] }, ['no test fits --filter "wirtes"']],
  [{ filter: ['reads', 'writes'] }, []],
  [{ filter: ['nothing', 'nowhere'] }, []],
  [{ tags: ['smok'] }, ['no test has the tag smok; did you mean smoke?']],
  [{ tags: ['elsewhere'] }, []],
  [{ tags: ['smoke', 'elsewhere'] }, ['no test has the tag elsewhere']],
  [{ skip_tags: ['slwo'] }, ['no test has the tag slwo, so none is left out by it; did you mean slow?']],
  [{ skip_tags: ['nightly'] }, []],
  [{ skip_tags: ['slow'] }, []],
  [{}, []],
])('%j', async (selection, remarks) => {
  expect(await remarksOn(selection)).toEqual(remarks);
});
