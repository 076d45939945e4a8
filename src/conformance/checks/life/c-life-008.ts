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
  lane: 'own',
  run: (world) =>
    world.withOwn(async ({ port }) => {
      if (process.platform === 'win32') throw new NotApplicable('Windows has no such signal');
      const { server } = port as StdioPort;
      server.kill('SIGTERM');
      await leaving(server, EXIT_MS);
      const note = port.transcript.note(
        server.ending === undefined ? 'still running' : `it ${server.ending}`,
      );
      if (server.ending === undefined) return broken(`it still ran ${EXIT_MS} ms after SIGTERM`, note);
      return kept('it left', note);
    }),
});
