/** What to do about each thing that can be wrong, in one place. */
import type { FailedStart } from '../client/remedies/cause.js';
import { knownProgram } from '../client/remedies/programs.js';
import { startRemedy } from '../client/remedies/start-remedy.js';
import { shownArgv } from '../client/stdio/start-server.js';

export function missingProgram(program: string): string {
  const known = knownProgram(program);
  // What to do in general stands in the message itself.
  const hint = 'A program that a shell finds may be missing here: PATH can differ in editors and CI.';
  return known === undefined ? hint : `${known} ${hint}`;
}

export function diedAtStart(start: FailedStart): string {
  return startRemedy(start) ?? byHand(start.argv);
}

export function byHand(argv: readonly string[]): string {
  return `Run it by hand and read what it prints: ${shownArgv([...argv])}`;
}

export const SILENT =
  'A server over stdio answers on stdout. If it listens on a port, use --url; if it is Python, start it with python -u; ' +
  'if it is slow to start, raise startup_timeout.';
export const FRAMED =
  'Write one JSON message a line; Content-Length headers belong to the Language Server Protocol.';
export const NOISY = 'Only messages may go to stdout: send logs to stderr.';
export const ENDLESS = 'End every message with a newline, and keep everything else off stdout.';
export const HUNG =
  'It reads but does not answer initialize. Look at its stderr; it may be waiting for a login, a network or a lock.';
export const NOT_MCP = 'Check that this is the MCP server and not a program that only looks like it.';
export const OLD_OR_NEW = 'Update the server or mcptest; --protocol names another revision.';
export const UNSERVED =
  'It may lack something that it works with: a key, a login, the network, a program. Servers read only the variables that --pass-env or `pass_env` names.';
/** The official clients from npm are what nearly everybody has. */
export const REFUSED =
  'Send each field as the specification has it, and leave out what is optional instead of sending null.';
/** The server was there a moment ago. */
export const OUTAGE =
  'The server answered before and then went away: look at its log (or that of the proxy before it), and run doctor again.';
export const HTML = 'This is a web page. Use the URL of the MCP endpoint; it often ends in /mcp.';

/** By the code of a fault that the client saw. */
const FAULTS: Record<string, string> = {
  'stdout-noise': NOISY,
  'embedded-newline': 'Write each message on one line: no pretty-printed JSON on stdout.',
  'content-length-framing': FRAMED,
  'byte-order-mark': 'Write UTF-8 without a byte order mark.',
  'invalid-utf8': 'Write UTF-8, and never cut a character in two.',
  'unmatched-id': 'Answer with the very id of the request, as the same type: 1 and "1" differ.',
  'duplicate-id': 'Answer each request once.',
  'duplicate-name': 'Give each item of a list a name (a resource: a URI) of its own.',
  'tool-name': 'Give tools names of letters, digits, "_", "-" and ".": clients refuse or rewrite others.',
  batch: 'Answer each request in its own message: batches exist in 2025-03-26 only.',
  'cursor-repeats': 'Return a new nextCursor with each page, and none with the last.',
  'page-repeats': 'Make the cursor count: the same page came again.',
  'cursor-endless': 'Leave nextCursor out on the last page.',
  'cursor-not-a-string': 'nextCursor is a string.',
  'empty-cursor': 'Leave nextCursor out on the last page, instead of an empty string.',
  'ignored-sigterm': 'Exit when stdin ends, or at the latest on SIGTERM: clients kill what stays.',
  'leaked-processes': 'End the processes that you start before you exit.',
  'capability-unserved': 'Serve what you declare under `capabilities`, or do not declare it.',
  'capability-undeclared':
    'Declare under `capabilities` what you serve: clients do not ask for anything else.',
  'late-answer': 'Be quicker, or raise request_timeout.',
  'session-expiry-not-404':
    'Answer HTTP 404 to a session that you no longer know; clients then open a new one.',
  'message-too-large': ENDLESS,
  'progress-not-increasing': 'Progress only grows.',
  'progress-not-a-number': 'Progress is a number.',
  'bad-param-header':
    'x-mcp-header names a header of its own, on a string, an integer or a boolean; clients leave other tools out.',
  echo: NOT_MCP,
  'client-refuses': REFUSED,
  'server-ended':
    'Stay until stdin ends or the session is closed: clients take a server that leaves for a crash.',
  'not-a-message': 'Send JSON-RPC objects only: {"jsonrpc": "2.0", …} with a method, a result or an error.',
  'duplicate-key': 'Give each key once in an object: JSON readers differ in which of two values they keep.',
  'inexact-number':
    'Send long numbers such as ids as text: JSON readers in JavaScript change their last digits.',
  'nested-too-deep': 'Send flatter JSON: no client reads a message that nests so deep.',
  'list-item-not-an-object':
    'Each entry of a list is an object: tools {name, inputSchema}, resources {uri, name}, prompts {name}.',
  'list-too-slow':
    'Answer each page of a list within the request timeout: send shorter pages, or list without network calls.',
  'list-too-long':
    'List less: a model reads every tool each time. Leave tools out, or offer a search for them.',
  'bad-request-id': 'Give each request of yours an id that is a string or a whole number, never null.',
  'server-request':
    'From 2026-07-28 on servers send no requests: answer `input_required` with what is asked instead of them.',
  'undeclared-request':
    'Ask only for what the client declared in `initialize` (sampling, elicitation, roots); do without it otherwise.',
  'unanswered-request': 'Give doctor and tests an answer to it: `answers` of the server, in a suite.',
  'input-endless': 'Stop asking for input: after a few rounds answer with a result or an error.',
  'progress-unknown-token': 'Send progress only with the progressToken of a request that is still open.',
  'notification-flood':
    'Send list_changed once for several changes: clients list everything again each time.',
  'notification-refused':
    'Answer HTTP 202 without a body to notifications and to answers, also to notifications/initialized.',
  'event-not-json': 'Put one JSON-RPC message into the data of each event; comments begin with a colon.',
  'get-stream-refused': 'Answer HTTP 405 to GET where there is no stream, or open one as text/event-stream.',
  'session-expired': 'Keep sessions for as long as clients may be idle, or share them between instances.',
};

export function faultRemedy(code: string): string {
  return FAULTS[code] ?? 'The protocol does not allow that: fix it in the server.';
}
