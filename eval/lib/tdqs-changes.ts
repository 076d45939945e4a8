/**
 * Changes to a definition after which its score may move one way only. The property tests make them on
 * generated definitions, `npm run eval:tdqs` on every real one it finds.
 */
import { isTautology } from '../../src/tdqs/hard-gates.js';
import { judgeTool } from '../../src/tdqs/offline/judge.js';
import { toScore } from '../../src/tdqs/post-process.js';
import { contextSignals } from '../../src/tdqs/signals.js';
import type { ToolDef } from '../../src/types/catalog.js';
import type { ToolScore } from '../../src/types/tdqs.js';

export interface Change {
  kind: string;
  tool: ToolDef;
}

export interface Property {
  name: string;
  changes(tool: ToolDef): Change[];
  holds(before: ToolScore, after: ToolScore): boolean;
}

/** `like` is the score of a definition that differs in the description at most. */
export function offlineScore(tool: ToolDef, siblings: readonly string[], like?: ToolScore): ToolScore {
  const signals = like?.contextSignals ?? contextSignals(tool);
  const judgement = judgeTool({ tool, signals, siblings });
  const stamp = { judge: '', rubric: '', scoredAt: '' };
  const gates = { noDescription: false, tautology: isTautology(tool) };
  return toScore({ name: tool.name, judgement, gates, contextSignals: signals }, stamp);
}

const textOf = (tool: ToolDef): string => String(tool.description);
const said = (tool: ToolDef, description: string): ToolDef => ({ ...tool, description });

const GUIDANCE = [
  'Use this when the tide is out.',
  'Use it only after the harbour master agreed.',
  'Do not use it for ferries; use list_ferries instead.',
  'Prefer find_berth for short stays.',
  'Useful for planning a voyage.',
  "Don't call this before the crew is aboard.",
  'If you need the whole list, call list_everything first.',
  'Best suited for small boats, not for convoys.',
  'Avoid it during storms, unless somebody asks.',
  'When to use: somebody asks where a boat lies. When not to: the boat is at sea.',
  'Call this before you answer, rather than guessing.',
  'Not intended for bulk work.',
];

function guided(tool: ToolDef): Change[] {
  const text = textOf(tool);
  const sentences = GUIDANCE.flatMap((sentence) => [
    { kind: 'a sentence after the text', tool: said(tool, `${text} ${sentence}`) },
    { kind: 'a paragraph of its own', tool: said(tool, `${text}\n\n${sentence}`) },
  ]);
  const list = `- ${GUIDANCE.join('\n- ')}`;
  return [
    ...sentences,
    { kind: 'all of them after the text', tool: said(tool, `${text} ${GUIDANCE.join(' ')}`) },
    { kind: 'all of them as a list', tool: said(tool, `${text}\n${list}`) },
    { kind: 'all of them before the text', tool: said(tool, `${list}\n\n${text}`) },
  ];
}

type Properties = Record<string, Record<string, unknown>>;

function propertiesOf(tool: ToolDef): Properties {
  const found = (tool.inputSchema as { properties?: unknown } | undefined)?.properties;
  const entries = typeof found === 'object' && found !== null ? Object.entries(found) : [];
  return Object.fromEntries(
    entries.filter(([, one]) => typeof one === 'object' && one !== null),
  ) as Properties;
}

function withoutSchemaTexts(tool: ToolDef, gone: (name: string, i: number) => boolean): ToolDef {
  const schema = tool.inputSchema as Record<string, unknown>;
  const properties = Object.entries(schema.properties as Properties).map(([name, one], i) => {
    if (typeof one !== 'object' || one === null || !gone(name, i)) return [name, one];
    const { description: _, ...rest } = one;
    return [name, rest];
  });
  return { ...tool, inputSchema: { ...schema, properties: Object.fromEntries(properties) } };
}

/** The pieces of a text that stay whole when one of them is taken out: lines, and the sentences in them. */
const piecesOf = (text: string): string[] =>
  text.split(/(?<=\n)|(?<=[.!?]\s)(?<!\b(?:e\.g|i\.e|etc|vs|approx)\.\s)/);

