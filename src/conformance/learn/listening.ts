/** One subscription of the stateless era, up to its first message. */
import { NotApplicable } from '../check.js';
import type { Exchange } from '../wire/port.js';
import { isNotification } from '../wire/transcript.js';
import type { World } from '../world.js';

const FLAGS: Record<string, string> = {
  'tools.listChanged': 'toolsListChanged',
  'prompts.listChanged': 'promptsListChanged',
  'resources.listChanged': 'resourcesListChanged',
};
const LISTEN_MS = 2000;

export interface Listening {
  id: number;
  /** What was asked for. */
  asked: string[];
  exchange: Exchange;
}

export function listening(world: World): Promise<Listening> {
  return world.once('listening', async () => {
    const asked = Object.entries(FLAGS).flatMap(([capability, flag]) =>
      world.has(capability) ? [flag] : [],
    );
    if (asked.length === 0) throw new NotApplicable('the server declares no list that changes');
    // One that is declared is enough, so that more than was asked for can be seen.
    const wanted = asked.slice(0, 1);
    const talk = await world.second();
    const id = talk.nextId();
    const notifications = Object.fromEntries(wanted.map((flag) => [flag, true]));
    const exchange = await talk.ask(
      'subscriptions/listen',
      { notifications },
      {
        id,
        until: isNotification,
        timeoutMs: LISTEN_MS,
      },
    );
    return { id, asked: wanted, exchange };
  });
}
