/** Every anchor of the coherence rubric, each with a server of our own. */
import { describe, expect, it } from 'vitest';
import type { ToolDef } from '../../types/catalog.js';
import { calibrateServers } from '../calibration.js';
import { scoreServer } from '../server-score.js';
import { offlineJudge } from './judge.js';

const judge = (tools: ToolDef[]) =>
  scoreServer({ server: 's', tools }, { judge: offlineJudge, scoredAt: '' });
const said = (all: Record<string, string>): ToolDef[] =>
  Object.entries(all).map(([name, description]) => ({ name, description, inputSchema: { type: 'object' } }));
const named = (names: string): ToolDef[] =>
  said(Object.fromEntries(names.split(' ').map((name) => [name, `Is about ${name}.`])));

it('both server examples of the rubric', async () => {
  const rows = await calibrateServers(offlineJudge);
  expect(rows.map(({ name, passed }) => [name, passed])).toEqual([
    ['github-mcp', true],
    ['utility-toolkit', true],
  ]);
});

describe('told apart', () => {
  const same = 'Works on the record of a boat in the register.';
  it.each([
    [5, { list_boats: 'Lists boats.', weigh_anchor: 'Weighs the anchor.', sound_horn: 'Sounds the horn.' }],
    [
      5,
      {
        delete_project: 'Deletes a project of the workspace by its id for good.',
        delete_branch: 'Deletes a branch of the workspace by its id for good.',
        list_teams: 'Lists teams.',
      },
    ],
    [
      4,
      {
        load_boat: same,
        fetch_boat: same,
        list_quays: 'Lists quays.',
        sound_horn: 'Sounds the horn.',
        tide_table: 'Shows tides.',
      },
    ],
    [
      3,
      {
        load_boat: same,
        fetch_boat: same,
        open_boat: same,
        ...Object.fromEntries(
          'quay horn tide lock buoy mast rope sail'
            .split(' ')
            .map((noun) => [`find_${noun}`, `Finds a ${noun}.`]),
        ),
      },
    ],
    [
      2,
      {
        load_boat: same,
        fetch_boat: same,
        open_boat: same,
        list_quays: 'Lists quays.',
        sound_horn: 'Sounds the horn.',
        tide_table: 'Shows tides.',
      },
    ],
    [1, { load_boat: same, fetch_boat: same, open_boat: same, take_boat: same }],
    [1, { process: 'Processes it.', run: 'Runs it.', execute: 'Executes it.', do_thing: 'Does the thing.' }],
  ])('%i', async (expected, tools) => {
    expect((await judge(said(tools as unknown as Record<string, string>))).disambiguation).toBe(expected);
  });
});

it('what opens most descriptions of a server makes no twins, and hides none', async () => {
  const opened = (all: Record<string, string>) =>
    said(
      Object.fromEntries(
        Object.entries(all).map(([name, text]) => [name, `This is the public API. ${text}`]),
      ),
    );
  const boats = {
    list_boats: 'Lists boats.',
    weigh_anchor: 'Weighs the anchor.',
    sound_horn: 'Sounds the horn.',
    find_quay: 'Finds a quay.',
  };
  const apart = async (tools: ToolDef[]) => (await judge(tools)).disambiguation;
  expect(await apart(opened({ ...boats, sail_home: 'Sails home.' }))).toBe(5);
  expect(await apart(opened({ ...boats, show_boats: 'Lists boats.' }))).toBe(4);
  const nothing = Object.keys(boats).map((name) => [name, ''] as const);
  expect(await apart(opened({ ...Object.fromEntries(nothing), sail_home: '' }))).toBe(1);
});

describe('named', () => {
  it.each([
    [5, 'list_boats get_boat create_boat'],
    [4, 'list_boats get_boat create_boat move_boat sink_boat paint_boat sell_boat getQuay'],
    [3, 'list_boats get_boat createBoat moveBoat sell_boat'],
    [2, 'list_boats getBoat create-boat move.boat'],
    [1, 'list_boats boatGet create-boat boat.tides boatQuay quay-mast'],
    [5, 'boat-create boat-moveTo boat-sellOld quay-list quay-listRows quay-close'],
    [2, 'get_boatName list-quayRows'],
  ])('%i', async (expected, names) => {
    expect((await judge(named(names))).namingConsistency).toBe(expected);
  });
});

