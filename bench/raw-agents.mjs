/** The floor for agent runs: the same processes and requests by hand, with no judging and no report. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [runs, lanes, plan] = [Number(process.argv[2]), Number(process.argv[3]), JSON.parse(process.argv[4])];

async function oneServer({ argv, tool, args }) {
  // In a group of its own, as mcptest does it: some kernels share out time by groups.
  const child = spawn(argv[0], argv.slice(1), { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (id, method, params) =>
    new Promise((done) => {
      waiting.set(id, done);
      send({ id, method, params });
    });
  const clientInfo = { name: 'floor', version: '0' };
  await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  await ask(2, 'tools/list', {});
  await ask(3, 'tools/call', { name: tool, arguments: args });
  const gone = new Promise((done) => child.on('close', done));
  child.stdin.end();
  setTimeout(() => child.kill(), 100).unref();
  await gone;
}

let next = 0;
const lane = async () => {
  while (next++ < runs) await Promise.all(plan.map(oneServer));
};
await Promise.all(Array.from({ length: lanes }, lane));
console.log('done');
