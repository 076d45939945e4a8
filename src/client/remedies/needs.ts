/** What servers want before they start: a program, a port, a file, a variable, an argument, a login, the network. */
import { type Cause, type FailedStart, word } from './cause.js';
import { knownProgram } from './programs.js';

/** "run with `auth` first", "please run 'tool login'", "not authenticated: use the login command". */
const LOGIN_FIRST =
  /\b(?:run|use|call|execute)\b[^\n.]*?[\s`'"](?<word>auth|login|authenticate|authorize|setup)\b|\b(?<named>auth|login) first\b/i;

export const NEEDS: readonly Cause[] = [
  {
    when: /(?:^|\n)\S*?(?:env|sh|bash|zsh|dash)(?:: (?:line )?\d+)?: ['‘"`]?([\w.+-]+)['’"`]?: (?:command )?not found|env: ['‘"`]?([\w.+-]+)['’"`]?: No such file|exec: "([^"]+)": executable file not found|spawn ([\w.+-]+) ENOENT|'([\w.+-]+)' is not recognized as an internal|command not found: ([\w.+-]+)/,
    say: (found) => {
      const name = found.slice(1).find((one) => one !== undefined) ?? '';
      return `It starts ${name}, which is not found. ${knownProgram(name) ?? `Install it, or put its folder on PATH (command -v ${name} tells when it is).`}`;
    },
  },
  {
    when: /(?:EADDRINUSE|address already in use|Only one usage of each socket address)[^\n]*?(?::(\d{2,5}))?\s*$/im,
    say: ([line, port]) => {
      const taken = port ?? /\bport:? ?(\d{2,5})/i.exec(line)?.[1];
      const which = taken === undefined ? 'Its port' : `Port ${taken}`;
      return `${which} is taken: stop the other process${taken === undefined ? '' : ` (lsof -i :${taken} names it)`}, or give the server another port.`;
    },
  },
  {
    when: /Could not find Chrom|Executable doesn't exist at|(?:Please run|npx) (?:the following command )?.*playwright install|puppeteer browsers install|Failed to launch the browser|Chromium .*not (?:found|installed)/i,
    say: ({ input }) =>
      `It needs a browser: ${/puppeteer/i.test(input) ? 'npx puppeteer browsers install chrome' : 'npx playwright install chromium'}.`,
  },
  {
    when: /Could not load the default credentials|GOOGLE_APPLICATION_CREDENTIALS/,
    say: () =>
      'It needs Google credentials: gcloud auth application-default login, or --pass-env GOOGLE_APPLICATION_CREDENTIALS with the path of a key file.',
  },
  {
    when: /Could not load credentials from any providers|Unable to locate credentials|CredentialsProviderError/,
    say: () =>
      'It needs AWS credentials: aws configure, or --pass-env AWS_PROFILE (or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY).',
  },
  {
    when: /listen EACCES[^\n]*?:(\d+)/,
    say: ([, port]) => `It may not listen on port ${port}: give it one above 1024.`,
  },
  {
    when: /(?:EACCES|EPERM)[^\n]*? '([^']+)'|PermissionError: \[Errno 1?3?\d*\][^\n]*?'([^']+)'|(?:^|\n|: )([/~][^\s:]*): Permission denied|open ([/~]\S*): permission denied/i,
    say: (found) => {
      const path = found.slice(1).find((one) => one !== undefined) ?? '';
      return `It may not use ${path}: ls -ld ${word(path, 'PATH')} tells who may; give it a folder of your own, or change its rights.`;
    },
  },
  {
    when: /EROFS|ENOSPC|No space left on device|Read-only file system/i,
    say: ({ 0: what }) =>
      /rofs|read-only/i.test(what)
        ? 'It needs to write where nothing may be written: start it in another folder (`cwd`).'
        : 'The disk is full: df -h tells which.',
  },
  {
    when: /EISDIR|ENOTDIR/,
    say: ({ input }) => {
      const path = /E(?:IS|NOT)DIR[^\n]*? '([^']+)'/.exec(input)?.[1];
      return `It takes a folder for a file, or the reverse${path === undefined ? '' : ` (${path})`}: correct the path that it is given.`;
    },
  },
  {
    when: /ENOENT: no such file or directory, \w+ '([^']+)'|FileNotFoundError: \[Errno 2\][^\n]*?'([^']+)'|open ([/~]\S+): no such file or directory|(?:not found|does not exist|not exist|missing)[^\n]*?['"` ]([/~][^\s'"`,;]*\.\w+)(?![\w-])|\b(?:place|put) ([\w.-]+\.\w+) (?:in|into|at|under) |([/~][^\s'"`,;]*\.\w+)['"`]? (?:is |was )?(?:not found|does not exist|is missing)/i,
    say: (found, { stderr }) => {
      const path = found.slice(1).find((one) => one !== undefined) ?? '';
      const what = /cred|oauth|key|token|secret|auth|service.?account/i.test(path)
        ? 'a file of credentials'
        : 'a file';
      const said = variablesIn(stderr, /\b(?:set|environment|env|variable|path)\b/i);
      const other =
        said[0] === undefined ? '' : `, or say with ${said[0]} where it is (--pass-env ${said[0]})`;
      return `It needs ${what} that is not there, ${path}: put it there${other}.`;
    },
  },
  {
    when: /the following (?:required )?arguments (?:are|were) (?:required|not provided)[^\n]*:\s*(\S[^\n]*)|[Mm]issing required (?:argument|option|parameter|flag)s?:? ['"`]?([^\n'"`]+)|required option '([^']+)' not specified|Not enough non-option arguments|(?:[Pp]lease (?:provide|specify|pass)|must (?:provide|specify|pass)|[Pp]rovide) [^\n]*(?:argument|command[- ]line|director(?:y|ies)|\bpath\b)|requires? (?:at least )?(?:one|an?|\d+) (?:\w+ )?arguments?|expected (?:at least )?\d+ arguments?/,
    say: (found, start) =>
      wantsArgument(
        found.slice(1).find((one) => one !== undefined),
        start,
      ),
  },
  {
    when: LOGIN_FIRST,
    say: ({ groups = {} }, { argv }) =>
      `It needs a login before it starts: do that once by hand (${shown(argv)} ${groups.word ?? groups.named}), then try again.`,
  },
  {
    when: /api[_ -]?keys?\b|(?<!unexpected )\btokens?\b|secrets?\b|credentials?\b|environment variables?|\benv(?:ironment)? vars?|process\.env\.|os\.environ|KeyError: '[A-Z_]+'|[A-Z\d]+_[A-Z\d_]+\W{0,3}(?:is |are |must |was |not |: Required|\(?required)/i,
    say: (_, start) => wantsVariable(start),
  },
  {
    // Behind an error of another kind a usage line is only manners.
    when: /^[ \t]*usage:[ \t]*\S/im,
    say: (_, start) =>
      /^\s*(?:\w*error|fatal)\b/im.test(start.stderr) ? undefined : wantsArgument(undefined, start),
  },
  {
    when: /(?:connect )?ECONNREFUSED (\S+?):(\d+)|ConnectionRefusedError|[Cc]onnection refused/,
    say: ({ input }) => {
      const [, host, port] =
        /ECONNREFUSED (\S+?):(\d+)|(?:at |to )?"?(localhost|127\.0\.0\.1|\S+?)"?(?:,)? port (\d+)/.exec(
          input,
        ) ?? [];
      const where = host === undefined ? 'something that it works with' : `${host}:${port}`;
      return `Nothing answers at ${where}: start what belongs there (${serviceAt(port)}), or tell the server where it is.`;
    },
  },
  {
    when: /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (\S+)|(?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ECONNRESET|ERR_SOCKET_CONNECTION_TIMEOUT|UND_ERR_CONNECT_TIMEOUT)\b|fetch failed|Name or service not known|Temporary failure in name resolution|Network is unreachable|dns error|Could not resolve host:? ?(\S+)?|no such host/i,
    say: ([, node, curl]) => {
      const host = word(node ?? curl, '');
      return `It could not reach ${host === '' ? 'the network' : host}: check the connection${host === '' ? '' : ` (curl -I https://${host})`}, and HTTPS_PROXY if there is a proxy.`;
    },
  },
  {
    when: /SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_HAS_EXPIRED|CERTIFICATE_VERIFY_FAILED|self[- ]signed certificate|unable to get local issuer/i,
    say: () =>
      'It does not trust a certificate, often that of a proxy: put its issuer into a PEM file and set NODE_EXTRA_CA_CERTS (Python: SSL_CERT_FILE) to it.',
  },
  {
    when: /heap out of memory|MemoryError|Cannot allocate memory|OutOfMemory/i,
    say: () =>
      'It ran out of memory: give it more (for Node.js: env NODE_OPTIONS=--max-old-space-size=4096).',
  },
];

/** Words of a runtime that look like variables. */
const NO_VARIABLE = /^(?:ERR_|E[A-Z]+_|NODE_MODULE_|NODE_ENV$|GLIBC|HTTP_|UTF_|UNABLE_|SELF_|CERT_)/;

/** Names of variables on the lines that say that something is wanted. */
function variablesIn(text: string, wanted: RegExp): string[] {
  const lines = text.split('\n').filter((line) => wanted.test(line));
  // A list of what is missing has its names on the lines below.
  const names = (lines.length > 0 ? text.slice(text.indexOf(lines[0]!)) : '').match(
    /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g,
  );
  return [...new Set(names ?? [])].filter((name) => !NO_VARIABLE.test(name)).slice(0, 4);
}

const WANTED =
  /\b(?:required?|requires|missing|not set|not found|not defined|undefined|not provided|not configured|must|needs?|set|provide|environment|env|invalid|KeyError|no)\b|process\.env/i;

function wantsVariable({ stderr, env }: FailedStart): string | undefined {
  if (!WANTED.test(stderr)) return undefined;
  const [single] =
    /(?:environment|env) var(?:iable)?s?:? [`'"]?([A-Z][A-Z\d_]{2,})\b/.exec(stderr)?.slice(1) ?? [];
  const names = [...new Set([...variablesIn(stderr, WANTED), ...(single === undefined ? [] : [single])])];
  const flags = (names.length > 0 ? names : ['NAME']).map((name) => `--pass-env ${name}`).join(' ');
  const unset = names.filter((name) => env[name] === undefined);
  const what = names.length > 0 ? names.join(', ') : 'a variable, such as a key';
  const first =
    unset.length > 0 ? `Set ${unset.length > 1 ? 'them' : 'it'} first (export ${unset[0]}=…). ` : '';
  return `It seems to need ${what}. ${first}Servers get only a short list of our variables: add ${flags}, or in a suite name ${names.length > 1 ? 'them' : 'it'} under \`pass_env\`.`;
}

function wantsArgument(named: string | undefined, { stderr, argv }: FailedStart): string {
  const usage = /^\s*(usage:?\s*\S[^\n]*)/im.exec(stderr)?.[1]?.trim();
  const name = named === undefined ? '' : ` (${named.trim().slice(0, 100)})`;
  const how = usage === undefined ? `${shown(argv)} …` : usage.slice(0, 200);
  return `It needs an argument${name}: add it to the command, as in \`${how}\`.`;
}

const SERVICES: Record<string, string> = {
  '5432': 'PostgreSQL',
  '3306': 'MySQL',
  '6379': 'Redis',
  '27017': 'MongoDB',
  '9200': 'Elasticsearch',
  '8080': 'a web server',
  '11434': 'Ollama',
  '6333': 'Qdrant',
};

function serviceAt(port: string | undefined): string {
  return (
    (port !== undefined && Object.hasOwn(SERVICES, port) ? SERVICES[port] : undefined) ??
    'a database or a service'
  );
}

function shown(argv: readonly string[]): string {
  return argv.join(' ');
}
