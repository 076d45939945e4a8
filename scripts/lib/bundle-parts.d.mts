export interface WrittenPart {
  name: string;
  /** Paths of sources, from the root of the project. */
  modules: string[];
  needs: string[];
}
export function partsIn(text: string): WrittenPart[];
