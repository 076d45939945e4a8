/** A description that is missing or too short to say anything. */
import type { ToolRule } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';

const SHORTEST = 20;

export const desc001: ToolRule = {
  id: 'DESC-001',
  name: 'description-too-short',
  severity: 'critical',
  since: '0.1.0',
  triggers: `The description is missing, is not a string, or has fewer than ${SHORTEST} characters once trimmed.`,
  rationale:
    'The description is most of what an agent knows about a tool when it decides whether to call it. A word or two leave it to guess from the name, and it guesses wrong as soon as two tools have similar names.',
  fix: 'Say in one sentence what the tool does and to what, then what it returns.',
  bad: { name: 'get_weather', description: 'Weather.', inputSchema: { type: 'object' } },
  good: {
    name: 'get_weather',
    description: 'Get the current weather of a city. Returns temperature, humidity and wind.',
    inputSchema: { type: 'object' },
  },
  scope: 'tool',
  check(tool, context) {
    const { description } = context.view(tool);
    const length = description.length > 2 * SHORTEST ? description.length : [...description].length;
    if (length >= SHORTEST) return [];
    const message = problemOf(length, ownValue(tool, 'description'));
    return [{ pointer: '/description', message, excerpt: description }];
  },
};

function problemOf(length: number, raw: unknown): string {
  if (length > 0) return `the description has ${length} characters; under ${SHORTEST} it says too little`;
  return raw === undefined || typeof raw === 'string'
    ? 'there is no description'
    : 'the description is not a string';
}
