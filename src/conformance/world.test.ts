/** A server that left is blamed only for what it was asked. */
import { afterEach, expect, it, vi } from 'vitest';
import type { ConformanceCheck } from './check.js';
import { cFrame006 } from './checks/frame/c-frame-006.js';
import { cFrame007 } from './checks/frame/c-frame-007.js';
import type { Talk } from './wire/talk.js';
import { World } from './world.js';

afterEach(() => vi.restoreAllMocks());

const ANSWERED = { reply: { result: {} }, replies: [{}, {}], frames: [] };
const GONE = { silence: 'the server is gone', replies: [], frames: [] };

/** One conversation after the other: whether the rough request is answered there, and an ordinary one. */
function worldOf(...talks: { rough: boolean; plain: boolean }[]): World {
  const world = new World({ talk: { era: 'legacy' } } as never, {} as never, {} as never);
  vi.spyOn(world, 'rough').mockImplementation(async () => {
    const { rough, plain } = talks.shift()!;
    const ask = async (_: string, __?: unknown, options?: object) =>
      (options ? rough : plain) ? ANSWERED : GONE;
    const nextId = () => 1;
    const request = () => ({});
    return {
      ask,
      nextId,
      request,
      send: async () => (rough ? ANSWERED : GONE),
      port: { alive: rough },
    } as unknown as Talk;
  });
  return world;
}

it.each<[string, ConformanceCheck]>([
  ['C-FRAME-006', cFrame006],
  ['C-FRAME-007', cFrame007],
])(
  '%s: a server that left is asked again, and blamed where it answers what is ordinary',
  async (_, check) => {
    const lives = { rough: true, plain: true };
    const leaves = { rough: false, plain: true };
    const dead = { rough: false, plain: false };
    expect(await check.run(worldOf(lives))).toMatchObject({ kept: true });
    expect(await check.run(worldOf(leaves, lives))).toMatchObject({ kept: true });
    expect(await check.run(worldOf(leaves, leaves, leaves))).toMatchObject({ kept: false });
    await expect(check.run(worldOf(dead, dead, dead))).rejects.toThrow('after an ordinary request, too');
  },
);
