/**
 * A second conversation that begins as none should: a request before the handshake, then a handshake for a version that
 * never was. One process serves several checks, because starting one is what takes the time.
 */
import { initializeParams } from '../open.js';
import type { Exchange } from '../wire/port.js';
import { Talk } from '../wire/talk.js';
import type { World } from '../world.js';

export const NEVER = '1999-01-01';
const EARLY_MS = 400;

export interface StrangeStart {
  /** Sent before initialize. */
  early: Exchange;
  /** Initialize, for a version that never was. */
  handshake: Exchange;
  /** Whether the process that got the early request is the one that answered the handshake. */
  survived: boolean;
  talk: Talk;
}

export function strangeStart(world: World): Promise<StrangeStart> {
  return world.once('strange start', async () => {
    const first = await unopened(world);
    const isStdio = first.port.kind === 'stdio';
    const early = isStdio
      ? await first.ask('tools/list', {}, { timeoutMs: EARLY_MS })
      : { frames: [], replies: [], messages: [], duration_ms: 0 };
    const survived = first.port.alive;
    const talk = survived ? first : await unopened(world);
    const handshake = await talk.ask('initialize', initializeParams(NEVER));
    if (handshake.reply !== undefined || !survived) return { early, handshake, survived, talk };
    // It may have left a moment later, because of the early request.
    const again = await unopened(world);
    const second = await again.ask('initialize', initializeParams(NEVER));
    return { early, handshake: second, survived: false, talk: again };
  });
}

async function unopened(world: World): Promise<Talk> {
  return new Talk(await world.launcher.port(), world.era, world.settings.requestMs);
}
