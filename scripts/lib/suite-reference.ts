/** `docs/reference/suite.md`: every key of the suite language, from the JSON Schema. */

type Schema = Record<string, unknown>;

const PREAMBLE = `# Suite reference

A suite is one YAML or JSON file. \`mcptest run\` takes \`mcptest.yaml\` or \`mcptest.yml\` of the current folder, the files that are named, or every \`*.mcptest.yaml\` and \`mcptest.yaml\` (or \`.yml\`) below a folder. Unknown keys are errors. Top-level keys that start with \`x-\` are ignored; they are a place for YAML anchors.

Durations are \`500ms\`, \`2s\`, \`5m\`, or a number of milliseconds. \`\${name}\` reads \`variables\`, \`\${env:NAME}\` the environment, \`\${CONFIG_DIR}\` the suite's folder, and \`\${captured.name}\` what an earlier step or test captured. What \`\${env:NAME}\` reads is hidden in every report; \`\${env:NAME:plain}\` is not. \`$\${\` stands for \`\${\` itself.

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
  const required = new Set((schema.required ?? []) as string[]);
  const rows = Object.entries(schema.properties as Record<string, Schema>).flatMap(([key, value]) => {
    // Spellings with a hyphen mean the same as those with an underscore.
    if (key.includes('-')) return [];
    const nested = value.properties as Record<string, Schema> | undefined;
    const inner = nested && key !== 'run_options' && key !== 'coverage' ? Object.entries(nested) : [];
    return [
      row(key, value, required.has(key)),
      ...inner.map(([name, one]) =>
        row(`${key}.${name}`, one, ((value.required ?? []) as string[]).includes(name)),
      ),
    ];
  });
  return ['| key | type | default | meaning |', '|---|---|---|---|', ...rows];
}

function row(key: string, schema: Schema, required: boolean): string {
  const about = String(schema.description ?? '');
  const found = /\s*Default: (.+?)\.?$/.exec(about);
  const fallback = required ? 'required' : (found?.[1] ?? '');
  const cells = [`\`${key}\``, typeOf(schema), fallback, found ? about.slice(0, found.index) : about];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function typeOf(schema: Schema): string {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice('#/$defs/'.length);
    return `[${title(name).toLowerCase()}](#${name})`;
  }
  if (Array.isArray(schema.anyOf)) {
    const options = (schema.anyOf as Schema[]).filter((one) => one.$ref !== '#/$defs/reference');
    const types = [...new Set(options.map(typeOf))];
    return types.join(' or ') === 'number or text' && isDuration(options) ? 'duration' : types.join(' or ');
  }
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => `\`${one}\``).join(' or ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as Schema)}`;
  if (schema.type === 'object')
    return schema.additionalProperties ? `map of ${typeOf(schema.additionalProperties as Schema)}` : 'map';
  if (Array.isArray(schema.type)) return 'plain value';
  return WORDS[String(schema.type)] ?? 'anything';
}

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
