/** Two captures of a server: which tools came, went and changed, and what that did to their scores. */

import type { DiffSide, ServerDiff, ServerVersion, ToolDifference } from '../../types/registry-read.js';
import { visible } from '../../util/text.js';
import { lineDiff } from '../line-diff.js';
import { ScrollPre } from '../scroll-pre.js';
import { Value } from '../value.js';
import { moment, plural, shown } from '../words.js';
import { DIMENSION_LABELS, DIMENSIONS } from './labels.js';
import { score, serverPath } from './parts.js';

export function DiffView({ diff }: { diff: ServerDiff }) {
  return (
    <main id="main" class="test">
      <h1>
        <span>
          <a href={serverPath(diff.server)}>{shown(diff.server, 160)}</a>
        </span>{' '}
        version {diff.from.version} → {diff.to.version}
      </h1>
      <div class="pair">
        <Side title="Before" version={diff.from} />
        <Side title="After" version={diff.to} />
      </div>
      <p class="dim">
        {plural(diff.tools.length + diff.more, 'tool')} differ, {diff.unchanged} are the same.
      </p>
      {diff.tools.map((tool) => (
        <Tool key={tool.name} tool={tool} />
      ))}
      {diff.more > 0 && <p class="dim">{diff.more} more are not shown.</p>}
    </main>
  );
}

function Side({ title, version }: { title: string; version: ServerVersion }) {
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <p>
        overall {score(version.overall)}, descriptions {score(version.description_quality)}, coherence{' '}
        {score(version.coherence)}
      </p>
      <p class="dim">
        {plural(version.tool_count, 'tool')}, {moment(version.captured_at)}
      </p>
    </section>
  );
}

function Tool({ tool: { name, before, after } }: { tool: ToolDifference }) {
  return (
    <section aria-label={shown(name, 80)}>
      <h2>
        {shown(name, 120)} <span class="count dim">{wordFor(before, after)}</span>
      </h2>
      <p>
        {before !== undefined && <a href={`/tools/${before.id}`}>{graded(before)}</a>}
        {before !== undefined && after !== undefined && ' → '}
        {after !== undefined && <a href={`/tools/${after.id}`}>{graded(after)}</a>}
        <span class="dim"> {dimensionChanges(before, after)}</span>
      </p>
      <Texts before={textOf(before)} after={textOf(after)} />
    </section>
  );
}

function wordFor(before: DiffSide | undefined, after: DiffSide | undefined): string {
  if (before === undefined) return 'new';
  return after === undefined ? 'gone' : 'changed';
}

function graded({ tdqs, tier }: DiffSide): string {
  return tdqs === undefined ? 'not scored' : `${tdqs.toFixed(1)} ${tier ?? ''}`;
}

function dimensionChanges(before: DiffSide | undefined, after: DiffSide | undefined): string {
  const [was, is] = [before?.scores, after?.scores];
  if (was === undefined || is === undefined) return '';
  return DIMENSIONS.filter((name) => was[name] !== is[name])
    .map((name) => `${DIMENSION_LABELS[name].toLowerCase()} ${was[name]} → ${is[name]}`)
    .join(', ');
}

/** The definition with a line for each key, so that what changed is on a line of its own. */
function textOf(side: DiffSide | undefined): string | undefined {
  if (side?.definition === undefined) return side?.description;
  const definition = JSON.parse(side.definition) as Record<string, unknown>;
  const { description, ...rest } = definition;
  const said = typeof description === 'string' ? `${description}\n\n` : '';
  return `${said}${JSON.stringify(rest, null, 1)}`;
}

function Texts({ before, after }: { before: string | undefined; after: string | undefined }) {
  if (before === undefined || after === undefined)
    return <Value value={after ?? before} label="definition" />;
  const lines = lineDiff(before, after);
  if (lines === undefined)
    return (
      <div class="sides">
        <Value value={before} label="before" />
        <Value value={after} label="after" />
      </div>
    );
  return (
    <div class="value">
      <ScrollPre label="what changed" class="diff">
        {lines.map(({ side, text }, at) => (
          <span key={at} class={side}>
            {`${SIGNS[side]} ${visible(text)}\n`}
          </span>
        ))}
      </ScrollPre>
    </div>
  );
}

const SIGNS = { both: ' ', expected: '−', actual: '+' } as const;
