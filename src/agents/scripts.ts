/**
 * Two small programs that we write beside the settings of an agent. They are plain Node, so that they start at once:
 * an agent starts one for each server.
 */

/**
 * What an agent starts as its server: its stdin and stdout are those of a socket on which the recorder listens. It leaves
 * when the server has left, whatever the agent still wants to say.
 */
export const DOOR = `'use strict';
const { argv, exit, stdin, stdout } = process;
const socket = require('node:net').connect({ path: argv[2], allowHalfOpen: true });
const leave = (code) => stdout.write('', () => exit(code));
stdin.pipe(socket);
socket.pipe(stdout);
socket.on('error', () => leave(1));
socket.on('end', () => leave(0));
stdout.on('error', () => exit(0));
`;

/**
 * Runs an agent where there is no network but loopback: PORT there is a socket of ours here.
 * Arguments: PORT SOCKET PROGRAM ARGS...
 */
export const ALONE = `'use strict';
const { connect, createServer } = require('node:net');
const { spawn, spawnSync } = require('node:child_process');
const [port, path, program, ...args] = process.argv.slice(2);
const up = spawnSync('ip', ['link', 'set', 'lo', 'up'], { stdio: 'inherit' });
if (up.status !== 0) process.exit(125);
const server = createServer((inside) => {
  const outside = connect({ path });
  inside.pipe(outside).pipe(inside);
  for (const [one, other] of [[inside, outside], [outside, inside]]) one.on('error', () => other.destroy());
});
server.listen(Number(port), '127.0.0.1', () => {
  const child = spawn(program, args, { stdio: 'inherit' });
  child.on('error', () => process.exit(126));
  child.on('exit', (code, signal) => { if (signal) process.kill(process.pid, signal); process.exit(code ?? 1); });
});
`;
