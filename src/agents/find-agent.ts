/** Where an agent is, and which version: the path that the suite gives, the one in a variable, or the search path. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { which } from '../doctor/which.js';
import type { AgentCli } from '../util/agent-names.js';
import { ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { installLine, KNOWN_AGENTS, pathVariable } from './known-agents.js';

export interface AgentPlace {
  name: AgentCli;
  /** As the suite gives it. */
  path?: string;
  /** The folder of the suite. */
  dir: string;
  env: Readonly<Record<string, string | undefined>>;
}

export type FoundAgent = { program: string; version?: string } | { missing: string };

export function findAgent({ name, path, dir, env }: AgentPlace): FoundAgent {
  const { title, program, installed = program } = KNOWN_AGENTS[name];
  const variable = pathVariable(name);
  const told = path === undefined ? env[variable] : resolve(dir, path);
  const [found] = (told === undefined ? [program, installed] : [told]).flatMap(
    (one) => which(one, { cwd: dir, env: { ...env } }) ?? [],
  );
  if (found !== undefined) return { program: found, ...versionOf(found, KNOWN_AGENTS[name].package) };
  const where =
    told === undefined
      ? `there is no program \`${program}\` on the search path`
      : `${oneLine(told)} is not a program that can be run`;
  return {
    missing: `${title} is not there: ${where}. Install it with \`${installLine(name)}\`, or name it in \`path\` or ${variable}.`,
  };
}

/** From the package that the program belongs to; one that was installed in another way does not say. */
function versionOf(program: string, name: string): { version?: string } {
  let folder = dirname(realpathSync(program));
  for (;;) {
    const file = join(folder, 'package.json');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
    try {
      const about: unknown = JSON.parse(text);
      const own = ownValue(about, 'name');
      const version = ownValue(about, 'version');
      if (typeof own === 'string' && own.startsWith(name) && typeof version === 'string') return { version };
    } catch {
      return {};
    }
    const above = dirname(folder);
    if (above === folder) return {};
    folder = above;
  }
}
