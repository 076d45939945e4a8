/** What is known of a tool before its description is read; made once for all readings of it. */
import { searchTerms, splitWords } from '../../catalog/words.js';
import type { ToolDef } from '../../types/catalog.js';
import type { ContextSignals, ToolSubject } from '../../types/tdqs.js';
import { isObject, ownValue } from '../../util/plain.js';
import { percent } from '../../util/ratio.js';
import { descriptionOf } from '../hard-gates.js';
import { toolName } from '../score-tool.js';
import { quote } from './cite.js';
import { isDocumented } from './documented.js';
import {
  type Explanation,
  explanationsIn,
  type ParameterNames,
  parameterNames,
  parametersIn,
} from './explanations.js';
import type { NamedThings } from './fit.js';
import { isWordOfServer, takenOver } from './neighbours.js';
import { type TextWithoutPadding, withoutPadding } from './padding.js';
import { type Phrases, phrasesOf } from './repeated-schema.js';
import { schemaTerms } from './schema-terms.js';
import { type SchemaText, schemaTextOf } from './schema-text.js';
import { isHeading, isLabel, sentencesIn } from './sentences.js';
import { isNearby, subjectWords, toolNames } from './siblings.js';
import { type Said, saidOf } from './text/said.js';
import { unwrapped } from './text/unwrapped.js';

/** A model has stopped reading long before. */
export const READ = 20_000;
const MOST_NAMES = 60;

export interface Background {
  name: string;
  nameTerms: readonly string[];
  parameters: string[];
  parameterNames: ParameterNames;
  /** Documented in the schema, at the parameter or inside it. */
  documented: ReadonlySet<string>;
  /** Those of them that have a text of their own in the schema. */
  described: ReadonlySet<string>;
  /** The share of them, in percent; 100 without parameters. */
  coverage: number;
  /** What a text has to be about. */
  things: NamedThings;
  /** Whether a sentence is another tool's. */
  copiedFrom(sentence: Said): boolean;
  description: string;
  /** The first sentence as it stands, quoted. */
  lead: string;
  /** The description without its padding: the readings of which the worst counts. */
  unpadded: TextWithoutPadding;
  /** What is said of parameters before any padding. */
  explanations: Explanation[];
  /** How many are documented in the schema, by their own text or named in another's, or explained in the description. */
  known: number;
  /** Every word of the schema that carries meaning. */
  schemaTerms: ReadonlySet<string>;
  schemaText: SchemaText;
  /** What the schema and the description have in common. */
  phrases: Phrases;
  siblings: readonly string[];
  /** The names of all tools, its own among them. */
  toolNames: ReadonlySet<string>;
  signals: ContextSignals;
  tool: ToolDef;
}

export function backgroundOf({ tool, signals, siblings, neighbours }: ToolSubject): Background {
  const name = toolName(tool);
  const description = unwrapped(descriptionOf(tool) ?? '');
  const schema = ownValue(tool, 'inputSchema');
  const schemaText = schemaTextOf(schema);
  const parameters = schemaText.parameters.map((one) => one.name);
  const names = parameterNames(parameters);
  const declared = ownValue(schema, 'properties');
  const documented = new Set(
    schemaText.parameters.flatMap(({ name: one, said }) =>
      said.trim() !== '' || isDocumented(ownValue(declared, one), schema) ? [one] : [],
    ),
  );
  const nameTerms = searchTerms(name.slice(0, 500));
  const spoken = sentencesIn(description.slice(0, READ));
  const taken = neighbours === undefined ? () => false : takenOver(name, spoken, neighbours);
  const unpadded = withoutPadding(description, schemaText, new Set(splitWords(name.slice(0, 200))));
  const explanations = explanationsIn(unpadded.readings[0] ?? description, names);
  const known = new Set([...documented, ...explanations.map(({ parameter }) => parameter)]);
  if (known.size < parameters.length) {
    // Else a copy of these texts in the description would explain more than they do in the schema.
    for (const { said } of schemaText.parameters)
      for (const parameter of parametersIn(saidOf(said.slice(0, READ)), names)) known.add(parameter);
  }
  return {
    name,
    nameTerms,
    parameters,
    parameterNames: names,
    documented,
    described: new Set(schemaText.parameters.filter(({ said }) => said !== '').map(({ name: one }) => one)),
    coverage: parameters.length === 0 ? 100 : percent(documented.size, parameters.length),
    things: {
      name: [...nameTerms, ...searchTerms(titleOf(tool))],
      parameters: namesInside(schemaText).flatMap((one) => searchTerms(one.slice(0, 100))),
      isNearby: (term) => isNearby(siblings, term),
      isOurs: (term) => neighbours !== undefined && isWordOfServer(neighbours, term),
      hasSubject: subjectWords(siblings) >= 5,
    },
    copiedFrom: taken,
    description,
    lead: quote(
      (spoken.find(({ text }) => !isHeading(text) && !isLabel(text)) ?? spoken[0])?.text ?? description,
    ),
    unpadded,
    explanations,
    known: known.size,
    schemaTerms: schemaTerms(schemaText.nodes),
    schemaText,
    phrases: phrasesOf(description.slice(0, READ), schemaText),
    siblings,
    toolNames: toolNames(siblings),
    signals,
    tool,
  };
}

function titleOf(tool: ToolDef): string {
  const title = ownValue(tool, 'title');
  return typeof title === 'string' ? title.slice(0, 200) : '';
}

/** Names of parameters and of the fields inside them; definitions that nobody may refer to are left out. */
function namesInside({ nodes, parameters }: SchemaText): string[] {
  const names = parameters.slice(0, MOST_NAMES).map(({ name }) => name);
  for (const { schema, keyword, parent } of nodes) {
    if (names.length >= MOST_NAMES) break;
    const inside =
      keyword === 'properties' && parent?.keyword !== '$defs' && parent?.keyword !== 'definitions';
    const properties = inside && typeof schema !== 'boolean' ? ownValue(schema, 'properties') : undefined;
    if (isObject(properties)) names.push(...Object.keys(properties));
  }
  return names.slice(0, MOST_NAMES);
}
