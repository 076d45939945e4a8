// A server on the official SDK (2.x), in both eras: completion, a template, updates, a changing list, log lines.
import { completable, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const SHELVES = ['history', 'harbours', 'poetry'];
const beginning = (value) => SHELVES.filter((shelf) => shelf.startsWith(value));
const text = (value) => ({ content: [{ type: 'text', text: value }] });

serveStdio(() => {
  const server = new McpServer(
    { name: 'reading-room', version: '1.0.0' },
    { capabilities: { logging: {}, resources: { subscribe: true }, tools: { listChanged: true } } },
  );

  server.registerPrompt(
    'recommend',
    { description: 'Recommend a book.', argsSchema: z.object({ shelf: completable(z.string(), beginning) }) },
    ({ shelf }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `A book from ${shelf}.` } }],
    }),
  );

  server.registerResource(
    'shelf',
    new ResourceTemplate('room://shelves/{shelf}', { list: undefined, complete: { shelf: beginning } }),
    { description: 'What stands on a shelf.', mimeType: 'text/plain' },
    (uri, { shelf }) => ({
      contents: [{ uri: uri.href, mimeType: 'text/plain', text: `Books on ${shelf}.` }],
    }),
  );

  server.registerResource(
    'visitors',
    'room://visitors',
    { description: 'Who is here.', mimeType: 'text/plain' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'Nobody.' }] }),
  );

  server.registerTool(
    'enter',
    { description: 'Enter the room. The list of visitors changes.', inputSchema: z.object({}) },
    async (_args, context) => {
      await context.mcpReq.log('debug', 'the door opens');
      await context.mcpReq.log('warning', 'the room is full');
      await server.server.sendResourceUpdated({ uri: 'room://visitors' });
      return text('You are in.');
    },
  );

  server.registerTool(
    'open_archive',
    { description: 'Open the archive. One more tool is there then.', inputSchema: z.object({}) },
    () => {
      server.registerTool('search_archive', { description: 'Search it.', inputSchema: z.object({}) }, () =>
        text('Nothing found.'),
      );
      return text('It is open.');
    },
  );

  // The legacy way; the SDK itself keeps the streams of the modern one.
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  return server;
});
