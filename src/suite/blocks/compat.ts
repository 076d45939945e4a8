/** `compat:` — what clients and model APIs make of the tools of servers, one row of the report for each server. */
import { block, choice, list, optional, text } from '../shape.js';

export const compat = block(
  'Compares tools with what is known about clients and model APIs. No tool is called.',
  () => ({
    clients: optional(
      list(
        'The clients to compare with; all known clients unless given.',
        text('A client, such as `cursor`.'),
      ),
    ),
    clients_file: optional(
      text(
        'A file with your own clients, or corrections to the known ones; the path is relative to the suite.',
      ),
    ),
    fail_on: optional(
      choice(
        'Fail on this verdict and on worse ones; `error` unless given. A verdict that is only "maybe" never fails.',
        ['error', 'dropped', 'degraded'],
      ),
    ),
    servers: optional(list('The servers to look at; all of the suite unless given.', text('A server.'))),
    server_name: optional(
      text(
        'The name of the server in the settings of clients, which some clients put before the names of tools; its name in the suite unless given.',
      ),
    ),
  }),
);

export interface RawCompat {
  clients?: string[];
  clients_file?: string;
  fail_on?: 'error' | 'dropped' | 'degraded';
  server_name?: string;
}
