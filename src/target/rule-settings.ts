/** Severities and suppressions that apply: `.mcptest/rules.yml` of the workspace, then `rules:` of the suite. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readRuleConfig } from '../lint/rule-config.js';
import { workspaceAt } from '../store/workspace.js';
import { invalidSuite } from '../suite/invalid-suite.js';
import { loadSuites } from '../suite/load.js';
import type { RuleConfig } from '../types/rule.js';
import type { Suite } from '../types/suite.js';
import { McptestError } from '../util/errors.js';
import type { TargetInput } from './target.js';

/** `suite` says whether the servers of a suite are looked at, so that its `rules:` count. */
export async function ruleSettings(input: TargetInput, suite: boolean): Promise<RuleConfig> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const workspace = workspaceAt(cwd, input.workspace);
  const parts = [await workspaceRules(workspace)];
  if (suite) {
    const env = input.env ?? process.env;
    const { suites, problems } = await loadSuites(input.config ? [input.config] : [], {
      cwd,
      workspace,
      env,
      redactor: input.redactor,
    });
    if (problems.length > 0) throw invalidSuite(problems);
    for (const one of suites) parts.push(readRuleConfig(one.rules, one.display_file));
  }
  return joined(parts);
}

/** The same for one suite of a run. */
export async function rulesOfSuite(workspace: string, suite: Suite): Promise<RuleConfig> {
  return joined([await workspaceRules(workspace), readRuleConfig(suite.rules, suite.display_file)]);
}

function joined(parts: RuleConfig[]): RuleConfig {
  return {
    severity: Object.assign(Object.create(null), ...parts.map((part) => part.severity ?? {})),
    suppress: parts.flatMap((part) => part.suppress ?? []),
  };
}

async function workspaceRules(workspace: string): Promise<RuleConfig> {
  const file = join(workspace, '.mcptest', 'rules.yml');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  const { readYamlSource } = await import('../source/yaml-source.js');
  const source = readYamlSource(text);
  const [problem] = source.problems;
  if (problem === undefined) return readRuleConfig(source.value, '.mcptest/rules.yml');
  throw new McptestError({
    code: 'rules-invalid',
    message: `.mcptest/rules.yml:${problem.line}:${problem.column}: ${problem.message}`,
    hint: 'docs/lint.md shows how severities and suppressions are written.',
  });
}
