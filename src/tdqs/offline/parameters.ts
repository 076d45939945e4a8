/**
 * Parameters: what the text adds to the schema. A schema that documents more than 80 % is worth 3 by
 * itself; below that, text about undocumented parameters makes up for them, up to 3. Taking
 * documentation away, from the schema or from the text, never scores more.
 */
import type { Justified } from '../../types/tdqs.js';
import { own } from '../../util/plain.js';
import { plural } from '../../util/text.js';
import { isDescribed } from '../signals.js';
import { quote, quoteFirst } from './cite.js';
import { parametersIn } from './explanations.js';
import type { Reading, Sentence } from './reading.js';

/** Format, range, default, dependency: what a name and a type do not say. */
const DETAIL =
  /\d|\b(?:e\.g|for example|such as|must|format|either|default|optional|required|only|unless|if|when|instead|valid|accepts?|one of|or)\b|[`"'][^`"']+[`"']|[=:]/i;

export interface ParameterReading {
  /** Documented in the schema, or explained in the text. */
  known: number;
  /** Explained in the text. */
  explained: Set<string>;
}

export function parameterSemantics(reading: Reading): Justified {
  const { paramCount, schemaDescriptionCoverage: coverage } = reading.signals;
  if (paramCount === 0) {
    return {
      score: 4,
      justification: `The tool takes no parameters, so ${quoteFirst(reading.sentences)} has none to explain. That is worth 4 by itself.`,
    };
  }
  if (coverage > 80) return beyondSchema(reading, coverage);
  const { known, explained } = knownParameters(reading);
  const open = reading.parameters.length - known;
  const gap = `The schema documents ${coverage} % of ${plural(paramCount, 'parameter')}`;
  if (5 * known > 4 * paramCount) {
    return {
      score: 3,
      justification: `${gap}; the text explains ${explained.size} of them, so that ${open === 0 ? 'none stays' : `${open} stay`} open. ${quoteFirst(reading.explanations)} makes up for the schema.`,
    };
  }
  const rest = `${plural(open, 'parameter')} of ${paramCount} explained nowhere: ${quoteFirst(reading.sentences)} does not make up for that.`;
  if (coverage >= 50) return { score: 3 * known >= 2 * paramCount ? 3 : 2, justification: `${gap}. ${rest}` };
  const some = 4 * known >= paramCount || paramCount === 1;
  return { score: some && !reading.saysNothing ? 2 : 1, justification: `${gap}. ${rest}` };
}

function beyondSchema(reading: Reading, coverage: number): Justified {
  const schema = `The schema documents ${coverage} % of the parameters, which is worth 3 by itself.`;
  const about = reading.sentences.filter(
    (sentence) => !sentence.echo && DETAIL.test(sentence.text) && addsToSchema(reading, sentence),
  );
  const named = new Set(about.flatMap((sentence) => parametersIn(sentence, reading.parameters)));
  if (about.length === 0) {
    return { score: 3, justification: `${schema} ${quoteFirst(reading.sentences)} adds no meaning to them.` };
  }
  const most = named.size >= 3 || (named.size >= 2 && named.size === reading.parameters.length);
  return {
    score: most ? 5 : 4,
    justification: `${schema} ${quote(about[0]!.text)} adds to it for ${named.size} of ${reading.parameters.length}.`,
  };
}

/** Every parameter that the sentence names is documented: for others the text only makes up. */
function addsToSchema(reading: Reading, sentence: Sentence): boolean {
  const named = parametersIn(sentence, reading.parameters);
  return named.length > 0 && named.every((one) => !isOpen(reading, one));
}

/**
 * Read from the whole text, whatever the schema says in the same words: else taking a description out of
 * the schema could make a parameter known.
 */
export function knownParameters(reading: Reading): ParameterReading {
  const explained = new Set(reading.explanations.map(({ parameter }) => parameter));
  const known = reading.parameters.filter((one) => explained.has(one) || !isOpen(reading, one)).length;
  return { known, explained };
}

function isOpen(reading: Reading, name: string): boolean {
  return !isDescribed(own(own(own(reading.tool, 'inputSchema'), 'properties'), name));
}
