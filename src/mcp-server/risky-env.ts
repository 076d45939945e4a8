/** Variables that decide which program runs, or what it loads before its own first line. */

const EXACT = new Set(
  (
    'PATH PATHEXT COMSPEC SHELL HOME USERPROFILE APPDATA XDG_CONFIG_HOME ENV BASH_ENV ZDOTDIR SHELLOPTS BASHOPTS ' +
    'IFS PS4 PROMPT_COMMAND EDITOR VISUAL PAGER BROWSER GCONV_PATH LOCPATH ELECTRON_RUN_AS_NODE ' +
    'TS_NODE_PROJECT PERL5OPT PERL5LIB PERLLIB PERL5DB RUBYOPT RUBYLIB GEM_HOME GEM_PATH BUNDLE_GEMFILE ' +
    'CLASSPATH JAVA_HOME JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS PHPRC ' +
    'PHP_INI_SCAN_DIR LUA_INIT LUA_PATH LUA_CPATH R_PROFILE R_ENVIRON R_HOME ERL_FLAGS ERL_AFLAGS ' +
    'DOTNET_STARTUP_HOOKS DOTNET_ROOT GOROOT GOPATH GOFLAGS RUSTC_WRAPPER CARGO_HOME VIRTUAL_ENV CONDA_PREFIX ' +
    'OPENSSL_CONF SSLKEYLOGFILE TMPDIR TEMP TMP'
  ).split(' '),
);

/** Of Node's own only `NODE_ENV` is harmless: others load code or write files, such as `NODE_V8_COVERAGE`. */
const FAMILIES =
  /^(?:LD_|NODE_(?!ENV$)|DYLD_|PYTHON|NPM_CONFIG_|NPM_|YARN_|PNPM_|COREPACK_|BUN_|DENO_|UV_|PIP_|PIPX_|PIPENV_|POETRY_|GIT_|SSH_|DOCKER_|CORECLR_|COR_|COMPLUS_|MALLOC_|GLIBC_|LUA_INIT|PODMAN_|HTTPS?_PROXY$|ALL_PROXY$)/;

/** Case does not count: Windows reads `Path` as `PATH`, and npm its settings in lower case. */
export function changesWhatRuns(name: string): boolean {
  const upper = name.toUpperCase();
  return EXACT.has(upper) || FAMILIES.test(upper);
}

const PROVIDER_KEY =
  /^(?:ANTHROPIC|OPENAI|GEMINI|GOOGLE|MISTRAL|AZURE|AWS|HUGGINGFACE|HF|OPENROUTER|GROQ|XAI)_/i;

/** Keys that belong to us and to our models, never to a server under test. */
export function isProviderKey(name: string): boolean {
  return PROVIDER_KEY.test(name);
}
