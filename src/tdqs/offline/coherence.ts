/** The tools of a server as a set: told apart, named alike, not too many, nothing missing. */
import { searchTerms, splitWords, stem } from '../../catalog/words.js';
import type { JustifiedScore, ServerJudgement, ServerSubject } from '../../types/tdqs.js';
import { clip, oneLine, plural } from '../../util/text.js';
import { descriptionOf } from '../hard-gates.js';
import { toolName } from '../score-tool.js';
import { lifecycle } from './lifecycle.js';
import { haveOtherJobs, likeness, nearTwins } from './likeness.js';
import { naming } from './naming.js';

export function judgeSet(subject: ServerSubject): ServerJudgement {
  const names = subject.tools.map(({ tool }) => toolName(tool));
  const apart = disambiguation(subject);
  const scores = {
    disambiguation: apart,
    naming_consistency: naming(names),
    tool_count_appropriateness: earned(toolCount(subject), apart.score),
    completeness: lifecycle(names),
  };
  return {
    scores,
    shadowing_risks: shadowing(subject),
    summary: `${plural(names.length, 'tool')}: distinct ${scores.disambiguation.score}, named ${scores.naming_consistency.score}, number ${scores.tool_count_appropriateness.score}, complete ${scores.completeness.score}.`,
  };
}

function disambiguation({ tools }: ServerSubject): JustifiedScore {
  const twins = nearTwins(tools.map(({ tool }) => tool));
  const involved = new Set(twins.flat()).size;
  const share = involved / tools.length;
  const [pair] = twins;
  const name = (place: number) => named(tools[place] ? toolName(tools[place].tool) : '');
  const justification =
    pair === undefined
      ? noTwin(tools.length)
      : `${name(pair[0])} and ${name(pair[1])} say nearly the same. ${plural(involved, 'tool')} of ${tools.length} have such a twin.`;
  return { score: apartScore(involved, share), justification };
}

function noTwin(tools: number): string {
  return tools === 1
    ? 'There is one tool only, so that it cannot be mistaken for another.'
    : `No two of the ${plural(tools, 'tool')} say nearly the same. Each purpose stands by itself.`;
}

/** From the tools that have a twin, in number and as a share of all. */
function apartScore(involved: number, share: number): number {
  if (involved === 0) return 5;
  if (share <= 0.1 || involved <= 2) return 4;
  if (share <= 0.3) return 3;
  return share <= 0.6 ? 2 : 1;
}

function toolCount({ tools }: ServerSubject): JustifiedScore {
  const n = tools.length;
  const say = (score: number, why: string): JustifiedScore => ({
    score,
    justification: `${plural(n, 'tool')}: ${why}.`,
  });
  if (n >= 50) return say(1, 'far too many for one server. A model reads all of them before each choice');
  if (n >= 26) return say(2, 'too many for one server. A model reads all of them before each choice');
  if (n >= 16) return say(3, 'a heavy set. It is worth asking whether each one is used');
  if (n >= 3) return say(5, 'a set that a model can keep in view. Each tool has room to be described');
  const only = tools[0];
  if (n === 1 && only !== undefined && isTrivial(only))
    return say(1, 'and it takes nothing and says hardly anything. That is no server yet');
  return say(3, 'a thin set. It may well be enough for a narrow purpose');
}

/** Tools that nobody can tell apart do not earn their places, however few they are. */
function earned(count: JustifiedScore, apart: number): JustifiedScore {
  if (apart > 1 || count.score <= 3) return count;
  return {
    score: 3,
    justification: `${count.justification} But several do the same, so that not each earns its place.`,
  };
}

function isTrivial({ tool, signals }: ServerSubject['tools'][number]): boolean {
  return signals.paramCount === 0 && searchTerms((descriptionOf(tool) ?? '').slice(0, 2000)).length < 4;
}

/** The dearer tool and its cheaper sibling share most of their purpose words. */
function shadowing({ tools, candidates }: ServerSubject): ServerJudgement['shadowing_risks'] {
  const byName = new Map(tools.map(({ tool }) => [toolName(tool), tool]));
  return candidates.flatMap(({ tool, cheaperTool }) => {
    const [dear, cheap] = [byName.get(tool), byName.get(cheaperTool)];
    if (dear === undefined || cheap === undefined) return [];
    const shared = sharedVerb(tool, cheaperTool);
    const alike = likeness(dear, cheap);
    if (alike < (shared ? 0.4 : 0.6) || haveOtherJobs(dear, cheap)) return [];
    const reason = `The two share ${Math.round(alike * 100)} % of their purpose words, and ${named(cheaperTool)} takes far less to call.`;
    return [{ tool, cheaper_tool: cheaperTool, reason }];
  });
}

function sharedVerb(a: string, b: string): boolean {
  const first = (name: string): string => stem(splitWords(name.slice(0, 100))[0] ?? '');
  return first(a) === first(b);
}

function named(name: string): string {
  return `"${clip(oneLine(name), 60)}"`;
}
