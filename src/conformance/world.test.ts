/** A server that left is blamed only for what it was asked. */
import { afterEach, expect, it, vi } from 'vitest';
import type { ConformanceCheck } from './check.js';
import { cFrame006 } from './checks/frame/c-frame-006.js';
import { cFrame007 } from './checks/frame/c-frame-007.js';
import { cRpc018 } from './checks/rpc/c-rpc-018.js';
import { runChecks } from './run-checks.js';
import type { Talk } from './wire/talk.js';
import { World } from './world.js';

afterEach(() => vi.restoreAllMocks());

const ANSWERED = { reply: { result: {} }, replies: [{}, {}], frames: [] };
const GONE = { silence: 'the server is gone', replies: [], frames: [] };

/** Whether the server stays in each conversation that may be spoilt, one after the other, and in an ordinary one. */
function worldOf(stays: boolean[], plain: boolean): World {
  const opening = { talk: { era: 'legacy' }, state: 'open', revision: '2025-11-25' };
  const world = new World(opening as never, { kind: 'stdio', isOver: false } as never, {} as never);
  let last = true;
  vi.spyOn(world, 'rough').mockImplementation(async () => {
    last = stays.shift()!;
    const said = async () => (last ? ANSWERED : GONE);
    return { ask: said, send: said, nextId: () => 1, request: () => ({}) } as unknown as Talk;
  });
  vi.spyOn(world, 'isRoughUsable', 'get').mockImplementation(() => last);
  vi.spyOn(world, 'plainRequest').mockResolvedValue((plain ? ANSWERED : GONE) as never);
  return world;
}

it.each<[string, ConformanceCheck]>([
  ['C-FRAME-006', cFrame006],
  ['C-FRAME-007', cFrame007],
  ['C-RPC-018', cRpc018],
])(
  '%s: a server that left is asked again, and blamed where it answers what is ordinary',
  async (_, check) => {
    const status = async (stays: boolean[], plain: boolean) =>
      (await runChecks(worldOf(stays, plain), [check]))[0]?.status;
    expect(await status([true], true)).toBe('pass');
    expect(await status([false, true], false)).toBe('pass');
    expect(await status([false, false], true)).toBe('fail');
    expect(await status([false, false], false)).toBe('not-testable');
  },
);
