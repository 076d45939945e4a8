import { broken, check, kept } from '../../check.js';
import { leaving } from '../../wire/leaving.js';
import type { StdioPort } from '../../wire/stdio-port.js';

/** The official SDKs' clients wait that long before they kill. What starts slowly may leave slowly. */
const LEAST_MS = 2000;

export const cLife007 = check({
  id: 'C-LIFE-007',
  title: 'the server exits when its input ends',
  level: 'SHOULD',
  on: 'stdio',
  spec: { legacy: 'basic/lifecycle#shutdown', modern: 'basic/transports/stdio#shutdown' },
  fix: 'Exit when stdin ends: it is how a client says good-bye. Clear timers and close connections that keep you alive.',
  lane: 'parting',
  async run(world) {
    const { port } = await world.rough();
    const { server } = port as StdioPort;
    server.child.stdin?.end();
    const exitMs = Math.max(LEAST_MS, world.settings.startMs);
    await leaving(server, exitMs);
    const state = server.ending === undefined ? 'still running' : `it ${server.ending}`;
    const note = port.transcript.note(`(stdin was closed) ${state}`);
    if (server.ending === undefined) {
      void port.close();
      return broken('it still ran 2 s after its input had ended, when clients kill it', note);
    }
    return kept('it left', note);
  },
});
