/**
 * A value of any size: folded to a few lines, opened in full on demand. What it holds is text and stays
 * text; only raster images are shown as images.
 */
import { useState } from 'preact/hooks';
import { visible } from '../util/text.js';
import { CopyButton } from './copy-button.js';
import { ScrollPre } from './scroll-pre.js';
import { size } from './words.js';

const FOLD_LINES = 14;
const FOLD_CHARACTERS = 1600;

export function Value({ value, label }: { value: unknown; label?: string }) {
  if (value === undefined) return <p class="dim none">none</p>;
  const blob = blobOf(value);
  if (blob) {
    return (
      <>
        <Pre text={`${blob.excerpt}…`} label={label} />
        <p class="dim note">
          {size(blob.bytes)} in all; the whole value is in {blob.name} beside the run.
        </p>
      </>
    );
  }
  return <Pre text={textOf(value)} label={label} />;
}

/** A sentence of ours: what is between backticks is code. */
export function Prose({ text }: { text: string }) {
  const parts = text.split('`');
  // A cut sentence, or a value with a backtick in it, stays as it is.
  if (parts.length % 2 === 0) return <>{text}</>;
  return <>{parts.map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</>;
}

/** The answer of a tool: text blocks as they read, everything else as JSON. */
export function ToolResult({ result }: { result: unknown }) {
  const content = (result as { content?: unknown } | null)?.content;
  if (!Array.isArray(content)) return <Value value={result} label="result" />;
  // Whether it was an error stands above it.
  const { content: _, isError: __, ...rest } = result as Record<string, unknown>;
  return (
    <>
      {content.slice(0, 100).map((block, at) => (
        <Block key={at} block={block} />
      ))}
      {content.length > 100 && <p class="dim note">{content.length - 100} more blocks are not shown.</p>}
      {Object.keys(rest).length > 0 && <Value value={rest} label="rest of the result" />}
    </>
  );
}

const RASTER = /^image\/(png|jpe?g|gif|webp)$/;
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;

function Block({ block }: { block: unknown }) {
  const { type, text, data, mimeType } = (block ?? {}) as Record<string, unknown>;
  if (type === 'text' && typeof text === 'string') return <Pre text={text} label="text" />;
  const image = typeof data === 'string' && typeof mimeType === 'string' && RASTER.test(mimeType);
  if (type === 'image' && image && BASE64.test((data as string).slice(0, 200)))
    return (
      <img
        class="answer"
        alt={`${mimeType} that the tool returned`}
        src={`data:${mimeType};base64,${data}`}
      />
    );
  return <Value value={block} label="content block" />;
}

function Pre({ text, label }: { text: string; label?: string }) {
  const [open, setOpen] = useState(false);
  const cut = fold(text);
  const folded = cut < text.length;
  return (
    <div class="value">
      <ScrollPre label={label ?? 'value'}>
        {visible(open ? text : text.slice(0, cut))}
        {folded && !open && '…'}
      </ScrollPre>
      <CopyButton text={text} />
      {folded && (
        <button type="button" class="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Fold' : `Show all (${size(text.length)})`}
        </button>
      )}
    </div>
  );
}

function fold(text: string): number {
  let at = -1;
  for (let lines = 0; lines < FOLD_LINES; lines += 1) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return text.length <= FOLD_CHARACTERS * 1.25 ? text.length : FOLD_CHARACTERS;
    if (at > FOLD_CHARACTERS) return FOLD_CHARACTERS;
  }
  return at;
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, null, 2) ?? 'undefined';
}

/** The start of what may be a long text, wherever it is kept. */
export function briefOf(value: unknown): string {
  return typeof value === 'string' ? value : (blobOf(value)?.excerpt ?? '');
}

function blobOf(value: unknown): { name: string; bytes: number; excerpt: string } | undefined {
  const { $blob, bytes, excerpt } = (value ?? {}) as Record<string, unknown>;
  if (typeof $blob !== 'string' || typeof excerpt !== 'string') return undefined;
  return { name: $blob, bytes: Number(bytes) || 0, excerpt };
}
