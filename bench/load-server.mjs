// An MCP server over HTTP whose only tool takes a fixed time: what a load tester finds is known beforehand.
// Usage: load-server.mjs MILLISECONDS; prints its port.
import { createServer } from 'node:http';

const delay = Number(process.argv[2]);
const inputSchema = { type: 'object', properties: {} };
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'load-server', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [{ name: 'get_work', description: 'Takes its time.', inputSchema }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'done' }] }),
};

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method, params = {} } = JSON.parse(Buffer.concat(chunks));
    if (id === undefined) return response.writeHead(202).end();
    const answer = () => {
      const known = Object.hasOwn(answers, method);
      const body = known
        ? { result: answers[method](params) }
        : { error: { code: -32601, message: 'no such method' } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
    };
    if (method === 'tools/call') setTimeout(answer, delay);
    else answer();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
