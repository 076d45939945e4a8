/**
 * A port that nobody listens on. It is not one of those that the system hands out by itself, so no server
 * on port 0 and no connection of another test takes it before it is used, or after it is given up.
 */
import { createServer } from 'node:net';

const [FIRST, LAST] = [12_000, 32_000];
const given = new Set<number>();

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}
