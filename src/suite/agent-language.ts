/** The whole suite language, agent tests and their metric blocks among it. */
import { agents, typedAgentTest } from './blocks/agents.js';
import { languageWith } from './language.js';

export const fullLanguage = languageWith({ agents, typedAgentTest });
