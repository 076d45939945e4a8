/** Where a live server stands in the suite that declares it, for findings about it. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { workspaceAt } from '../store/workspace.js';
import { loadSuites } from '../suite/load.js';
import type { FindingPlace } from '../types/findings-report.js';
import { ownValue } from '../util/plain.js';
import { isAdHoc } from './catalogs.js';
import type { TargetInput } from './target.js';

/** Server → its line; empty for a target that no suite declares. A server of an import stands at its suite's first line. */
export async function serverPlaces(input: TargetInput): Promise<Map<string, FindingPlace>> {
  const places = new Map<string, FindingPlace>();
  if (isAdHoc(input)) return places;
  const cwd = resolve(input.cwd ?? process.cwd());
  const workspace = workspaceAt(cwd, input.workspace);
  const env = input.env ?? process.env;
  const options = { cwd, workspace, env, redactor: input.redactor };
  const { suites } = await loadSuites(input.config ? [input.config] : [], options);
  const { readYamlSource } = await import('../source/yaml-source.js');
  for (const { file, display_file, servers } of suites) {
    const source = readYamlSource(await readFile(file, 'utf8'));
    const declared = ownValue(source.value, 'servers');
    for (const name of Object.keys(servers)) {
      if (places.has(name)) continue;
      const line = ownValue(declared, name) === undefined ? 1 : source.place(['servers', name], 'key').line;
      places.set(name, { file: display_file, line });
    }
  }
  return places;
}
