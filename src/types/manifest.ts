/** What is wrong with a manifest that tells others how a server is got and started. */
export interface ManifestProblem {
  /** Stable: `MAN-NNN`. */
  rule: string;
  /** The registry or the installer refuses it; else people are only misled. */
  isError: boolean;
  /** As the user would type it. */
  file: string;
  message: string;
  fix: string;
}
