export const STAMP: string;
export function hashInputs(root: string): string;
export function isFresh(root: string, options?: { hash?: string; types?: boolean }): boolean;
