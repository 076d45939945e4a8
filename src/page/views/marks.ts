/**
 * What metrics counted, drawn on the calls that they counted: read from the lines that explain the figures, which name
 * calls by number or tools by name. What a line does not name is marked nowhere.
 */
import type { TraceCall } from '../../types/trace.js';

export interface CallMark {
  metric: string;
  /** What the call was counted as; empty where the line only names it. */
  as: string;
  good: boolean;
}

export type MarksOfCall = (call: TraceCall, number: number) => readonly CallMark[];

const NONE: readonly CallMark[] = [];
const MOST_LINES = 500;

export function marksOf(explain: readonly string[] = []): MarksOfCall {
  const marks = new Map<string, CallMark[]>();
  for (const line of explain.slice(0, MOST_LINES)) {
    const [, metric, rest = ''] = /^([a-z_]+): (.*)$/.exec(line) ?? [];
    if (metric === undefined) continue;
    for (const { key, as, good } of named(rest)) {
      const known = marks.get(key) ?? [];
      if (!known.some((mark) => mark.metric === metric && mark.as === as)) known.push({ metric, as, good });
      marks.set(key, known);
    }
  }
  if (marks.size === 0) return () => NONE;
  return ({ server, tool }, number) => [
    ...(marks.get(`call ${number + 1}`) ?? NONE),
    ...(marks.get(server === undefined ? tool : `${server}.${tool}`) ?? NONE),
  ];
}

interface Named {
  key: string;
  as: string;
  good: boolean;
}

function named(text: string): Named[] {
  const step = /^ *([+=]) (\S+)/.exec(text);
  if (step?.[2] !== undefined) {
    const good = step[1] === '=';
    return [{ key: step[2], as: good ? 'expected' : 'not expected', good }];
  }
  const numbers = [...text.matchAll(/\bcalls? (\d+(?:, \d+)*)/g)].flatMap(([, list = '']) =>
    list.split(', '),
  );
  const byNumber = numbers.map((number): Named => ({ key: `call ${number}`, as: '', good: false }));
  return [...byNumber, ...text.split('; ').flatMap(segment)];
}

function segment(text: string): Named[] {
  const [, reached] = /^reached (.*)$/.exec(text) ?? [];
  if (reached !== undefined)
    return reached.split(', ').flatMap((part): Named[] => {
      const [, as, key] = /^(.*) by (\S+)$/.exec(part) ?? [];
      return as === undefined || key === undefined ? [] : [{ key, as, good: true }];
    });
  const [, what, list] = /^(unexpected|distractors called:|right tools called:) (.*)$/.exec(text) ?? [];
  if (what === undefined || list === undefined) return [];
  const good = what.startsWith('right');
  const as = { unexpected: 'unexpected', 'distractors called:': 'distractor' }[what] ?? 'right tool';
  return list.split(', ').map((name) => ({ key: name.replace(/ x\d+$/, ''), as, good }));
}
