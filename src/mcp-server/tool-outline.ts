/** Tools of a server as short as a caller wants them: by name, with what they take, or as the server states them. */
import { nameHint } from '../util/did-you-mean.js';
import { clip, oneLine } from '../util/text.js';
import { signatureOf } from './signature.js';

export type ToolDetail = 'names' | 'summary' | 'full';
type Tool = Record<string, unknown>;

const SENTENCE = 160;

/** What a verb that lists tools answers, and which of them it shows. */
export function outlineOf(answer: Tool, wanted: readonly string[] | undefined, detail: ToolDetail): Tool {
  const all = answer.tools as Tool[];
  const tools = wanted === undefined ? all : all.filter(({ name }) => wanted.includes(String(name)));
  const notes = (wanted ?? []).flatMap((name) => unknownName(name, all));
  const shown = { ...answer, tools: tools.map((tool) => shorter(tool, detail)) };
  return notes.length === 0 ? shown : { ...shown, notes };
}

function unknownName(name: string, all: readonly Tool[]): string[] {
  const known = all.map((tool) => oneLine(clip(String(tool.name), 100)));
  if (all.some((tool) => tool.name === name)) return [];
  return [`no tool is called ${oneLine(clip(name, 100))}: ${nameHint(name, known, 'the server has none')}`];
}

function shorter(tool: Tool, detail: ToolDetail): Tool {
  if (detail === 'full') return tool;
  const { name } = tool;
  if (detail === 'names') return { name };
  const args = signatureOf(tool.inputSchema);
  const about = firstSentence(tool.description ?? tool.title);
  return { name, ...(about === '' ? {} : { description: about }), ...(args === '' ? {} : { args }) };
}

function firstSentence(text: unknown): string {
  if (typeof text !== 'string') return '';
  const line = text.trim().split(/\n\s*\n/)[0] ?? '';
  const [sentence = ''] = /^.*?[.!?](?=\s|$)/s.exec(line) ?? [line];
  return clip(oneLine(sentence.replace(/\s+/g, ' ')), SENTENCE);
}
