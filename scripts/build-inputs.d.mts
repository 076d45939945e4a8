export const STAMP: string;
export function hashInputs(root: string): string;
export function isFresh(root: string, hash?: string): boolean;
