/** A call of the suite → the request that goes over the wire. */
import type { Connection, Reply, RequestOptions } from '../types/connection.js';
import type { PlainCall, RequestCall } from '../types/suite.js';

export async function ask(
  connection: Connection,
  call: PlainCall | RequestCall,
  options: RequestOptions,
): Promise<Reply> {
  switch (call.kind) {
    case 'tool':
      return connection.request('tools/call', { name: call.tool, arguments: call.args }, options);
    case 'resource':
      return connection.request('resources/read', { uri: call.uri }, options);
    case 'prompt':
      return connection.request('prompts/get', { name: call.prompt, arguments: call.args }, options);
    case 'request': {
      const { sendRequest } = await import('./kinds/request.js');
      return sendRequest(connection, call, options);
    }
  }
}

/** Whether it is one request that the suite writes itself. */
export function isPlain(call: { kind: string }): call is PlainCall | RequestCall {
  return ['tool', 'resource', 'prompt', 'request'].includes(call.kind);
}
