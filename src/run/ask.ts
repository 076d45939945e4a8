/** A call of the suite → the request that goes over the wire. */
import type { Connection, Reply, RequestOptions } from '../types/connection.js';
import type { Call } from '../types/suite.js';

export function ask(connection: Connection, call: Call, options: RequestOptions): Promise<Reply> {
  switch (call.kind) {
    case 'tool':
      return connection.request('tools/call', { name: call.tool, arguments: call.args }, options);
    case 'resource':
      return connection.request('resources/read', { uri: call.uri }, options);
    case 'prompt':
      return connection.request('prompts/get', { name: call.prompt, arguments: call.args }, options);
  }
}
