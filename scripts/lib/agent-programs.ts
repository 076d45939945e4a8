/** Real agents from npm, installed into a folder of their own without running their scripts. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KNOWN_AGENTS } from '../../src/agents/known-agents.js';
import { AGENT_CLIS, type AgentCli } from '../../src/util/agent-names.js';

/** Binaries that a package only links to in a script that is not run. */
const BINARIES: Partial<Record<AgentCli, string>> = {
  'claude-code': '@anthropic-ai/claude-code-linux-x64/claude',
  opencode: 'opencode-linux-x64/bin/opencode',
  cline: '@cline/cli-linux-x64/bin/cline',
  kilo: '@kilocode/cli-linux-x64/bin/kilo',
  goose: '@aaif/goose-binary-linux-x64/bin/goose',
};
const INSTALL_MS = 10 * 60_000;

/** The program; throws where the package does not come. */
export function installAgent(cache: string, name: AgentCli): string {
  const { package: from, program } = KNOWN_AGENTS[name];
  const folder = join(cache, name);
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const args = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--cache',
      join(cache, '.npm'),
      // By its tag: npm would choose an older one where the newest asks for a newer Node.
      `${from}@latest`,
    ];
    execFileSync('npm', args, { cwd: folder, stdio: 'inherit', timeout: INSTALL_MS });
  }
  const binary = join(modules, BINARIES[name] ?? join('.bin', program));
  if (!existsSync(binary)) throw new Error(`${from} came without its program ${binary}`);
  return binary;
}

/** Of the package that holds the program: it may be older than the one that names it. */
export function agentVersion(cache: string, name: AgentCli): string {
  const from = /^(@[^/]+\/)?[^/]+/.exec(BINARIES[name] ?? '')?.[0] ?? KNOWN_AGENTS[name].package;
  const about = join(cache, name, 'node_modules', from, 'package.json');
  return (JSON.parse(readFileSync(about, 'utf8')) as { version: string }).version;
}

/** In the order of the list; a name that is none is refused. */
export function chosenAgents(only: string | undefined): AgentCli[] {
  const wanted = only?.split(',') ?? [...AGENT_CLIS];
  const unknown = wanted.filter((name) => !AGENT_CLIS.some((one) => one === name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: there are ${AGENT_CLIS.join(', ')}`);
  return AGENT_CLIS.filter((one) => wanted.includes(one));
}
