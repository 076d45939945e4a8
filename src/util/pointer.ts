/** RFC 6901 pointers: `['a/b', 0]` ⇄ `/a~1b/0`. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
}
