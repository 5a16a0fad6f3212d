import { HISTORY_TOKENS } from './modelSettings';

/** An endpoint of chat completions that is known, and what an operator has to know of it. */
export interface ModelProvider {
  readonly name: string;
  /** Its address. Words in capitals stand for what each operator has of their own. */
  readonly baseUrl: string;
  /** Which addresses are its own: the end of a host name, or the port that its server listens on by default. */
  readonly at: { readonly host: string } | { readonly port: string };
  /** Whether it refuses requests without a key. */
  readonly needsKey: boolean;
  /** Whether its list of models has every name that can be used. @default true */
  readonly listsAll?: boolean;
  /** What to do when it has no model of a name; MODEL stands for the name. */
  readonly whenMissing?: string;
  /** What the ids of tool calls must match. Others are refused, and a conversation may have ids of another model. */
  readonly callIds?: RegExp;
  /** What is different there, in sentences for operators. */
  readonly note?: string;
}

/** Instructions, passages and the answer need room beside the history. */
const CONTEXT_TOKENS = String(HISTORY_TOKENS + 4384);

/** Known providers and model servers: the guide for operators lists them, and `doctor` compares settings with them. */
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

/** The provider at an address; undefined for one that is not known. A port is looked at only where no host fits. */
export function findProvider(baseUrl: string): ModelProvider | undefined {
  const { hostname, port } = new URL(baseUrl);
  return (
    MODEL_PROVIDERS.find(({ at }) => 'host' in at && `.${hostname}`.endsWith(`.${at.host.replace(/^\./, '')}`)) ??
    MODEL_PROVIDERS.find(({ at }) => 'port' in at && at.port === port)
  );
}

/** This address with the path that the provider expects; undefined when it has that path already. */
export function correctAddress(baseUrl: string, provider: ModelProvider): string | undefined {
  const address = new URL(baseUrl);
  const { pathname } = new URL(provider.baseUrl);
  if (address.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '') === pathname) return undefined;
  address.pathname = pathname;
  return address.href;
}
