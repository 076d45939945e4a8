/** Every tool of every server: whether it was called, whether what it returned was looked at, whether an error was tried. */
import type { CaseResult, Coverage, RunEnvelope } from '../../types/envelope.js';
import { plural, shown } from '../words.js';

export interface MappedTool {
  tool: string;
  /** Tests in which it was called. */
  tests: number;
  /** In one of them something besides its success was looked at. */
  asserted: boolean;
  /** In one of them it answered with an error. */
  failed: boolean;
  /** The share of changed replies that was noticed. */
  noticed?: number;
}

interface MappedServer {
  file: string;
  server: string;
  tools: MappedTool[];
}

const KEYS = [
  ['whole', 'called, result checked, error tried'],
  ['asserted', 'called, result checked'],
  ['called', 'only called'],
  ['', 'never called'],
] as const;

export function ToolMap({ envelope }: { envelope: RunEnvelope }) {
  if (!envelope.coverage) return null;
  const servers = mapOf(envelope, envelope.coverage);
  if (servers.every(({ tools }) => tools.length === 0)) return null;
  return (
    <details class="tool-map" open={servers.length <= 3}>
      <summary>Map of the tools</summary>
      <p class="dim">
        {KEYS.map(([kind, means]) => (
          <span key={kind} class="key">
            <i class={`cell ${kind}`} aria-hidden="true" /> {means}
          </span>
        ))}
      </p>
      {servers.slice(0, 20).map(({ file, server, tools }) => (
        <ul key={`${file} ${server}`} class="cells" aria-label={`tools of ${shown(server, 80)}`}>
          {tools.slice(0, 500).map((tool) => (
            <li key={tool.tool} class={`cell ${kindOf(tool)}`} title={wordsOf(tool)}>
              {shown(tool.tool, 40)}
              <span class="hidden">: {wordsOf(tool)}</span>
            </li>
          ))}
        </ul>
      ))}
    </details>
  );
}

function kindOf({ tests, asserted, failed }: MappedTool): string {
  if (tests === 0) return '';
  if (!asserted) return 'called';
  return failed ? 'whole' : 'asserted';
}

function wordsOf({ tests, asserted, failed, noticed }: MappedTool): string {
  if (tests === 0) return 'never called';
  return [
    `called in ${plural(tests, 'test')}`,
    asserted ? 'its result is checked' : 'only its success is checked',
    failed ? 'an error was tried' : 'no error was tried',
    noticed === undefined ? '' : `${Math.floor(noticed * 100)}% of the changes noticed`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Checks that say no more than that the call went well. */
const PLAIN = /^(status|is_error|result\.isError|duration|duration_ms|output_schema)$/;

export function mapOf({ results, strength }: RunEnvelope, coverage: Coverage): MappedServer[] {
  return coverage.tools.map(({ file, server, servers = [server], uncovered }) => {
    const tools = new Map<string, MappedTool>();
    for (const result of results) if (result.file === file) count(result, servers, tools);
    for (const tool of uncovered) tools.set(tool, { tool, tests: 0, asserted: false, failed: false });
    for (const row of strength?.tools ?? []) {
      const known = servers.includes(row.server) ? tools.get(row.tool) : undefined;
      if (known && row.mutants > 0) known.noticed = row.killed / row.mutants;
    }
    return { file, server, tools: [...tools.values()].sort((a, b) => (a.tool < b.tool ? -1 : 1)) };
  });
}

function count(result: CaseResult, servers: readonly string[], tools: Map<string, MappedTool>): void {
  const asserted = result.checks.some(({ target }) => !PLAIN.test(target));
  const seen = new Set<string>();
  for (const { tool, server = result.server, is_error } of result.trace?.calls.slice(0, 10_000) ?? []) {
    if (server === undefined || !servers.includes(server)) continue;
    const known = tools.get(tool) ?? { tool, tests: 0, asserted: false, failed: false };
    if (!seen.has(tool)) known.tests += 1;
    seen.add(tool);
    known.asserted ||= asserted;
    known.failed ||= is_error === true;
    tools.set(tool, known);
  }
}
