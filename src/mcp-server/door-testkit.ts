/** A front door in this process, as one caller meets it. */
import { createPeer } from '../rpc-server/peer.js';
import { createFrontDoor, type FrontDoorOptions } from './front-door.js';

// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is looked at, not typed.
export type Message = Record<string, any>;

export function openDoor(options: Partial<FrontDoorOptions> & { workspace: string }) {
  const env = { PATH: process.env.PATH };
  const door = createFrontDoor({ env, writes: true, pin: false, verb_timeout_ms: 20_000, ...options });
  const peer = createPeer();
  let id = 0;
  const ask = async (method: string, params: Message = {}): Promise<Message> => {
    id += 1;
    const own = id;
    const sent: Message[] = [];
    const message = { jsonrpc: '2.0', id: own, method, params };
    await door.handle(message, (out) => sent.push(out as Message), peer);
    return sent.find((one) => one.id === own) ?? {};
  };
  const opened = ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} });
  const call = async (name: string, args: unknown = {}): Promise<Message> => {
    await opened;
    const { result, error } = await ask('tools/call', { name, arguments: args });
    return result ?? { isError: true, content: [{ type: 'text', text: error?.message }] };
  };
  return { ask, call };
}

/** A mock of the workspace with these tools, as a command. */
export const MOCK = ['mcptest', 'mock', '--tools-from', 'tools.json'];
