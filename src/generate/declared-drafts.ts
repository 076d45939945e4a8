/**
 * Tests of what a server declares beside tools, resources and prompts: completion, templates, levels of the log. Only
 * what is declared is asked for.
 */
import { isObject, ownValue } from '../util/plain.js';

export interface Declared {
  capabilities: Record<string, unknown>;
  prompts: Record<string, unknown>[];
  templates: Record<string, unknown>[];
}

export interface DeclaredTest {
  kind: 'completions' | 'requests';
  test: { name: string; [key: string]: unknown };
}

export function declaredTests({ capabilities, prompts, templates }: Declared): DeclaredTest[] {
  const has = (name: string) => isObject(ownValue(capabilities, name));
  const tests: DeclaredTest[] = [];
  const complete = has('completions') ? completable(prompts, templates) : undefined;
  if (complete) {
    const expect = [{ 'result.completion.values': { type: 'array' } }];
    tests.push({ kind: 'completions', test: { name: 'an argument can be completed', complete, expect } });
  }
  if (has('resources') && templates.length > 0)
    tests.push(request('templates of resources are listed', 'resources/templates/list', 'resourceTemplates'));
  if (has('logging')) {
    const asked = { method: 'logging/setLevel', params: { level: 'info' } };
    const test = {
      name: 'the level of the log can be set',
      request: asked,
      expect: [{ result: { type: 'object' } }],
    };
    tests.push({ kind: 'requests', test });
  }
  return tests;
}

function request(name: string, method: string, key: string): DeclaredTest {
  return {
    kind: 'requests',
    test: { name, request: { method }, expect: [{ [`result.${key}`]: { type: 'array' } }] },
  };
}

/** The first argument of a prompt, else the first variable of a template. */
function completable(
  prompts: Record<string, unknown>[],
  templates: Record<string, unknown>[],
): Record<string, unknown> | undefined {
  for (const { name, arguments: args } of prompts) {
    const argument = Array.isArray(args) ? ownValue(args.find(isObject), 'name') : undefined;
    if (typeof name === 'string' && typeof argument === 'string' && argument !== '')
      return { prompt: name, argument, value: '' };
  }
  for (const { uriTemplate: uri } of templates) {
    const argument = typeof uri === 'string' ? /\{[+#./;?&]?(\w+)/.exec(uri)?.[1] : undefined;
    if (argument !== undefined) return { uri, argument, value: '' };
  }
  return undefined;
}
