export interface WrittenPart {
  name: string;
  /** Paths of sources, from the root of the project. */
  modules: string[];
  needs: string[];
}
export function partsIn(text: string): WrittenPart[];
/** The same program, faster where it adds keys to copies of objects. */
export function withQuickSpreads(name: string, text: string): string;
