import { HISTORY_TOKENS } from './modelSettings';

/** A known endpoint of chat completions, with notes for operators. */
export interface ModelProvider {
  readonly name: string;
  /** Its address. Words in capitals stand for the operator's own values. */
  readonly baseUrl: string;
  /** Which addresses belong to it: a suffix of the host name, or the default port of its server. */
  readonly at: { readonly host: string } | { readonly port: string };
  /** Whether it rejects requests without a key. */
  readonly needsKey: boolean;
  /** Whether its list of models contains every usable name. @default true */
  readonly listsAll?: boolean;
  /** What to do if it does not have a model; MODEL stands for the name. */
  readonly whenMissing?: string;
  /**
   * Pattern that ids of tool calls must match. Others are rejected, and a conversation may contain ids of another
   * model.
   */
  readonly callIds?: RegExp;
  /** Particularities, for operators. */
  readonly note?: string;
}

/** Instructions, passages and the answer need space beside the history. */
const CONTEXT_TOKENS = String(HISTORY_TOKENS + 4384);

/** Known providers and model servers: the operator's guide lists them, and `doctor` checks settings against them. */
export const MODEL_PROVIDERS: readonly ModelProvider[] = [
  { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', at: { host: 'api.openai.com' }, needsKey: true },
  {
    name: 'Azure OpenAI',
    baseUrl: 'https://RESOURCE.openai.azure.com/openai/v1',
    at: { host: '.openai.azure.com' },
    needsKey: true,
    listsAll: false,
    note: 'The model is the name of your deployment, not of the model in it.',
  },
  {
    name: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    at: { host: 'generativelanguage.googleapis.com' },
    needsKey: true,
  },
  {
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    at: { host: 'api.mistral.ai' },
    needsKey: true,
    callIds: /^[a-zA-Z0-9]{9}$/,
    note: 'The thinking of its reasoning models is kept apart from the answer.',
  },
  {
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    at: { host: 'api.deepseek.com' },
    needsKey: true,
    note: 'The thinking of its reasoning models is kept apart from the answer.',
  },
  { name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', at: { host: 'api.groq.com' }, needsKey: true },
  {
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    at: { host: 'openrouter.ai' },
    needsKey: true,
    note: 'The model is named with its maker, such as `meta-llama/llama-3.3-70b-instruct`.',
  },
  {
    name: 'Together AI',
    baseUrl: 'https://api.together.ai/v1',
    at: { host: '.together.ai' },
    needsKey: true,
    note: 'The model is named with its maker, such as `openai/gpt-oss-20b`.',
  },
  {
    name: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    at: { port: '11434' },
    needsKey: false,
    whenMissing: 'Run `ollama pull MODEL`',
    note:
      'By default it reads only a few thousand tokens of a conversation and drops the rest without an error. ' +
      `Start it with \`OLLAMA_CONTEXT_LENGTH=${CONTEXT_TOKENS}\`, or lower \`MODEL_HISTORY_TOKENS\`.`,
  },
  {
    name: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    at: { port: '8000' },
    needsKey: false,
    whenMissing: 'Start vLLM with `--served-model-name MODEL`',
    note:
      'Tools need `--enable-auto-tool-choice` and the `--tool-call-parser` of the model. ' +
      'With the `--reasoning-parser` of the model, its thinking is kept apart from the answer.',
  },
  {
    name: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    at: { port: '1234' },
    needsKey: false,
    whenMissing: 'Load MODEL in LM Studio',
    note: `Load the model with a context length of ${CONTEXT_TOKENS} or more, or lower \`MODEL_HISTORY_TOKENS\`.`,
  },
  {
    name: 'llama.cpp',
    baseUrl: 'http://localhost:8080/v1',
    at: { port: '8080' },
    needsKey: false,
    note:
      `Start \`llama-server\` with \`--jinja\`, which tools need, and with \`--ctx-size ${CONTEXT_TOKENS}\` or more; ` +
      'or lower `MODEL_HISTORY_TOKENS`.',
  },
];

/** The provider of an address; undefined if unknown. The port is compared only if no host matches. */
export function findProvider(baseUrl: string): ModelProvider | undefined {
  const { hostname, port } = new URL(baseUrl);
  return (
    MODEL_PROVIDERS.find(({ at }) => 'host' in at && `.${hostname}`.endsWith(`.${at.host.replace(/^\./, '')}`)) ??
    MODEL_PROVIDERS.find(({ at }) => 'port' in at && at.port === port)
  );
}

/** The address with the path that the provider expects; undefined if it already has that path. */
export function correctAddress(baseUrl: string, provider: ModelProvider): string | undefined {
  const address = new URL(baseUrl);
  const { pathname } = new URL(provider.baseUrl);
  if (address.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '') === pathname) return undefined;
  address.pathname = pathname;
  return address.href;
}
