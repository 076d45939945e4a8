/** The scalars of a value with the targets that lead to them, and which of them two observations share. */
import { isObject } from '../util/plain.js';

export interface Leaf {
  target: string;
  value: string | number | boolean | null;
  depth: number;
}

const MAX_LEAVES = 2000;
const MAX_DEPTH = 12;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

export function leavesOf(value: unknown, target: string): Map<string, Leaf> {
  const out = new Map<string, Leaf>();
  const walk = (at: unknown, path: string, depth: number): void => {
    if (out.size >= MAX_LEAVES || depth > MAX_DEPTH) return;
    if (Array.isArray(at)) {
      for (const [n, item] of at.entries()) walk(item, `${path}[${n}]`, depth + 1);
    } else if (isObject(at)) {
      for (const key of Object.keys(at).sort()) {
        if (!FORBIDDEN.has(key)) walk(at[key], path + segment(key), depth + 1);
      }
    } else if (at === null || ['string', 'number', 'boolean'].includes(typeof at)) {
      out.set(path, { target: path, value: at as Leaf['value'], depth });
    }
  };
  walk(value, target, 0);
  return out;
}

export interface LeafComparison {
  stable: Leaf[];
  /** Targets that differ, or that one of the two does not have. */
  volatile: string[];
}

export function compareLeaves(first: Map<string, Leaf>, second: Map<string, Leaf>): LeafComparison {
  const stable: Leaf[] = [];
  const volatile: string[] = [];
  for (const [target, leaf] of first) {
    const other = second.get(target);
    if (other !== undefined && Object.is(other.value, leaf.value)) stable.push(leaf);
    else volatile.push(target);
  }
  for (const target of second.keys()) if (!first.has(target)) volatile.push(target);
  return { stable, volatile };
}

function segment(key: string): string {
  return /^[^.[\]"'\s\\]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
