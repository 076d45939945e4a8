/**
 * The identity of a tool definition: six fields and nothing else, so that key order, icons and other
 * decoration never make a tool look changed.
 */
import type { ToolDef } from '../types/catalog.js';
import { canonicalJson } from '../util/canonical-json.js';
import { sha256 } from '../util/hash.js';
import { ownValue } from '../util/plain.js';

const DEFINITION_FIELDS = [
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
] as const;

/** The six fields that are there; null counts as absent, but only at this level. */
export function definitionOf(tool: ToolDef): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const field of DEFINITION_FIELDS) {
    const value = ownValue(tool, field);
    if (value !== undefined && value !== null) out[field] = value;
  }
  return out;
}

/** The text that the hash covers; its UTF-8 length is what a definition weighs. */
export function canonicalDefinition(tool: ToolDef): string {
  return canonicalJson(definitionOf(tool));
}

/** The first 16 hex digits of the SHA-256 of `canonicalDefinition`. */
export function inputHash(tool: ToolDef): string {
  return shortHash(canonicalDefinition(tool));
}

export function shortHash(text: string): string {
  return sha256(text).slice(0, 16);
}
