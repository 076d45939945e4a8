/** What npm, uv, pip and docker say when they cannot bring a server. */
import { type Cause, word } from './cause.js';

const NPM = 'npm (?:err(?:or)?!?) ';
const REACH =
  'check the network, and HTTPS_PROXY or a registry in .npmrc if there is a proxy; `npm ping` tells when it works.';

export const INSTALLERS: readonly Cause[] = [
  {
    when: new RegExp(
      `${NPM}code (?:E404|404)[\\s\\S]*?'?(@?[\\w./-]+?)(?:@[^'\\s]*)?'? is not in (?:this|the npm) registry`,
      'i',
    ),
    say: ([, name]) =>
      `npm knows no package ${word(name, 'of this name')}: check its spelling with npm view ${word(name, 'NAME')}.`,
  },
  {
    when: new RegExp(`${NPM}code E404|${NPM}404 Not Found`, 'i'),
    say: (_, { argv }) =>
      `npm knows no such package: check its spelling with npm view ${packageIn(argv)}. A private one needs npm login first.`,
  },
  {
    when: /No matching version found for (@?[^@\s]+)@([^\s.,]+(?:\.[^\s.,]+)*)|npm err(?:or)?!? code ETARGET/i,
    say: ([, name, version], { argv }) =>
      `There is no version ${word(version, 'like that')} of ${word(name, 'this package')}: npm view ${word(name, packageIn(argv))} versions lists those that there are.`,
  },
  {
    when: new RegExp(`${NPM}code (?:E401|E403|ENEEDAUTH)`, 'i'),
    say: () => 'The registry wants to know who is asking: npm login, or a token in .npmrc.',
  },
  {
    when: new RegExp(
      `${NPM}code (?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)`,
      'i',
    ),
    say: (_, { stderr }) => `npm cannot reach ${registryIn(stderr)}: ${REACH}`,
  },
  {
    when: /could not determine executable to run/i,
    say: (_, { argv }) =>
      `The package has no command of its own name: npm view ${packageIn(argv)} bin lists those that it has; then npx -y -p ${packageIn(argv)} COMMAND.`,
  },
  {
    when: /canceled due to missing packages|npx canceled/i,
    say: () => 'npx asks before it installs, and nobody answers here: add -y.',
  },
  {
    when: /pull access denied for ([^\s,]+)|manifest for ([^\s]+) not found|manifest unknown|repository does not exist/i,
    say: ([, denied, missing]) =>
      `There is no such image, or it is private: docker pull ${word(denied ?? missing, 'IMAGE')}, after docker login for a private one.`,
  },
  {
    when: /permission denied while trying to connect to the Docker (?:daemon|API)/i,
    say: () =>
      'You may not talk to Docker: add yourself to its group (sudo usermod -aG docker $USER), log in again, and try docker ps.',
  },
  {
    when: /Cannot connect to the Docker daemon|docker daemon is not running|error during connect/i,
    say: () => 'Docker is not running: start it, and try docker ps.',
  },
  {
    when: /no matching manifest for (\S+)/i,
    say: ([, platform]) =>
      `The image is not made for ${word(platform, 'this machine')}: try docker run --platform linux/amd64.`,
  },
  {
    when: /No interpreter found for Python ([\d.>=<~]+)|requires a different Python: \S+ not in '([^']+)'|requires Python ([\d.>=<~]+)|Python (?:version )?([\d.]+)(?:\+| or (?:higher|later|newer)) (?:is )?(?:required|needed)|does not satisfy Python([\d.>=<~]+)/i,
    say: (found) => {
      const asked = found.slice(1).find((one) => one !== undefined) ?? '';
      const version = /\d+\.\d+/.exec(asked)?.[0] ?? '3.12';
      return `It needs Python ${asked}: uv python install ${version}, then uvx --python ${version} …`;
    },
  },
  {
    when: /(?:Package |package )?`?([\w.-]+)`? was not found in the (?:package )?registry|No matching distribution found for ([\w.-]+)/,
    say: ([, uv, pip]) =>
      `There is no Python package ${word(uv ?? pip, 'of this name')}: check its spelling on https://pypi.org.`,
  },
  {
    when: /No solution found when resolving/,
    say: () =>
      'Its dependencies do not fit together, or not with this Python: try uvx --python 3.12 …, or an older version (NAME==VERSION).',
  },
  {
    when: /Failed to fetch: `?(\S+?)`?\s|error sending request for url \((\S+)\)|Could not fetch URL (\S+):/,
    say: ([, one, two, three]) =>
      `It could not fetch ${word(one ?? two ?? three, 'its packages')}: check the network, and HTTPS_PROXY if there is a proxy.`,
  },
];

/** `its registry, http://localhost:4873`, where npm says which it asked. */
function registryIn(stderr: string): string {
  const origin = /request to (https?:\/\/[^\s/]+)/.exec(stderr)?.[1];
  return origin === undefined ? 'its registry' : `its registry, ${word(origin, 'wherever it is')}`;
}

/** The package that an npx command names, or a word for it. */
function packageIn(argv: readonly string[]): string {
  const [, ...args] = argv;
  const at = args.findIndex((one) => one === '-p' || one === '--package');
  const named = at >= 0 ? args[at + 1] : args.find((one) => !one.startsWith('-'));
  return word(named?.replace(/(?<=.)@[^@/]*$/, ''), 'PACKAGE');
}
