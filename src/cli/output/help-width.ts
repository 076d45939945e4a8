/** The help of the program is never wider, so that it can be written down before anybody asks. */
export const HELP_WIDTH = 80;
