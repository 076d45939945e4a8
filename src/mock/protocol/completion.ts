/** `completion/complete`: the values that begin with what was typed. */
import { CODE } from '../../rpc-server/eras.js';
import { type Method, RpcFault } from '../../rpc-server/rpc.js';
import { ownValue } from '../../util/plain.js';
import type { Manifest, MockCompletion } from '../manifest.js';

/** The most values that an answer may hold. */
const MOST = 100;

export function hasCompletions({ prompts, resource_templates }: Manifest): boolean {
  return [...prompts, ...resource_templates].some(({ complete }) => Object.keys(complete).length > 0);
}

export function createCompletion(manifest: Manifest): [string, Method][] {
  const prompts = new Map(manifest.prompts.map(({ def, complete }) => [def.name, complete]));
  const templates = new Map(
    manifest.resource_templates.map(({ def, complete }) => [def.uriTemplate, complete]),
  );
  const find = (ref: unknown): Record<string, MockCompletion> => {
    const isPrompt = ownValue(ref, 'type') === 'ref/prompt';
    const name = ownValue(ref, isPrompt ? 'name' : 'uri');
    const known = typeof name === 'string' ? (isPrompt ? prompts : templates).get(name) : undefined;
    if (known) return known;
    throw new RpcFault(
      CODE.invalidParams,
      `Unknown ${isPrompt ? 'prompt' : 'resource template'}: ${String(name)}`,
    );
  };
  const answer: Method = ({ params }) => {
    const completions = find(params.ref);
    const name = ownValue(params.argument, 'name');
    const typed = ownValue(params.argument, 'value');
    if (typeof name !== 'string' || typeof typed !== 'string')
      throw new RpcFault(CODE.invalidParams, 'Invalid params: argument has a name and a value, both text');
    const known = Object.hasOwn(completions, name) ? completions[name] : undefined;
    const given = ownValue(ownValue(params, 'context'), 'arguments');
    const fitting = (known ? valuesOf(known, given) : []).filter((value) => value.startsWith(typed));
    const values = fitting.slice(0, MOST);
    return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } };
  };
  return [['completion/complete', answer]];
}

function valuesOf({ values, by }: MockCompletion, given: unknown): string[] {
  if (by === undefined) return values;
  const chosen = ownValue(given, by.argument);
  return typeof chosen === 'string' && Object.hasOwn(by.of, chosen) ? by.of[chosen]! : [];
}
