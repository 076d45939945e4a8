/** `expect_tools`, `expect_args` and `offer_tools` in their one spelling. Takes only what passed validation. */
import { findMatcher } from '../../match/registry.js';
import { validateMatcher } from '../../match/validate.js';
import type { CaseExpectation, Matcher } from '../../types/suite.js';
import { isObject, tight } from '../../util/plain.js';
import { normaliseMatcher } from '../matchers.js';
import type { Complaint } from '../shape.js';

interface Written {
  expect_tools?: unknown;
  expect_args?: unknown;
  equal_function_sets?: unknown;
}

/** What is wrong with the two taken together. */
export function checkCaseExpectation(raw: Written): Complaint[] {
  if (raw.expect_tools !== undefined) {
    const { tools } = toolsOf(raw);
    if (tools.some((members) => members.includes('none'))) {
      const message = '`none` means no tool, but other tools are named too';
      return [{ path: ['expect_tools'], message, hint: 'write `none` alone, or remove it' }];
    }
  }
  if (raw.expect_args === undefined) return [];
  const at = (message: string, hint: string | null = null): Complaint[] => [
    { path: ['expect_args'], message, hint },
  ];
  if (raw.expect_tools === undefined)
    return at('`expect_args` needs `expect_tools`', 'say which tool takes these arguments');
  const args = asJson(raw.expect_args);
  if (args === undefined) return at('this text is not a JSON object or list', 'write `{"city":"Oslo"}`');
  const { tools } = toolsOf(raw);
  if (Array.isArray(args) && args.length !== tools.length)
    return at(`there are ${tools.length} tools in \`expect_tools\` and ${args.length} maps here`);
  if (isObject(args) && tools.length !== 1 && !isByTool(args, tools))
    return at('with several tools each has arguments of its own', 'write `tool: { argument: value }`');
  return [];
}

/** Undefined where all tools are offered. */
export function offeredNames(written: unknown): string[] | undefined {
  const names = typeof written === 'string' ? written.split(',') : written;
  if (!Array.isArray(names)) return undefined;
  return names.map((name) => String(name).trim()).filter((name) => name !== '');
}

export function caseExpectation(raw: Written): CaseExpectation | undefined {
  if (raw.expect_tools === undefined) return undefined;
  const { tools, ordered } = toolsOf(raw);
  const args = raw.expect_args === undefined ? undefined : asJson(raw.expect_args);
  return { tools, ordered, args: tools.map((members, at) => argsOf(args, { members, at, tools })) };
}

function toolsOf({ expect_tools: written, equal_function_sets: sets }: Written): {
  tools: string[][];
  ordered: boolean;
} {
  const classes = isObject(sets) && Array.isArray(sets.classes) ? sets.classes : [];
  const members = (name: string): string[] => {
    const own = classes.find((one) => isObject(one) && one.name === name);
    return isObject(own) && Array.isArray(own.members) ? (own.members as string[]) : [name];
  };
  const split = (name: string) =>
    tight(
      name
        .split('|')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .flatMap(members),
    );
  const list = (value: unknown): string[][] => {
    if (typeof value === 'string')
      return value.trim() === 'none' || value.trim() === '' ? [] : value.split(',').map(split);
    if (!Array.isArray(value)) return [];
    return value.map((one) =>
      Array.isArray(one) ? one.flatMap((name) => split(String(name))) : split(String(one)),
    );
  };
  const isOrdered = isObject(written);
  const tools = list(isOrdered ? written.in_order : written);
  const isNone = tools.length === 1 && tools[0]?.length === 1 && tools[0][0] === 'none';
  return { tools: isNone ? [] : tools, ordered: isOrdered };
}

function asJson(value: unknown): Record<string, unknown> | unknown[] | undefined {
  if (typeof value !== 'string') return value as Record<string, unknown>;
  try {
    const read: unknown = JSON.parse(value);
    return isObject(read) || Array.isArray(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isByTool(args: Record<string, unknown>, tools: readonly (readonly string[])[]): boolean {
  const names = new Set(tools.flat().flatMap((name) => [name, name.slice(name.lastIndexOf('.') + 1)]));
  return Object.entries(args).every(([key, value]) => names.has(key) && isObject(value));
}

interface Slot {
  members: readonly string[];
  at: number;
  tools: readonly (readonly string[])[];
}

function argsOf(args: unknown, { members, at, tools }: Slot): CaseExpectation['args'][number] {
  if (Array.isArray(args)) return fieldsOf(args[at]);
  if (!isObject(args)) return undefined;
  if (!(Object.keys(args).length > 0 && isByTool(args, tools))) return fieldsOf(args);
  const key = Object.keys(args).find((name) =>
    members.some((member) => member === name || member.endsWith(`.${name}`)),
  );
  return key === undefined ? undefined : fieldsOf(args[key]);
}

function fieldsOf(value: unknown): Record<string, Matcher | 'ignore'> | undefined {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([field, expected]) => [field, fieldMatcher(expected)]),
  );
}

/** An object is a matcher where each of its keys is one; any other value must be met exactly. */
function fieldMatcher(expected: unknown): Matcher | 'ignore' {
  if (isObject(expected)) {
    const keys = Object.keys(expected);
    if (keys.length === 1 && keys[0] === 'ignore') return 'ignore';
    const isMatcher =
      keys.length > 0 &&
      keys.every((key) => findMatcher(key.replaceAll('-', '_')) !== undefined) &&
      validateMatcher(expected).length === 0;
    if (isMatcher) return normaliseMatcher(expected);
  }
  return { exact: expected };
}
