/** `docs/reference/suite.md`: every key of the suite language, from the JSON Schema. */

type Schema = Record<string, unknown>;

const PREAMBLE = `# Suite reference

A suite is one YAML or JSON file. \`mcptest run\` takes \`mcptest.yaml\` or \`mcptest.yml\` of the current folder, the files that are named, or every \`*.mcptest.yaml\` and \`mcptest.yaml\` (or \`.yml\`) below a folder. Unknown keys are errors. Top-level keys that start with \`x-\` are ignored; they are a place for YAML anchors.

Durations are \`500ms\`, \`2s\`, \`5m\`, or a number of milliseconds. \`\${name}\` reads \`variables\`, \`\${env:NAME}\` the environment, \`\${CONFIG_DIR}\` the suite's folder, \`\${tmp}\` an empty folder of the suite or, in a test, of that test, and \`\${captured.name}\` what an earlier step or test captured. What \`\${env:NAME}\` reads is hidden in every report; \`\${env:NAME:plain}\` is not. \`$\${\` stands for \`\${\` itself.

Editors complete and check a suite that starts with this line:

\`\`\`yaml
# yaml-language-server: $schema=https://mcptest.sh/schema/v1.json
\`\`\`
`;

export function suiteReference(schema: Schema): string {
  const definitions = (schema.$defs ?? {}) as Record<string, Schema>;
  const parts = [PREAMBLE, section('Top level', schema, '##')];
  for (const [key, value] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    if (value.properties !== undefined && key !== 'profiles') parts.push(section(`\`${key}\``, value, '##'));
  }
  for (const [name, definition] of Object.entries(definitions)) {
    if (name !== 'reference') parts.push(section(title(name), definition, '##', name));
  }
  return `${parts.join('\n').trimEnd()}\n`;
}

function section(heading: string, schema: Schema, level: string, anchor?: string): string {
  const lines = [
    ...(anchor ? [`<a id="${anchor}"></a>`, ''] : []),
    `${level} ${heading}`,
    '',
    sentence(schema),
  ];
  if (schema.properties !== undefined) lines.push('', ...table(schema));
  for (const option of (schema.anyOf ?? []) as Schema[]) {
    if (option.properties === undefined) continue;
    const kind = (option.properties as Record<string, Schema>).type?.const;
    if (kind !== undefined) {
      lines.push('', `- \`type: ${kind}\` with the keys of a [${kind} test](#${kind}_test)`);
      continue;
    }
    if (option.description !== undefined) lines.push('', `**${sentence(option)}**`);
    lines.push('', ...table(option));
  }
  return `${lines.join('\n')}\n`;
}

function table(schema: Schema): string[] {
  const rows = rowsOf(schema, '').map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  );
  return ['| key | type | default | meaning |', '|---|---|---|---|', ...rows];
}

/** The key with the path to it, its type, its default, what it means. */
type Row = [string, string, string, string];

/** A row for each key, and for the keys below it that have no section of their own. */
function rowsOf(schema: Schema, before: string): Row[] {
  const required = new Set((schema.required ?? []) as string[]);
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([key, value]) => {
    // Spellings with a hyphen mean the same as those with an underscore.
    if (key.includes('-')) return [];
    const path = `${before}${key}`;
    const below = HAS_ITS_SECTION.has(path) ? [] : rowsBelow(value, path);
    return [row(path, value, required.has(key)), ...below];
  });
}

const HAS_ITS_SECTION = new Set(['run_options', 'coverage', 'profiles']);

/** The same key may stand in several spellings of a value: one row tells all that it may be. */
function rowsBelow(schema: Schema, path: string): Row[] {
  const rows = [
    ...rowsOf(schema, `${path}.`),
    ...(isSchema(schema.items) ? rowsBelow(schema.items, `${path}[]`) : []),
    ...(isSchema(schema.additionalProperties) ? rowsBelow(schema.additionalProperties, `${path}.NAME`) : []),
    ...inSpellings(schema, path),
  ];
  const byKey = new Map<string, Row>();
  for (const one of rows) {
    const other = byKey.get(one[0]);
    byKey.set(one[0], other ? both(other, one) : one);
  }
  return [...byKey.values()];
}

/** What only some of several maps ask for is not asked for always. */
function inSpellings(schema: Schema, path: string): Row[] {
  const each = spellings(schema).map((option) => rowsBelow(option, path));
  const maps = each.filter((rows) => rows.length > 0);
  return maps.flatMap((rows) =>
    rows.map(([key, type, fallback, about]): Row => {
      const always = maps.every((others) => others.some(([other]) => other === key));
      return [key, type, fallback === 'required' && !always ? '' : fallback, about];
    }),
  );
}

function both(one: Row, other: Row): Row {
  const [key, type, fallback, about] = one;
  const add = (text: string, more: string, between: string): string =>
    text.includes(more) ? text : `${text}${between}${more}`;
  return [key, add(type, other[1], ' or '), fallback, add(about, other[3], ' ')];
}

const spellings = ({ anyOf, oneOf }: Schema): Schema[] => (anyOf ?? oneOf ?? []) as Schema[];

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function row(key: string, schema: Schema, required: boolean): Row {
  const about = String(schema.description ?? '');
  const found = /\s*Default: (.+?)\.?$/.exec(about);
  const fallback = required ? 'required' : (found?.[1] ?? '');
  return [`\`${key}\``, typeOf(schema), fallback, found ? about.slice(0, found.index) : about];
}

function typeOf(schema: Schema): string {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice('#/$defs/'.length);
    return `[${title(name).toLowerCase()}](#${name})`;
  }
  if (spellings(schema).length > 0) {
    const options = spellings(schema).filter((one) => one.$ref !== '#/$defs/reference');
    const types = [...new Set(options.map(typeOf))];
    if (isDuration(options)) return 'duration';
    const percent = options.find((one) => String(one.pattern).includes('%'));
    if (percent && options.length === 2)
      return `percent${rangeOf(options.find((one) => one.type === 'number') ?? {})}`;
    return types.join(' or ');
  }
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => `\`${one}\``).join(' or ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as Schema)}`;
  if (schema.type === 'object')
    return schema.additionalProperties ? `map of ${typeOf(schema.additionalProperties as Schema)}` : 'map';
  if (Array.isArray(schema.type)) return 'plain value';
  return `${WORDS[String(schema.type)] ?? 'anything'}${rangeOf(schema)}`;
}

/** JSON's own bounds of a whole number are none of ours. */
function rangeOf({ minimum, maximum, exclusiveMinimum }: Schema): string {
  const least = typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const most = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (typeof exclusiveMinimum === 'number') return ` above ${exclusiveMinimum}`;
  if (least !== undefined && most !== undefined) return `, ${shown(least)} to ${shown(most)}`;
  if (least !== undefined) return `, ${shown(least)} or more`;
  return most === undefined ? '' : `, at most ${shown(most)}`;
}

const shown = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 6 });

const WORDS: Record<string, string> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
};

function isDuration(options: Schema[]): boolean {
  return options.some((one) => String(one.pattern).includes('ms|s|m'));
}

function title(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

function sentence(schema: Schema): string {
  return String(schema.description ?? '');
}
