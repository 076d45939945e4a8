/** Definitions that need no judge to be told apart: no description at all, or the name said again. */
import type { ToolDef } from '../types/catalog.js';
import type { ToolJudgement } from '../types/tdqs.js';
import { ownValue } from '../util/plain.js';
import { DIMENSIONS } from './dimensions.js';

/** The text, or undefined when there is nothing to judge. */
export function descriptionOf(tool: ToolDef): string | undefined {
  const description = ownValue(tool, 'description');
  return typeof description === 'string' && description.trim() !== '' ? description : undefined;
}

/** Equal to name or title but for case; "Create branch" for create_branch is a matter for lint. */
export function isTautology(tool: ToolDef): boolean {
  const text = descriptionOf(tool)?.trim().toLowerCase();
  if (text === undefined) return false;
  return [ownValue(tool, 'name'), ownValue(tool, 'title')].some(
    (one) => typeof one === 'string' && one.trim().toLowerCase() === text,
  );
}

const NOTHING = 'There is no description, so there is nothing that could be judged. Every dimension is 1.';

/** What stands in for a judge where there is no description. */
export function nothingToJudge(): ToolJudgement {
  return {
    scores: Object.fromEntries(
      DIMENSIONS.map((dimension) => [dimension, { score: 1, justification: NOTHING }]),
    ) as ToolJudgement['scores'],
    annotation_contradiction: false,
    summary: 'The tool has no description.',
  };
}
