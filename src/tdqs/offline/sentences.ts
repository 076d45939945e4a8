/** A text as sentences: what stands between full stops, empty lines and list items. */

const MAX_SENTENCES = 400;
const END = /(?<!\b(?:e\.g|i\.e|etc|vs|approx))(?<=[.!?])\s+(?=\S)/;
const END_OR_DASH = new RegExp(`${END.source}|\\s+[—–]\\s+`);

/** At full stops, empty lines, list items and lines that begin anew; wrapped lines are joined. */
export function splitSentences(text: string): string[] {
  const blocks: string[] = [];
  for (const raw of text.split('\n')) {
    // Long runs of white space would make the patterns below slow.
    const line = raw.replace(/\s+/g, ' ').trim();
    const before = blocks.at(-1);
    const wraps =
      before !== undefined &&
      before !== '' &&
      /^[a-z(]/.test(line) &&
      !/^[\w-]{1,40}\s{0,3}(?:\([^)]{0,60}\))?\s?[:=]/.test(line) &&
      !/[.!?:]$/.test(before);
    if (wraps) blocks[blocks.length - 1] = `${before} ${line}`;
    else blocks.push(line);
  }
  return blocks
    .flatMap((block) => block.split(END_OR_DASH))
    .map((one) => one.trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one))
    .slice(0, MAX_SENTENCES);
}

/** Lines, and the sentences in them, each as if it stood alone: what is taken out changes no other. */
export function segmentsOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => line.replace(/\s+/g, ' ').trim().split(END))
    .filter((one) => one !== '');
}
