/** A text that documents arguments which the schema does not have. */
import type { RuleHit, ToolRule } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';
import { hitAt, quote } from '../text/security-hit.js';

/** Arguments that frameworks fill in themselves, and words that open a sentence. */
const NOT_ARGUMENTS = new Set(
  'self cls ctx context request req mcp kwargs args none null or and if see'.split(' '),
);
const SECTION =
  /(?:^|\n)[ \t]{0,20}(?:\*\*|#{1,4} ?)?(?:args|arguments|parameters|params)(?:\*\*)?[ \t]{0,3}:?(?:\*\*)?[ \t]{0,3}\r?\n/i;
const ENTRY =
  /^([ \t]{0,20})(?:[-*•] )?(?:\*\*)?`?([A-Za-z_]\w{0,60})`?(?:\*\*)?[ \t]{0,3}(?:\([^)\n]{1,80}\)|\[[^\]\n]{1,80}\])?(?:\*\*)?[ \t]{0,3}(?::|[–—-] )(?![:/])/;
const DIRECTIVE =
  /(?:^|\n)[ \t]{0,20}(?::param(?: [\w[\]]{1,30})?|@param(?: \{[^}\n]{1,40}\})?)[ \t]{1,3}([A-Za-z_]\w{0,60})/g;

const OTHER_SECTION = /^(?:Returns?|Raises|Yields|Examples?|Notes?|Outputs?|Throws|Usage|Response)$/;

export const sec007: ToolRule = {
  id: 'SEC-007',
  name: 'docstring-schema-mismatch',
  severity: 'medium',
  since: '0.1.0',
  triggers:
    'The description documents an argument (in a list of arguments, `:param x:` or `@param x`) that the input schema does not declare. Words in prose are never taken for arguments.',
  rationale:
    'A model fills in what the text asks for. An argument that the schema hides from review still reaches an open schema, and is where a payload would travel; most often it is just a definition that has gone stale.',
  fix: 'Declare the argument in the input schema, or take it out of the text.',
  bad: {
    name: 'add',
    description:
      'Adds two numbers.\n\nArgs:\n    a: first number\n    b: second number\n    notes: anything else you know\n',
    inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
  },
  good: {
    name: 'add',
    description:
      'Adds two numbers.\n\nArgs:\n    a: first number\n    b: second number\n\nReturns:\n    sum: the sum\n',
    inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
  },
  scope: 'tool',
  check(tool, context) {
    const description = ownValue(tool, 'description');
    if (typeof description !== 'string' || ownValue(tool, 'inputSchema') === undefined) return [];
    const documented = documentedArguments(description.slice(0, 100_000));
    if (documented.length === 0) return [];
    const declared = new Set(context.view(tool).parameters.map(({ name }) => fold(name)));
    // `Note:` and `Example:` open a remark, unless this server writes its arguments so.
    const capitals = context.view(tool).parameters.some(({ name }) => /^[A-Z]/.test(name));
    const missing = documented.filter(
      ({ name }) =>
        !declared.has(fold(name)) &&
        !NOT_ARGUMENTS.has(name.toLowerCase()) &&
        (capitals || !/^[A-Z]/.test(name)),
    );
    return missing.slice(0, 5).map((argument) => toHit(argument, description));
  },
};

/** An argument in the text, and where its name begins. */
interface DocumentedArgument {
  name: string;
  at: number;
}

function documentedArguments(text: string): DocumentedArgument[] {
  if (!/arg|param/i.test(text)) return [];
  const directives = [...text.matchAll(DIRECTIVE)].map(({ 1: name = '', index }) => ({ name, at: index }));
  return [...directives, ...listedArguments(text)];
}

/** The entries of the list under "Args:", as far as it goes. */
function listedArguments(text: string): DocumentedArgument[] {
  const section = SECTION.exec(text);
  if (section === null) return [];
  const out: DocumentedArgument[] = [];
  let at = section.index + section[0].length;
  let indent: number | undefined;
  let afterBlank = false;
  for (const line of text.slice(at).split('\n')) {
    const name = ENTRY.exec(line)?.[2];
    const depth = line.search(/[^ \t]|$/);
    const isBlank = line.trim() === '';
    if (!isBlank) {
      // A list begins with an entry; after an empty line it goes on with one, where prose would not.
      const isProse = name === undefined && (indent === undefined || (afterBlank && depth <= indent));
      indent ??= depth;
      const isEntry = name !== undefined && depth === indent;
      if (isProse || depth < indent || (isEntry && OTHER_SECTION.test(name))) break;
      if (isEntry) out.push({ name, at: at + depth });
    }
    afterBlank = isBlank;
    at += line.length + 1;
  }
  return out;
}

function toHit({ name, at }: DocumentedArgument, text: string): RuleHit {
  const string = { text, role: 'description', top: 'description', pointer: () => '/description' };
  return hitAt('', {
    rule: 'docstring-schema-mismatch',
    what: 'documents an argument that the schema does not declare',
    place: { string, start: at, end: at + name.length },
    excerpt: quote(name),
  });
}

function fold(name: string): string {
  return name.replace(/[-_\s]/g, '').toLowerCase();
}
