/** Whether a text is an address that HTTP can reach. */
export function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