function undocumented(tool: ToolDef): Change[] {
  const properties = propertiesOf(tool);
  const documented = Object.keys(properties).filter((name) => 'description' in properties[name]!);
  const pieces = piecesOf(textOf(tool));
  const names = Object.keys(properties).map((name) => name.toLowerCase());
  const about = pieces.flatMap((piece, i) =>
    (piece.toLowerCase().match(/[\w$-]+/g) ?? []).some((word) => names.includes(word)) ? [i] : [],
  );
  const without = (gone: number[]): ToolDef =>
    said(tool, pieces.filter((_, i) => !gone.includes(i)).join(''));
  const changes: Change[] = [];
  const add = (kind: string, changed: ToolDef): void => {
    if (textOf(changed).trim() !== '') changes.push({ kind, tool: changed });
  };
  for (const name of documented)
    add(
      'one text of the schema',
      withoutSchemaTexts(tool, (one) => one === name),
    );
  if (documented.length > 0) {
    const bare = withoutSchemaTexts(tool, () => true);
    add('all texts of the schema', bare);
    add(
      'every second text of the schema',
      withoutSchemaTexts(tool, (_, i) => i % 2 === 0),
    );
    if (about.length > 0) add('all texts of both', { ...bare, description: textOf(without(about)) });
  }
  for (const i of about) add('one piece of the description', without([i]));
  if (about.length > 1) add('all pieces of the description', without(about));
  return changes;
}

const DENIALS = [
  'Deletes the boat.',
  'Creates a mooring and notifies the skipper.',
  'This tool permanently deletes every boat.',
  'Update the register of boats.',
  'Use this to remove moorings.',
  'It overwrites what was there.',
  'Automatically sends a message to the crew.',
];

function denied(tool: ToolDef): Change[] {
  const text = textOf(tool);
  const readOnly = { ...tool, annotations: { ...tool.annotations, readOnlyHint: true } };
  const harmless = { ...tool, annotations: { readOnlyHint: false, destructiveHint: false } };
  return [
    ...DENIALS.map((denial) => ({ kind: 'before the text', tool: said(readOnly, `${denial} ${text}`) })),
    ...DENIALS.map((denial) => ({ kind: 'instead of the text', tool: said(readOnly, denial) })),
    ...DENIALS.filter((denial) => /^(?:\w+ly )?[A-Z]?\w+s |^It|^This/.test(denial)).map((denial) => ({
      kind: 'after the text',
      tool: said(readOnly, `${text}\n\n${denial}`),
    })),
    { kind: 'destroys, and says it does not', tool: said(harmless, `Permanently deletes a boat. ${text}`) },
    { kind: 'destroys, and says it does not', tool: said(harmless, `Wipes the disk. ${text}`) },
  ];
}

function padded(tool: ToolDef): Change[] {
  const text = textOf(tool);
  const unstopped = text.replace(/[\s.!?]+$/, '');
  const properties = propertiesOf(tool);
  const names = Object.keys(properties);
  if (names.length === 0) return [];
  const texts = names.map((name) => {
    const description = properties[name]!.description;
    return typeof description === 'string' ? description.trim() : '';
  });
  const documented = names.map((name, i) => (texts[i] === '' ? name : `${name}: ${texts[i]}`));
  const contents: Record<string, string[]> = {
    names,
    texts: texts.filter((one) => one !== ''),
    'names and texts': documented,
    everything: [
      ...names.flatMap((name, i) => [name, texts[i] || name, documented[i]!]),
      JSON.stringify(tool.inputSchema, null, 1),
    ],
    JSON: [JSON.stringify(tool.inputSchema)],
  };
  return Object.entries(contents).flatMap(([content, parts]) => {
    if (parts.length === 0) return [];
    const forms: [string, number, (body: string[]) => string][] = [
      ['in a paragraph of its own', 1, (body) => `${text}\n\n${body.join('\n')}`],
      ['in a paragraph, several times', 4, (body) => `${text}\n\n${body.join('\n')}`],
      ['run on', 1, (body) => `${text} ${body.join(' ')}`],
      ['run on with commas', 1, (body) => `${text}, ${body.join(', ')}`],
      ['run on without a full stop', 1, (body) => `${unstopped} ${body.join(' ')}`],
      ['run on, several times', 4, (body) => `${unstopped} ${body.join(' ')}`],
      ['as a list', 1, (body) => `${text}\n- ${body.join('\n- ')}`],
      ['under a heading', 1, (body) => `${text}\n\nParameters:\n- ${body.join('\n- ')}`],
    ];
    return forms.map(([form, times, write]) => ({
      kind: `${content}, ${form}`,
      tool: said(tool, write(Array.from({ length: times }, () => parts).flat())),
    }));
  });
}

export const PROPERTIES: readonly Property[] = [
  {
    name: 'more usage guidance never lowers usage',
    changes: guided,
    holds: (before, after) => after.scores.usage_guidelines >= before.scores.usage_guidelines,
  },
  {
    name: 'less documentation of parameters never raises parameters',
    changes: undocumented,
    holds: (before, after) => after.scores.parameter_semantics <= before.scores.parameter_semantics,
  },
  {
    name: 'a contradiction is behaviour 1 and the flag',
    changes: denied,
    holds: (_, after) =>
      after.scores.behavioral_transparency === 1 && after.flags.includes('Annotation Contradiction'),
  },
  {
    name: 'repeating the schema never raises the total',
    changes: padded,
    holds: (before, after) => after.tdqs <= before.tdqs,
  },
];
