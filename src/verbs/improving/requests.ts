/** The requests that `improve` measures by: those of a benchmark, or drafted ones, and those of the suite's agent tests. */
import { dirname, resolve } from 'node:path';
import { readText } from '../../source/read-text.js';
import { workspaceAt } from '../../store/workspace.js';
import type { Intent } from '../../tool-bench/spec.js';
import type { Catalog } from '../../types/catalog.js';
import type { AgentSpec } from '../../types/suite.js';
import { McptestError } from '../../util/errors.js';
import { isObject, ownValue } from '../../util/plain.js';
import type { ImproveInput } from './improve.js';

export interface Requests {
  intents: Intent[];
  drafted: boolean;
  /** Of agent tests that say which tool a request is for. */
  cases: Intent[];
}

const MOST_DRAFTED = 100;
const MOST_CASES = 100;

export async function requestsOf(input: ImproveInput, catalog: Catalog): Promise<Requests> {
  const cases = await casesOf(input, catalog);
  if (input.bench !== undefined) return { intents: await benchOf(input, input.bench), drafted: false, cases };
  const { draftQuery } = await import('../../tool-bench/suggest.js');
  const [own, ...others] = [
    ...catalog.tools.filter(({ name }) => name === input.tool),
    ...catalog.tools.filter(({ name }) => typeof name === 'string' && name !== input.tool),
  ];
  const asked = own === undefined ? [] : [own, ...others].slice(0, MOST_DRAFTED);
  return {
    intents: asked.map((tool) => ({ query: draftQuery(tool), gold: [tool.name] })),
    drafted: true,
    cases,
  };
}

async function benchOf({ cwd = process.cwd() }: ImproveInput, file: string): Promise<Intent[]> {
  const { parseBenchSpec } = await import('../../tool-bench/parse-spec.js');
  const path = resolve(cwd, file);
  const text = await readText(path, file);
  const { intents } = await parseBenchSpec(text, file, (other) =>
    readText(resolve(dirname(path), other), other),
  );
  return intents;
}

/** A suite that is not there has no cases; one that is named has to be readable. */
async function casesOf(input: ImproveInput, catalog: Catalog): Promise<Intent[]> {
  const { loadSuites } = await import('../../suite/load.js');
  const cwd = resolve(input.cwd ?? process.cwd());
  const { config, env = process.env, redactor } = input;
  const names = new Set(catalog.tools.map(({ name }) => name));
  try {
    const { suites } = await loadSuites(config === undefined ? [] : [config], {
      cwd,
      workspace: workspaceAt(cwd, input.workspace),
      env,
      redactor,
    });
    return suites
      .flatMap(({ agents }) => agents)
      .flatMap((agent): Intent[] => {
        const gold = rightTools(agent, catalog.server).filter((name) => names.has(name));
        return agent.prompt === undefined || gold.length === 0 ? [] : [{ query: agent.prompt, gold }];
      })
      .slice(0, MOST_CASES);
  } catch (error) {
    if (error instanceof McptestError && config === undefined) return [];
    throw error;
  }
}

/** The tool that a request should get first, where the test says so. */
function rightTools({ expected, metrics, skip }: AgentSpec, server: string): string[] {
  if (skip !== undefined) return [];
  const selections = metrics
    .filter(({ block }) => block === 'tool_selection')
    .map(({ config }) => (isObject(config) ? ownValue(config, 'expected_tool') : undefined));
  const told = [...(expected?.tools[0] ?? []), ...selections];
  return told
    .filter((name) => typeof name === 'string')
    .map((name) => (name.startsWith(`${server}.`) ? name.slice(server.length + 1) : name));
}
