// A small server of notes, made with the official SDK.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const notes = [];
const server = new McpServer({ name: 'notes', version: '1.0.0' });
const text = (value) => [{ type: 'text', text: value }];

server.registerTool(
  'add',
  {
    description: 'Add a note to the end of the list. Use it when the user wants something remembered.',
    inputSchema: { text: z.string().describe('The words of the note.') },
    outputSchema: { id: z.number().int(), text: z.string() },
  },
  async ({ text: words }) => {
    if (words.trim() === '')
      return { isError: true, content: text('A note needs words; give at least one.') };
    const note = { id: notes.push(words), text: words };
    return { content: text(`Noted as number ${note.id}: ${words}`), structuredContent: note };
  },
);

server.registerTool(
  'search',
  {
    description: 'Find the notes that contain a word. Use it when the user asks what was noted.',
    inputSchema: { word: z.string().describe('The word to look for.') },
  },
  async ({ word }) => {
    const found = notes.filter((note) => note.includes(word));
    return { content: text(found.length > 0 ? found.join('\n') : `No note has the word ${word}.`) };
  },
);

await server.connect(new StdioServerTransport());