describe('complete', () => {
  it.each([
    [5, 'create_boat get_boat update_boat delete_boat'],
    [5, 'create_item get_item update_item delete_item'],
    [4, 'create_boat get_boat update_boat list_quays'],
    [3, 'create_boat get_boat list_quays'],
    [3, 'create_boat list_quays'],
    [2, 'create_boat sell_boat'],
    [1, 'create_boat create_quay'],
  ])('%i', async (expected, names) => {
    expect((await judge(named(names))).completeness).toBe(expected);
  });

  it('takes neither a prefix nor a noun for a resource', async () => {
    const { coherenceJustifications, completeness } = await judge(
      named('brave_web_search brave_place_search brave_image_search'),
    );
    expect(completeness).toBe(4);
    expect(coherenceJustifications?.completeness.justification).toContain(
      'By their names the tools create nothing',
    );
  });

  it.each([
    'brave_web_search brave_place_search brave_news_search',
    'view_search table_search index_search',
    'news_search sports_search weather_search',
  ])('does not take a noun for a verb: %s', async (names) => {
    const { coherenceJustifications } = await judge(named(names));
    expect(coherenceJustifications?.completeness.justification).toContain(
      'By their names the tools create nothing',
    );
  });

  it.each([
    'view_create view_get view_update view_delete boat_create boat_get boat_update boat_delete',
    'sets_create sets_get sets_update sets_delete',
  ])('finds the verb at the end that the other names have it at: %s', async (names) => {
    expect((await judge(named(names))).completeness).toBe(5);
  });

  it('shows a resource as its name is written', async () => {
    const { coherenceJustifications } = await judge(named('create_entities list_quays sound_horn'));
    expect(coherenceJustifications?.completeness.justification).toContain('"entities" can be created');
  });

  it('takes what a thing is made from for no thing', async () => {
    const { coherenceJustifications } = await judge(named('create_from_sketch list_quays sound_horn'));
    expect(coherenceJustifications?.completeness.justification).toContain(
      'By their names the tools create nothing',
    );
  });

  it('says of one tool that there is one', async () => {
    const { coherenceJustifications } = await judge(named('list_quays'));
    expect(coherenceJustifications?.disambiguation.justification).toBe(
      'There is one tool only, so that it cannot be mistaken for another.',
    );
  });

  it('says of names that mix styles which one does', async () => {
    const { coherenceJustifications } = await judge(named('get_boatName list-quayRows'));
    expect(coherenceJustifications?.naming_consistency.justification).toContain(
      'Names mix styles, as in "get_boatName".',
    );
  });

  it('says when it cannot tell', async () => {
    const { coherenceJustifications } = await judge(named('process run execute'));
    expect(coherenceJustifications?.completeness.justification).toContain('cannot be told');
  });
});

