/** What to do about each thing that can be wrong, in one place. */
import { isSecretName } from '../redact/redactor.js';

const PROGRAMS: Record<string, string> = {
  npx: 'Install Node.js (https://nodejs.org), which brings npx.',
  npm: 'Install Node.js (https://nodejs.org), which brings npm.',
  node: 'Install Node.js (https://nodejs.org).',
  bunx: 'Install Bun (https://bun.sh).',
  uvx: 'Install uv (https://docs.astral.sh/uv), which brings uvx.',
  uv: 'Install uv (https://docs.astral.sh/uv).',
  python: 'Install Python, or say python3.',
  python3: 'Install Python 3.',
  docker: 'Install Docker and start it.',
};

export function missingProgram(program: string): string {
  const name = program.replace(/\.(exe|cmd)$/i, '');
  const known = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  // What to do in general stands in the message itself.
  const hint = 'A program that a shell finds may be missing here: PATH can differ in editors and CI.';
  return known === undefined ? hint : `${known} ${hint}`;
}

/** "run with `auth` first", "please run 'tool login'", "not authenticated: use the login command". */
const LOGIN_FIRST =
  /\b(?:run|use|call|execute)\b[^|.]*?[\s`'"](?<word>auth|login|authenticate|authorize|setup)\b|\b(?<named>auth|login) first\b/i;

export function diedAtStart(lines: string, shownCommand: string): string {
  // A help text names every option, whatever is wrong.
  const stderr = lines.replace(/(^|\| )\s*-[^|]*/g, '');
  const login = LOGIN_FIRST.exec(stderr)?.groups;
  if (login)
    return `It wants a login before it starts: do that once by hand (${shownCommand} ${login.word ?? login.named}), then run doctor again.`;
  if (/api[_ -]?key|token|secret|credential|environment variable|env var|not set/i.test(stderr)) {
    const name = stderr.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g)?.find(isSecretName) ?? 'NAME';
    return (
      `It seems to want a variable. Servers get only a short list of ours: add --pass-env ${name}, or in a suite name it ` +
      'under `pass_env`.'
    );
  }
  if (/Cannot find module|ERR_MODULE_NOT_FOUND|ModuleNotFoundError|No module named/i.test(stderr)) {
    return 'A dependency is missing: install or build the server first, and check the folder it starts in (`cwd`).';
  }
  if (/EADDRINUSE|address already in use/i.test(stderr))
    return 'Its port is taken: stop the other process or use another port.';
  return `Run it by hand and read what it prints: ${shownCommand}`;
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
  batch: 'Answer each request in a message of its own: batches exist in 2025-03-26 only.',
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
};

export function faultRemedy(code: string): string {
  return FAULTS[code] ?? 'See what the specification says, and mend it in the server.';
}
