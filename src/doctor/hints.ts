/** What can be said about a declaration without starting anything: habits that bite in CI or on another machine. */
import { basename } from 'node:path';

export interface Declaration {
  command?: string[];
  url?: string;
  env?: Record<string, string>;
  headers?: Record<string, string>;
  transport?: string;
}

export function hintsFor(declaration: Declaration): string[] {
  const { command, url } = declaration;
  return [
    ...(command ? commandHints(command) : []),
    ...(url === undefined ? [] : urlHints(url, declaration)),
    ...placeholderHints(declaration),
  ];
}

function commandHints(argv: string[]): string[] {
  const [program = '', ...args] = argv;
  const name = basename(program.replaceAll('\\', '/')).replace(/\.(cmd|exe|bat)$/i, '');
  const hints: string[] = [];
  if (/\s/.test(program) && args.length === 0 && !/[\\/]/.test(program)) {
    hints.push(
      `the command is one word with spaces in it; split it: ${JSON.stringify(program.split(/\s+/))}`,
    );
  }
  if (name === 'npx' && !args.some((word) => word === '-y' || word === '--yes')) {
    hints.push('npx without -y asks before it installs, and waits for ever where nobody answers: add -y');
  }
  if (name === 'npx' && args.some((word) => /@latest$/.test(word))) {
    hints.push('@latest changes under your feet: pin a version to get the same server tomorrow');
  }
  if (name === 'docker' && args[0] === 'run') hints.push(...dockerHints(args));
  if (argv.some((word) => word === '~' || word.startsWith('~/'))) {
    hints.push('~ is not the home folder here, since no shell reads the command: write the path out');
  }
  if (argv.some((word) => /^(&&|\|\|?|;|>|<|2>&1)$/.test(word))) {
    hints.push('&&, | and > are words of a shell, and no shell reads the command: put them in a script');
  }
  return hints;
}

function dockerHints(args: string[]): string[] {
  const flags = args.filter((word) => /^-\w+$/.test(word)).join('');
  const hints: string[] = [];
  if (!flags.includes('i') && !args.includes('--interactive')) {
    hints.push("docker run without -i closes the server's input at once: add -i");
  }
  if (flags.includes('t') || args.includes('--tty')) {
    hints.push('docker run with -t mixes terminal codes into the messages: leave -t out');
  }
  if (!args.includes('--rm')) {
    hints.push('docker run without --rm leaves a container behind each time: add --rm');
  }
  return hints;
}

function urlHints(url: string, { headers, transport }: Declaration): string[] {
  if (!URL.canParse(url)) return [];
  const { protocol, hostname, pathname, username, password } = new URL(url);
  const hints: string[] = [];
  const local = /^(localhost|127\.|\[::1\]|\[::ffff:127\.)/.test(hostname);
  const sends = Object.keys(headers ?? {}).some((name) => /authorization|key|token/i.test(name));
  if (protocol === 'http:' && !local && sends) hints.push('the token goes over plain http: use https');
  if (username || password) hints.push('the URL holds a password: use a header or bearer_token_env instead');
  if (transport === 'sse' || /\/sse\/?$/.test(pathname)) {
    hints.push(
      'SSE is the transport of 2024-11-05; if the server has a Streamable HTTP endpoint, often /mcp, use that',
    );
  }
  return hints;
}

function placeholderHints({ command, url, env, headers }: Declaration): string[] {
  const texts = [...(command ?? []), url ?? '', ...Object.values(env ?? {}), ...Object.values(headers ?? {})];
  const open = new Set(
    texts.flatMap((text) => text.match(/\$\{input:[^{}]*\}|<[A-Z][A-Z_ -]*>|\bYOUR[_-][A-Z_]+\b/g) ?? []),
  );
  return [...open].slice(0, 5).map((word) => `${word} is not filled in`);
}
