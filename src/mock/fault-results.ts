/** What a tool call answers when it fails, or says nothing, on purpose. */

export function unavailable() {
  return { content: [{ type: 'text', text: 'The service is temporarily unavailable.' }], isError: true };
}

/** An answer that ends in its middle. */
export function brokenAnswer(id: unknown): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"cut o`;
}

/** How late a slow answer is, unless told. */
export const SLOW_MS = 1000;
