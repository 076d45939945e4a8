/** Filled in by the build; a run from source says so. */
declare const __VERSION__: string | undefined;

export const VERSION = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0-source';
