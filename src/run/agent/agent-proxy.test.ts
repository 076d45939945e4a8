import { expect, it } from 'vitest';
import { createRedactor } from '../../redact/redactor.js';
import { serveProxy } from './agent-proxy.js';
import { RunLog } from './run-log.js';

it('passes on no more calls than can be kept', async () => {
  const log = new RunLog(createRedactor([]));
  for (let n = 0; n < 9_999; n++) log.call({ tool: 'read', args: {} });
  let sent = 0;
  const door = await serveProxy({
    server: 'store',
    instructions: undefined,
    tools: [{ name: 'read', inputSchema: { type: 'object' } }],
    distractors: new Set(),
    log,
    send: async () => {
      sent += 1;
      return { kind: 'result', result: { content: [] }, duration_ms: 1, progress: [] };
    },
  });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const call = async () => {
    const response = await fetch(door.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'read',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'read', arguments: {}, _meta: meta },
      }),
    });
    return response.text();
  };
  try {
    expect(await call()).toContain('"content":[]');
    expect(await call()).toContain('More than 10000 calls in one run');
    expect(sent).toBe(1);
    expect(log.notes).toEqual(['the agent made more than 10000 calls; the rest were refused']);
  } finally {
    await door.close();
  }
});
