/**
 * The description score of a tool, 0..1: the mean of six heuristics that look at structure, not at
 * meaning. It never rises when a description, an argument's description, annotations or an output
 * schema is taken away; only cutting a description of more than 500 characters may raise it.
 * Not to be confused with TDQS, which a model judges.
 */
import type { ToolDef } from '../types/catalog.js';
import type { ToolView } from '../types/rule.js';
import { isObject, ownValue } from '../util/plain.js';
import { HINTS } from './rules/desc-011.js';
import { foldedWords, mentionsReturn, namesAction } from './text/prose.js';
import { viewTool } from './tool-view.js';

export interface ScoreParts {
  presence: number;
  parameters: number;
  conciseness: number;
  returns: number;
  annotations: number;
  action: number;
}

export interface DescriptionScore {
  /** Rounded half up to four decimals. */
  score: number;
  parts: ScoreParts;
}

/** Up to here a description costs nothing; at `BLOATED` nothing of the heuristic is left. */
const CONCISE = 500;
const BLOATED = 2500;

export function descriptionScore(tool: ToolDef, view: ToolView = viewTool(tool)): DescriptionScore {
  const parts: ScoreParts = {
    presence: presence(view.description),
    parameters: parameters(view),
    conciseness: conciseness(view.description),
    returns: returns(tool, view),
    annotations: annotations(ownValue(tool, 'annotations')),
    action: action(tool, view),
  };
  const values = Object.values(parts);
  return { score: round(values.reduce((sum, value) => sum + value, 0) / values.length), parts };
}

function presence(description: string): number {
  const { length } = description;
  if (length === 0) return 0;
  if (length < 20) return 0.3;
  return length < 50 ? 0.8 : 1;
}

/** The documented share of the arguments; a required one counts double. */
function parameters(view: ToolView): number {
  let weight = 0;
  let documented = 0;
  for (const parameter of view.parameters) {
    const counts = parameter.required ? 2 : 1;
    weight += counts;
    if (parameter.description !== '') documented += counts;
  }
  return weight === 0 ? 1 : documented / weight;
}

/** Looks at the tool's text only: else a long argument description could lower the score. */
function conciseness({ length }: string): number {
  if (length === 0) return 0;
  return Math.max(0, Math.min(1, (BLOATED - length) / (BLOATED - CONCISE)));
}

function returns(tool: ToolDef, view: ToolView): number {
  if (isObject(ownValue(tool, 'outputSchema'))) return 1;
  if (view.description === '') return 0;
  // What another language says about the result cannot be told; neither held against it nor credited.
  if (!view.english) return 0.5;
  return mentionsReturn(view.description) ? 1 : 0;
}

function annotations(value: unknown): number {
  if (!isObject(value)) return 0;
  return HINTS.some((hint) => typeof ownValue(value, hint) === 'boolean') ? 1 : 0.5;
}

function action(tool: ToolDef, view: ToolView): number {
  if (view.description === '') return 0;
  const written = ownValue(tool, 'name');
  const name = new Set(typeof written === 'string' ? foldedWords(written.slice(0, 1000)) : []);
  // Words of the name alone, in any order, add nothing.
  if (view.description.length < 1000 && foldedWords(view.description).every((word) => name.has(word)))
    return 0;
  if (!view.english) return 0.5;
  return namesAction(view.description) ? 1 : 0.3;
}

export function round(value: number): number {
  return Math.floor(value * 10_000 + 0.5) / 10_000;
}
