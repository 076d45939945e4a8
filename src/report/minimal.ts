/** `--reporter minimal`: one character a test, the names of what is not green, one line of counts. */

import type { Reporter } from '../types/reporter.js';
import type { Verdict } from '../types/verdict.js';
import { fullMessage } from '../util/full-message.js';
import { countsText, partyTexts } from './counts.js';
import { type Problem, placeText, problems } from './problems.js';
import { safe, safeClip } from './text/safe-text.js';

const MARKS: Record<Verdict, string> = { pass: '.', fail: 'F', inconclusive: '?', skipped: 's' };

export const minimal: Reporter = (envelope, options) => {
  const marks = envelope.results.map((result) => MARKS[result.verdict]).join('');
  const rows = marks.match(new RegExp(`.{1,${Math.max(20, options.width)}}`, 'g')) ?? [];
  const servers = partyTexts(envelope);
  const lines = [
    ...rows,
    ...problems(envelope).map(problemLine),
    countsText(envelope) + (servers.length > 0 ? `; ${servers.join('; ')}` : ''),
  ];
  return `${lines.join('\n')}\n`;
};

function problemLine(problem: Problem): string {
  const place = problem.file ? ` (${safe(placeText(problem))})` : '';
  const why = problem.source === 'case' ? '' : `: ${safeClip(fullMessage(problem), 200)}`;
  return `${problem.verdict === 'fail' ? 'F' : '?'} ${safeClip(problem.name, 200)}${place}${why}`;
}
