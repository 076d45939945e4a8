/** `compat:` — what clients and model APIs make of the tools of servers, one row of the report for each server. */
import { block, choice, list, optional, text } from '../shape.js';

export const compat = block(
  'Holds tools against what is known of clients and model APIs. No tool is called.',
  {
    clients: optional(
      list('The clients to judge by; all that are known unless given.', text('A client, such as `cursor`.')),
    ),
    clients_file: optional(
      text('A file with clients or corrections of your own, over those that are known; seen from the suite.'),
    ),
    fail_on: optional(
      choice('The mildest verdict that fails; `error` unless given. What is only maybe so never fails.', [
        'error',
        'dropped',
        'degraded',
      ]),
    ),
    servers: optional(list('The servers to look at; all of the suite unless given.', text('A server.'))),
    server_name: optional(
      text(
        'The name of the server in the settings of clients, on which prefixes depend; that of the suite unless given.',
      ),
    ),
  },
);

export interface RawCompat {
  clients?: string[];
  clients_file?: string;
  fail_on?: 'error' | 'dropped' | 'degraded';
  server_name?: string;
}
