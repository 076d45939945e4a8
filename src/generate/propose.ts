/**
 * What a tool was seen to answer → a test that says so. Nothing is asserted that was not observed: exact
 * values only where two calls gave the same, else the shape alone.
 */

import { yamlItem } from '../source/yaml-text.js';
import type { RpcError } from '../types/connection.js';
import { ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { inferSchema } from './infer-schema.js';
import { compareLeaves, type Leaf, leavesOf } from './leaves.js';
import { SERVER, shownName } from './suite-head.js';

export type ObservedAnswer = { duration_ms: number } & ({ result: unknown } | { error: RpcError });

export interface ProposeInput {
  tool: string;
  args: Record<string, unknown>;
  /** One call, or two with the same arguments. */
  observed: ObservedAnswer[];
}

export interface Proposal {
  /** A block to paste under `tools:`. */
  test: string;
  excluded_volatile: string[];
  notes: string[];
}

interface Assertion {
  target: string;
  matcher: Record<string, unknown>;
  message: string;
}

const MAX_EXACT = 5;
const SHORT = 80;
/** A longer text as an exact value is a snapshot, and there is a matcher for that. */
const LONGEST = 300;
const MAX_VOLATILE = 100;
const BODIES = ['content', 'structuredContent'] as const;
const BUDGET_RULE =
  'latency budget: 2x the slowest observed call, rounded up to the nearest 50 ms, floor 100 ms';

export function propose({ tool, args, observed }: ProposeInput): Proposal {
  const notes: string[] = [];
  const volatile: string[] = [];
  const assertions = observed.some((one) => 'error' in one)
    ? errorAssertions(observed, notes)
    : resultAssertions(observed, notes, volatile);
  const shown = volatile.slice(0, MAX_VOLATILE);
  if (volatile.length > shown.length)
    notes.push(`${volatile.length - shown.length} more volatile leaves are left out`);
  return { test: block(tool, args, assertions, budget(observed)), excluded_volatile: shown, notes };
}

function resultAssertions(observed: ObservedAnswer[], notes: string[], volatile: string[]): Assertion[] {
  const results = observed.map((one) => ownValue(one, 'result'));
  const out = isErrorInvariant(results, notes, volatile);
  const bodies = BODIES.filter((key) => results.every((result) => ownValue(result, key) !== undefined));
  for (const key of bodies) {
    out.push({
      target: `result.${key}`,
      matcher: { schema: inferSchema(results.map((result) => ownValue(result, key))) },
      message: `observed structure of result.${key}`,
    });
  }
  if (observed.length < 2) {
    notes.push('one call was observed, so no value is known to be stable: only the shape is proposed');
    return out;
  }
  const stable: Leaf[] = [];
  for (const key of BODIES) {
    const [first = new Map(), second = new Map()] = results.map((result) =>
      leavesOf(ownValue(result, key), `result.${key}`),
    );
    const compared = compareLeaves(first, second);
    stable.push(...compared.stable);
    volatile.push(...compared.volatile.map((target) => clip(oneLine(target), 200)));
  }
  const long = stable.filter(({ value }) => typeof value === 'string' && value.length > LONGEST);
  if (long.length > 0) notes.push(tooLong(long));
  const chosen = stable.filter(assertable).sort(byPreference).slice(0, MAX_EXACT);
  return [
    ...out,
    ...chosen.map(({ target, value }) => ({
      target,
      matcher: { exact: value },
      message: 'stable across both observed calls',
    })),
  ];
}

function isErrorInvariant(results: unknown[], notes: string[], volatile: string[]): Assertion[] {
  const flags = results.map((result) => ownValue(result, 'isError'));
  const [flag] = flags;
  const target = 'result.isError';
  if (flags.some((one) => one !== flag)) {
    volatile.push(target);
    notes.push('one of the two calls signalled an error and the other did not');
    return [];
  }
  if (flag === true) {
    notes.push('the observed call signalled an error (isError: true): is that what you want to pin?');
    return [{ target, matcher: { exact: true }, message: 'the observed call signalled an error' }];
  }
  const matcher = flag === false ? { exact: false } : { not: { exact: true } };
  return [{ target, matcher, message: 'tool call must not signal an error' }];
}

/** A JSON-RPC error has no result to look at. */
function errorAssertions(observed: ObservedAnswer[], notes: string[]): Assertion[] {
  const codes = new Set(observed.map((one) => ownValue(ownValue(one, 'error'), 'code')));
  notes.push('the server answered with a JSON-RPC error: is that what you want to pin?');
  const [code] = codes;
  if (codes.size > 1 || typeof code !== 'number') return [];
  return [{ target: 'error.code', matcher: { exact: code }, message: 'the observed call was refused' }];
}

/** `exact: null` would also pass on a leaf that is gone. */
function assertable({ value }: Leaf): boolean {
  return value !== null && (typeof value !== 'string' || value.length <= LONGEST);
}

function tooLong(leaves: Leaf[]): string {
  const targets = leaves.slice(0, 5).map(({ target }) => clip(oneLine(target), 100));
  const more = leaves.length > targets.length ? ` and ${leaves.length - targets.length} more` : '';
  return `longer than ${LONGEST} characters, so no exact value is proposed: ${targets.join(', ')}${more}; \`snapshot\` holds such texts`;
}

/** Short before long, shallow before deep, then by name. */
function byPreference(a: Leaf, b: Leaf): number {
  const long = (leaf: Leaf): number => (String(leaf.value).length > SHORT ? 1 : 0);
  return long(a) - long(b) || a.depth - b.depth || (a.target < b.target ? -1 : 1);
}

function budget(observed: ObservedAnswer[]): number {
  const slowest = Math.max(...observed.map(({ duration_ms }) => duration_ms));
  return Math.max(100, Math.ceil((2 * slowest) / 50) * 50);
}

const LONGEST_ARGS = 60;

/** ` (celsius: -10)`: two proposals for one tool need two names. */
function shownArgs(args: unknown): string {
  const pairs = Object.entries(args as object).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return pairs.length === 0 ? '' : ` (${shownName(clip(oneLine(pairs.join(', ')), LONGEST_ARGS))})`;
}

function block(tool: string, args: unknown, assertions: Assertion[], ms: number): string {
  const name = `${shownName(tool)}: proposed assertions${shownArgs(args)}`;
  const expect = assertions.length === 0 ? {} : { assertions };
  const text = yamlItem({ name, server: SERVER, tool, args, expect: { ...expect, max_duration_ms: ms } }, 2);
  const last = text.lastIndexOf('      max_duration_ms:');
  return `${text.slice(0, last)}      # ${BUDGET_RULE}\n${text.slice(last)}`;
}
