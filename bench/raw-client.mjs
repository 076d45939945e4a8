// The floor: the least a program can do to make the same calls. Spawns the server, shakes hands, calls the
// tool n times one after another, kills the server and leaves. Usage: raw-client.mjs N TOOL ARGS -- argv...
import { spawn } from 'node:child_process';

const [count, tool, args, , ...argv] = process.argv.slice(2);
const child = spawn(argv[0], argv.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] });
const waiting = new Map();
let buffer = '';
let nextId = 0;
child.stdout.setEncoding('utf8').on('data', (chunk) => {
  buffer += chunk;
  for (let end = buffer.indexOf('\n'); end >= 0; end = buffer.indexOf('\n')) {
    const message = JSON.parse(buffer.slice(0, end));
    buffer = buffer.slice(end + 1);
    waiting.get(message.id)?.(message);
  }
});
const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const ask = (method, params) =>
  new Promise((answer) => {
    const id = nextId++;
    waiting.set(id, answer);
    send({ id, method, params });
  });

await ask('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'floor', version: '0' },
});
send({ method: 'notifications/initialized' });
for (let i = 0; i < Number(count); i++) {
  const answer = await ask('tools/call', { name: tool, arguments: JSON.parse(args) });
  if (answer.error || answer.result.isError) process.exitCode = 1;
}
child.kill('SIGKILL');
