/** A run in which every field of the envelope's schema is there, made from the schema, so that no new field is forgotten. */
import { ENVELOPE_SCHEMA } from '../../src/envelope/schema.js';
import type { SchemaNode } from '../../src/envelope/schema-parts.js';
import type { RunEnvelope } from '../../src/types/envelope.js';

/** Where a value may be anything, these are text. */
const SPOKEN = new Set(['final_response', 'prompt', 'text', 'reasoning', 'reason']);

export function everyField(): RunEnvelope {
  const run = filled(ENVELOPE_SCHEMA as SchemaNode, 'run') as RunEnvelope;
  return { ...run, scores: [SCORE] as unknown as RunEnvelope['scores'] };
}

function filled(node: SchemaNode, key: string): unknown {
  if ('const' in node) return node.const;
  if (node.enum) return node.enum.includes('fail') ? 'fail' : node.enum[0];
  if (node.properties)
    return Object.fromEntries(
      Object.entries(node.properties).map(([name, inner]) => [name, filled(inner, name)]),
    );
  if (node.items) return [filled(node.items, key)];
  if (node.additionalProperties) return { 'distractors.accuracy_at_1': 40, 'distractors.accuracy_at_2': 20 };
  if (node.type === 'integer') return 3;
  if (node.type === 'number') return 0.5;
  if (node.type === 'boolean') return key !== 'passed';
  if (node.type === 'string' || SPOKEN.has(key)) return `the ${key}`;
  if (node.type === 'object') return { name: `the ${key}`, version: '1' };
  return {
    content: [
      { type: 'text', text: `the ${key}` },
      { type: 'image', data: 'PHN2Zy8+', mimeType: 'image/svg+xml' },
      { type: 'resource_link', uri: 'javascript:alert(1)', name: 'link' },
    ],
    structuredContent: { key },
  };
}

const justified = { score: 2, justification: 'says nothing of when to use it' };
const SCORE = {
  name: 'demo',
  scoredToolCount: 1,
  meanTdqs: 3.2,
  overallScore: 3.2,
  overallTier: 'C',
  judge: 'offline',
  summary: 'a summary',
  shadowingRisks: [{ tool: 'echo', cheaperTool: 'say', reason: 'does the same' }],
  tools: [
    {
      name: 'echo',
      tdqs: 3.2,
      tier: 'C',
      tokens: 120,
      flags: ['No Description'],
      serverFlags: ['Shadowing Risk'],
      smells: ['usage_guidelines'],
      summary: 'echoes',
      justifications: { usage_guidelines: justified, purpose_clarity: justified },
    },
    { name: 'mute', unscored: 'the judge gave no answer', tokens: 3 },
  ],
};
