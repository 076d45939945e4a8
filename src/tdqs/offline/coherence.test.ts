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

describe('named', () => {
  it.each([
    [5, 'list_boats get_boat create_boat'],
    [4, 'list_boats get_boat create_boat move_boat sink_boat paint_boat sell_boat getQuay'],
    [3, 'list_boats get_boat createBoat moveBoat sell_boat'],
    [2, 'list_boats getBoat create-boat move.boat'],
    [1, 'list_boats boatGet create-boat boat.tides boatQuay quay-mast'],
  ])('%i', async (expected, names) => {
    expect((await judge(named(names))).namingConsistency).toBe(expected);
  });
});

describe('complete', () => {
  it.each([
    [5, 'create_boat get_boat update_boat delete_boat'],
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
    expect(coherenceJustifications?.completeness.justification).toContain('Nothing is created here');
  });

  it('says when it cannot tell', async () => {
    const { coherenceJustifications } = await judge(named('process run execute'));
    expect(coherenceJustifications?.completeness.justification).toContain('cannot be told');
  });
});
