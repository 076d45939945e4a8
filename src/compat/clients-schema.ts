/** The shape of a file with clients, ours and those of users: published as `schema/clients-v1.json`. */
import { COMPAT_RULES } from './registry.js';
import { SCHEMA_VIEWS } from './views/view-schema.js';

const text = (description: string) => ({ type: 'string', minLength: 1, description });
const count = (description: string) => ({ type: 'integer', minimum: 1, description });
const choice = (description: string, values: readonly string[]) => ({ enum: values, description });
const FIELDS = ['name', 'title', 'description', 'property_names', 'property_descriptions'];

const view = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  description: 'How the client shows tools to the model.',
  properties: {
    name: text('The name that the model sees, with {server} and {tool} in it.'),
    namespace: text('A namespace that is next to the name.'),
    server_lower: { type: 'boolean', description: "The server's name is there in small letters." },
    keep: text('The characters that stay, as the inside of a character class: a-zA-Z0-9_-'),
    fill: text('What other characters become; _ unless given.'),
    runs: { type: 'boolean', description: 'Several such characters in a row become one.' },
    prefix_max: count('The most characters of the prefix.'),
    max: count('The most characters of the name, its prefix included.'),
    over: choice('What happens to a longer one.', ['cut', 'middle', 'hash', 'prefix', 'leave out']),
    hash: count('How many digits of a hash are added.'),
    hash_by: choice('The hash, where it is not SHA-1 in hexadecimal digits.', ['fnv-1a']),
    hash_of: text('What is hashed, with {server} and {tool} in it; the name unless given.'),
    hash_when_changed: { type: 'boolean', description: 'A hash is added wherever a character was replaced.' },
    collision: choice('What happens to names that become the same.', ['hash', 'later wins', 'number']),
    only: text('A pattern; a tool whose own name does not match is left out.'),
    description_max: count('The most characters of a description.'),
    description_end: text('What comes after a description that was cut.'),
    description_trim: { type: 'boolean', description: 'Blanks around a description are left out.' },
    unicode: choice('The form of Unicode into which texts are brought.', ['NFKC']),
    description_empty: text('What replaces an empty description.'),
    schema: choice('The form of input schemas.', SCHEMA_VIEWS),
  },
};

const fact = {
  type: 'object',
  additionalProperties: false,
  required: ['about', 'says', 'source', 'date', 'confidence'],
  dependentRequired: { rule: ['effect'], limit: ['rule'], effect: ['rule'], takes_all: ['rule'] },
  properties: {
    about: choice('What it is about.', [
      'list',
      'names',
      'counts',
      'schema',
      'results',
      'search',
      'connection',
      'features',
    ]),
    says: text('What the client does, as the end of a sentence that begins with its name.'),
    rule: choice(
      'The rule that finds tools to which it happens.',
      COMPAT_RULES.map(({ id }) => id),
    ),
    effect: choice('What becomes of such a tool.', ['degraded', 'dropped', 'error']),
    limit: {
      type: 'object',
      description: 'The limits of the rule; its page names the keys.',
      additionalProperties: {
        anyOf: [{ type: ['string', 'number', 'boolean'] }, { type: 'array', items: { type: 'string' } }],
      },
    },
    takes_all: { type: 'boolean', description: 'One such tool takes all others down with it.' },
    when: text('It happens only then; a tool is then at most degraded.'),
    source: text('Where it is from: an issue, a file at a commit, a page, a package with its version.'),
    date: {
      type: 'string',
      pattern: '^\\d{4}(-(0[1-9]|1[0-2]))?$',
      description: 'A year, or a year and a month.',
    },
    confidence: choice('How it is known.', ['measured', 'code', 'docs', 'issue', 'hearsay']),
    state: choice('What is outdated or unproven is reported, and never an error.', ['outdated', 'unproven']),
  },
};

export const CLIENTS_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://mcptest.sh/schema/clients-v1.json',
  title: 'Clients of MCP servers, and what they do to tools',
  type: 'object',
  additionalProperties: false,
  required: ['version', 'clients'],
  properties: {
    $schema: { type: 'string' },
    version: { const: 1, description: 'The version of this format.' },
    clients: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'name', 'kind', 'checked', 'facts'],
        properties: {
          id: { type: 'string', pattern: '^[a-z0-9][a-z0-9.-]*$', description: 'As --client takes it.' },
          name: text('As people call it.'),
          kind: choice('A program that people use, or an API of models.', ['client', 'api']),
          checked: {
            type: 'string',
            pattern: '^\\d{4}-\\d{2}$',
            description: 'When its facts were last looked at.',
          },
          corrects: {
            type: 'boolean',
            description:
              'The facts are added to those that are known of this client; one with the rule of a known one takes its place.',
          },
          aliases: { type: 'array', items: { type: 'string' }, description: 'Other words for --client.' },
          embeds: text('A client inside it, whose facts about lists hold for it as well.'),
          tolerates: {
            type: 'array',
            items: { type: 'string' },
            description: 'Rules of that one that do it no harm.',
          },
          view,
          search: {
            type: 'object',
            additionalProperties: false,
            required: ['kinds', 'k', 'fields'],
            description: 'How tools are found that are not loaded from the start.',
            properties: {
              kinds: { type: 'array', minItems: 1, items: { enum: ['bm25', 'regex'] } },
              k: count('How many tools a search returns.'),
              fields: { type: 'array', minItems: 1, items: { enum: FIELDS } },
            },
          },
          results: {
            type: 'object',
            additionalProperties: false,
            required: ['structured'],
            description: 'What of a result reaches the model.',
            properties: {
              structured: choice('What becomes of structuredContent.', [
                'instead',
                'text',
                'beside',
                'never',
                'when empty',
              ]),
              characters: count('The most characters.'),
              tokens: count('The most tokens.'),
              bytes: count('The most bytes.'),
              lines: count('The most lines.'),
              over: choice('What happens to the rest.', ['cut', 'middle', 'file']),
              content: choice('Content is shown as it came over the wire.', ['json']),
            },
          },
          facts: { type: 'array', items: fact },
        },
      },
    },
  },
};
