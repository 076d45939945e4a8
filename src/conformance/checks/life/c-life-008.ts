import { broken, check, kept, NotApplicable } from '../../check.js';
import { leaving } from '../../wire/leaving.js';
import type { StdioPort } from '../../wire/stdio-port.js';

const EXIT_MS = 3000;

export const cLife008 = check({
  id: 'C-LIFE-008',
  title: 'the server exits on SIGTERM',
  level: 'SHOULD',
  on: 'stdio',
  spec: { legacy: 'basic/lifecycle#shutdown', modern: 'basic/transports/stdio#shutdown' },
  fix: 'Let SIGTERM end the process, or exit in your handler of it.',
  lane: 'ending',
  async run(world) {
    if (process.platform === 'win32') throw new NotApplicable('Windows has no such signal');
    const { port } = await world.second();
    const { server } = port as StdioPort;
    server.kill('SIGTERM');
    await leaving(server, EXIT_MS);
    const state = server.ending === undefined ? 'still running' : `it ${server.ending}`;
    const note = port.transcript.note(`(SIGTERM) ${state}`);
    if (server.ending === undefined) return broken(`it still ran ${EXIT_MS} ms after SIGTERM`, note);
    return kept('it left', note);
  },
});
