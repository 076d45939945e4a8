/** MUSTs that real servers break, each read frame by frame and found to be the server's own. */

export interface ConfirmedFailure {
  id: string;
  servers: string[];
  why: string;
}

export const CONFIRMED: ConfirmedFailure[] = [];
