/**
 * Sentences that say when to take a tool. They speak of situations, not of what the tool does, so they neither
 * lead a text nor make it one about something else: adding one never takes anything away.
 */
import { stem } from '../../catalog/words.js';
import { told } from './text/said.js';

const GUIDANCE =
  /^[-*•\s]{0,4}(?:use (?:this|it)?(?: tool)? ?(?:only )?(?:when|whenever|if|after|before|instead)\b|do(?:n't| not) (?:use|call|invoke)\b|never (?:use|call)\b|prefer\b|avoid\b|(?:useful|ideal|good|helpful|recommended|suitable|best)(?: used| suited)? (?:for|when)\b|if you (?:need|want)\b|when (?:not )?to\b|call this (?:when|if|before|after)\b|not (?:intended|meant|suitable|recommended) (?:for|to)\b)/i;

export function isGuidance(text: string): boolean {
  return GUIDANCE.test(text);
}

/** The same of a sentence, about which it is asked again and again. */
export const guidesToTool = told(({ text }) => isGuidance(text));

/** Words that guidance is made of; guidance needs others besides. */
export const GUIDING = new Set(
  'use using useful want need call invoke run tool not never instead rather prefer avoid user ask good best ideal always cases other situations appropriate suitable recommended intended purpose wide range unlike see also another case otherwise something anything everything whatever happen want ask help whenever decide decided once nothing mention mentioned choose'
    .split(' ')
    .map(stem),
);
