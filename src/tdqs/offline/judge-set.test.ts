import { describe, expect, it } from 'vitest';
import type { ToolDef } from '../../types/catalog.js';
import { scoreServer } from '../server-score.js';
import { offlineJudge } from './judge.js';

const AT = '2026-01-01T00:00:00.000Z';

describe('the offline judge of a set', () => {
  const named = (...names: string[]): ToolDef[] =>
    names.map((name) => ({ name, description: `Does what ${name} says about ${name.length} things.` }));
  const judge = (tools: ToolDef[]) =>
    scoreServer({ server: 's', tools }, { judge: offlineJudge, scoredAt: AT });

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
    const tools = named(
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
    expect((await judge(named('list_boats', 'get_boat', 'create_boat'))).namingConsistency).toBe(5);
    expect(
      (await judge(named('list_boats', 'getBoat', 'create-boat', 'Boat.delete'))).namingConsistency,
    ).toBeLessThanOrEqual(2);
    expect((await judge(named('get_boat', 'GET_BOAT', 'list_boats'))).namingConsistency).toBe(4);
  });

  it('sees tools that say the same', async () => {
    const twins: ToolDef[] = ['process', 'process_it', 'process_this'].map((name) => ({
      name,
      description: 'Process the data of the request.',
    }));
    expect((await judge(twins)).disambiguation).toBe(1);
    expect((await judge(named('list_boats', 'weigh_anchor', 'sound_horn'))).disambiguation).toBe(5);
  });

  it('sees dead ends', async () => {
    expect((await judge(named('create_boat', 'get_boat', 'update_boat', 'delete_boat'))).completeness).toBe(
      5,
    );
    expect((await judge(named('create_boat', 'get_boat', 'sound_horn'))).completeness).toBe(3);
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
    const other = await judge([
      one('sound_horn', 'Sounds the horn.', 1),
      one('find_boats', 'Finds boats by many properties.', 9),
    ]);
    expect(other.shadowingRisks).toEqual([]);
  });

  it('takes ten thousand tools, some of which differ only in case', async () => {
    const many = named(...Array.from({ length: 5000 }, (_, i) => [`get_row_${i}`, `GET_ROW_${i}`]).flat());
    const result = await judge(many);
    expect(result).toMatchObject({ toolCount: 10_000, scoredToolCount: 10_000, toolCountAppropriateness: 1 });
  });
});
