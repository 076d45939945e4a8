/** Colour for terminals, decided by the caller alone: no look at the environment or at a stream. */
import { styleText } from 'node:util';

export type Colour = 'green' | 'red' | 'yellow' | 'dim' | 'bold' | 'cyan';

export type Paint = (colour: Colour, text: string) => string;

export function painter(color: boolean): Paint {
  return color ? (colour, text) => styleText(colour, text, { validateStream: false }) : (_, text) => text;
}