describe('number, order and size of a set', () => {
  const vague = (...names: string[]): ToolDef[] =>
    names.map((name) => ({ name, description: `Does what ${name} says about ${name.length} things.` }));

  it.each([
    [1, 3],
    [2, 3],
    [3, 5],
    [15, 5],
    [16, 3],
    [25, 3],
    [26, 2],
    [49, 2],
    [50, 1],
  ])('finds %i tools worth %i', async (count, expected) => {
    const tools = vague(
      ...Array.from(
        { length: count },
        (_, i) =>
          `${['boat', 'quay', 'tide', 'lock', 'buoy'][i % 5]}_${'abcdefghijk'[Math.floor(i / 5)]}x${i}`,
      ),
    );
    expect((await judge(tools)).toolCountAppropriateness).toBe(expected);
  });

  it('finds a single trivial tool worth 1', async () => {
    expect((await judge([{ name: 'go', description: 'Go' }])).toolCountAppropriateness).toBe(1);
  });

  it('sees names that follow one pattern, and names that do not', async () => {
    expect((await judge(vague('list_boats', 'get_boat', 'create_boat'))).namingConsistency).toBe(5);
    expect(
      (await judge(vague('list_boats', 'getBoat', 'create-boat', 'Boat.delete'))).namingConsistency,
    ).toBeLessThanOrEqual(2);
    expect((await judge(vague('get_boat', 'GET_BOAT', 'list_boats'))).namingConsistency).toBe(4);
  });

  it('sees tools that say the same', async () => {
    const twins: ToolDef[] = ['process', 'process_it', 'process_this'].map((name) => ({
      name,
      description: 'Process the data of the request.',
    }));
    expect((await judge(twins)).disambiguation).toBe(1);
    expect((await judge(vague('list_boats', 'weigh_anchor', 'sound_horn'))).disambiguation).toBe(5);
  });

  it('sees dead ends', async () => {
    expect((await judge(vague('create_boat', 'get_boat', 'update_boat', 'delete_boat'))).completeness).toBe(
      5,
    );
    expect((await judge(vague('create_boat', 'get_boat', 'sound_horn'))).completeness).toBe(3);
  });

  it('confirms shadowing only where the purpose overlaps', async () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { type: 'string' }]));
    const one = (name: string, description: string, count: number): ToolDef => ({
      name,
      description,
      inputSchema: { type: 'object', properties: fields(count), required: Object.keys(fields(count)) },
    });
    const same = await judge([
      one('find_boat', 'Finds a boat in the harbour.', 1),
      one('find_boats', 'Finds boats in the harbour by many properties.', 9),
    ]);
    expect(same.shadowingRisks).toMatchObject([
      { tool: 'find_boats', cheaperTool: 'find_boat', toolCost: 9, cheaperCost: 1 },
    ]);
    const opposite = await judge([
      one('boats_delete_boat', 'Deletes a boat in the harbour.', 1),
      one('boats_create_boat', 'Creates a boat in the harbour.', 9),
    ]);
    expect(opposite.shadowingRisks).toEqual([]);
    const other = await judge([
      one('sound_horn', 'Sounds the horn.', 1),
      one('find_boats', 'Finds boats by many properties.', 9),
    ]);
    expect(other.shadowingRisks).toEqual([]);
    const thing = await judge([
      one('delete_boats', 'Deletes boats and their berths from the harbour.', 1),
      one('delete_berths', 'Deletes berths of boats from the harbour.', 9),
    ]);
    expect(thing.shadowingRisks).toEqual([]);
  });

  it('takes two thousand tools, some of which differ only in case', async () => {
    const many = vague(...Array.from({ length: 1000 }, (_, i) => [`get_row_${i}`, `GET_ROW_${i}`]).flat());
    const result = await judge(many);
    expect(result).toMatchObject({ toolCount: 2000, scoredToolCount: 2000, toolCountAppropriateness: 1 });
  });
});

describe('what is said of the names', () => {
  const namesSay = async (names: string) => {
    const { coherenceJustifications } = await judge(named(names));
    return coherenceJustifications?.naming_consistency.justification;
  };

  it.each([
    ['list_boats get_boat create_boat', 'Names are snake_case throughout. 100 % name an action.'],
    ['list-boats get-boat create-boat', 'Names are kebab-case throughout. 100 % name an action.'],
    ['listBoats getBoat createBoat', 'Names are camelCase throughout. 100 % name an action.'],
    ['boats.list boats.get boats.create', 'Names are dotted throughout. 100 % name an action.'],
    ['list_boats get_boat getQuay', 'Most names are snake_case, but not "getQuay". 100 % name an action.'],
    [
      'list_boats get_boat get_Quay-mast',
      'Most names are snake_case, but not "get_Quay-mast". 100 % name an action.',
    ],
    [
      'list_boats boat_get quay_list',
      'Names are snake_case throughout. 100 % name an action, in changing places.',
    ],
    ['get_boat GET_BOAT list_boats', 'Names are snake_case throughout. Some differ only in case.'],
    ['boat_quay harbour_mast list_boats', 'Names are snake_case throughout. 33 % name an action.'],
  ])('%s', async (names, text) => {
    expect(await namesSay(names)).toBe(text);
  });
});
