/** Makes every change to every tool and says what each family gained. */
import { isTautology } from '../../../src/tdqs/hard-gates.js';
import { judgeTool } from '../../../src/tdqs/offline/judge.js';
import { toScore } from '../../../src/tdqs/post-process.js';
import { contextSignals } from '../../../src/tdqs/signals.js';
import type { ToolDef } from '../../../src/types/catalog.js';
import { FAMILIES, type Family, type Surroundings } from './families.js';

export interface Subject {
  server: string;
  tool: ToolDef;
  neighbours: readonly ToolDef[];
  around: Surroundings;
}

export interface FamilyGain {
  family: string;
  made: number;
  mean: number;
  largest: number;
  /** The tool with the largest gain, what it had and what it got. */
  worst: string;
  /** Its description after the change. */
  text: string;
}

export function scoreIn({ neighbours, around }: Subject, tool: ToolDef): number {
  const signals = contextSignals(tool);
  const judgement = judgeTool({ tool, signals, siblings: around.siblings, neighbours });
  const gates = { noDescription: false, tautology: isTautology(tool) };
  const stamp = { judge: '', rubric: '', scoredAt: '' };
  return toScore({ name: tool.name, judgement, gates, contextSignals: signals }, stamp).tdqs;
}

export function campaign(subjects: readonly Subject[], families: readonly Family[] = FAMILIES): FamilyGain[] {
  const before = subjects.map((subject) => scoreIn(subject, subject.tool));
  return families.map(({ name: family, change }) => {
    const found: FamilyGain = { family, made: 0, mean: 0, largest: -5, worst: '', text: '' };
    let sum = 0;
    for (const [i, subject] of subjects.entries()) {
      const text = change(String(subject.tool.description), subject.tool, subject.around);
      if (text === undefined) continue;
      const after = scoreIn(subject, { ...subject.tool, description: text });
      const gain = Math.round(10 * (after - before[i]!)) / 10;
      found.made += 1;
      sum += gain;
      if (gain <= found.largest) continue;
      found.largest = gain;
      found.worst = `${subject.server} ${subject.tool.name} ${before[i]} → ${after}`;
      found.text = text;
    }
    return { ...found, mean: found.made === 0 ? 0 : sum / found.made };
  });
}
