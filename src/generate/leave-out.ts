/**
 * Tools that no model is meant to call: those that only an app's interface may use, and those whose own text says so.
 * A sentence that says when not to call a tool, or what for, keeps none out.
 */
import type { ToolDef } from '../types/catalog.js';
import { ownValue } from '../util/plain.js';

const MAX_TEXT = 20_000;
const WHOM = '(?:a|an|the|any)?\\s*(?:models?|llms?|agents?|assistants?)';
const FORBIDDEN = new RegExp(
  [
    '\\b(?:do not|don\\W?t|never|must not|should not) (?:call|use|invoke) (?:this(?: tool)?|it)(?: directly)?\\s*(?:[.!;]|$)',
    `\\bnot (?:meant|intended|designed|supposed) (?:to be (?:called|used|invoked) by|for(?: use by)?) ${WHOM}\\b`,
    `\\b(?:must|should) not be (?:called|used|invoked) (?:directly )?by ${WHOM}\\b`,
    '\\bfor internal use only\\b|\\binternal use only\\b',
  ].join('|'),
  'im',
);

/** Why no test should be made for the tool, if so. */
export function reasonToLeaveOut(tool: ToolDef): string | undefined {
  if (isForAppsOnly(tool)) return 'it is for the interface of an app, not for a model';
  const description = ownValue(tool, 'description');
  if (typeof description === 'string' && FORBIDDEN.test(description.slice(0, MAX_TEXT)))
    return 'its description says not to call it';
  return undefined;
}

/** No model sees it. */
export function isForAppsOnly(tool: ToolDef): boolean {
  const meta = ownValue(tool, '_meta');
  if (ownValue(meta, 'openai/visibility') === 'private') return true;
  const visibility = ownValue(ownValue(meta, 'ui'), 'visibility');
  return Array.isArray(visibility) && visibility.length > 0 && !visibility.includes('model');
}
