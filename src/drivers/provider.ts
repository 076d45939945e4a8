/** What each provider file offers: how to reach its models through its package. */
import type { DriverTool, ModelSpec } from '../types/driver.js';
import type { LanguageModel, RequestSettings } from './language-model.js';

export interface Access {
  spec: ModelSpec;
  /** Always given, so that no package reads an address from the environment. */
  baseUrl: string;
  /** Empty when the endpoint wants none. */
  apiKey: string;
  fetch: typeof fetch;
}

export interface Provider {
  /** As messages name it. */
  title: string;
  /** Where it is when the suite does not say. */
  baseUrl: string;
  open(access: Access): LanguageModel;
  settings?(spec: ModelSpec): RequestSettings;
  /** The last word on a request body, where the package leaves something out. */
  rewrite?(body: unknown, tools: readonly DriverTool[]): unknown;
}
