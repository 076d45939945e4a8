/**
 * Sentences that say when to take a tool. They speak of situations, not of what the tool does, so they neither
 * lead a text nor make it one about something else: adding one never takes anything away.
 */
const GUIDANCE =
  /^[-*•\s]{0,4}(?:use (?:this|it)?(?: tool)? ?(?:only )?(?:when|whenever|if|after|before|instead)\b|do(?:n't| not) (?:use|call|invoke)\b|never (?:use|call)\b|prefer\b|avoid\b|(?:useful|ideal|good|helpful|recommended|suitable|best)(?: used| suited)? (?:for|when)\b|if you (?:need|want)\b|when (?:not )?to\b|call this (?:when|if|before|after)\b|not (?:intended|meant|suitable|recommended) (?:for|to)\b)/i;

export function isGuidance(sentence: string): boolean {
  return GUIDANCE.test(sentence);
}
