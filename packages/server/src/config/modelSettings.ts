import { parseAddress } from '@sotto/widget-core/internal/server';
/** The protocol of an endpoint: OpenAI's chat completions, or Anthropic's Messages. */
export type ModelProtocol = 'chat-completions' | 'messages';

/** A model endpoint. */
export interface ModelPlace {
  /** @default 'chat-completions' */
  readonly protocol?: ModelProtocol | undefined;
  /** `OPENAI_BASE_URL`, `ANTHROPIC_BASE_URL`. @default the provider's own, see `PROVIDERS` */
  readonly baseUrl?: string | undefined;
  /** `OPENAI_API_KEY`, `ANTHROPIC_API_KEY` */
  readonly apiKey?: string | undefined;
  /** `OPENAI_MODEL`, `ANTHROPIC_MODEL` */
  readonly model?: string | undefined;
}

/** The model and its timeouts. Without an endpoint and a model name it is the embedded guide. */
export interface ModelSettings extends ModelPlace {
  /** Fallback models in order. @default none */
  readonly fallbacks?: readonly ModelPlace[] | undefined;
  /** Number of retries with the same model, before its first word. @default 2 */
  readonly retries?: number | undefined;
  /** Timeout for the first byte of a response, in milliseconds. @default `idleTimeoutMs` */
  readonly firstByteTimeoutMs?: number | undefined;
  /** Timeout for silence of the endpoint, in milliseconds. @default 120000 */
  readonly idleTimeoutMs?: number | undefined;
}

/** OpenAI's own endpoint. */
export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** Default provider and prefix of the variables, by protocol. */
export const PROVIDERS: Readonly<Record<ModelProtocol, { readonly baseUrl: string; readonly prefix: string }>> = {
  'chat-completions': { baseUrl: OPENAI_BASE_URL, prefix: 'OPENAI' },
  messages: { baseUrl: 'https://api.anthropic.com', prefix: 'ANTHROPIC' },
};

/** Default number of retries with the same model. */
export const MODEL_RETRIES = 2;
/**
 * Default of `idleTimeoutMs`: a model on a small machine may process its prompt for a minute before the first word.
 */
export const IDLE_TIMEOUT_MS = 120_000;
/** Maximum history sent to a model, in approximate tokens. */
export const HISTORY_TOKENS = 12_000;
/** Time limit of the model per turn, in milliseconds (contract 1.5). */
export const MODEL_TIME_MS = 300_000;

/** The speech model. Without one it is the program `espeak-ng`, if it is installed. */
export interface SpeechSettings {
  /** `OPENAI_SPEECH_BASE_URL`. @default OPENAI_BASE_URL, else OpenAI's */
  readonly baseUrl?: string | undefined;
  /** `OPENAI_SPEECH_API_KEY`. @default OPENAI_API_KEY, unless the speech model is somewhere else */
  readonly apiKey?: string | undefined;
  /** `OPENAI_SPEECH_MODEL` */
  readonly model?: string | undefined;
  /** `OPENAI_SPEECH_VOICE`. @default 'alloy' */
  readonly voice?: string | undefined;
}

/**
 * Why the settings do not define a usable model, as a message for the operator; undefined if they are complete or all
 * absent.
 *
 * An incomplete configuration is an error, not a request for the guide.
 */
export function modelSettingsComplaint({ fallbacks = [], ...standard }: ModelSettings): string | undefined {
  if (fallbacks.length > 0 && !standard.model)
    return 'OPENAI_MODEL is missing: a second model answers in the place of a first one';
  const ofOpenAi = fallbacks.filter(({ protocol }) => protocol !== 'messages');
  return [
    placeComplaint(standard, ''),
    ...ofOpenAi.map((place, index) => placeComplaint(place, `_${String(index + 2)}`)),
    ...fallbacks.filter((place) => !ofOpenAi.includes(place)).map((place) => placeComplaint(place, '')),
  ].find((complaint) => complaint !== undefined);
}

/** @param ending - suffix of its variables */
function placeComplaint(
  { protocol = 'chat-completions', baseUrl, apiKey, model }: ModelPlace,
  ending: string,
): string | undefined {
  const { prefix } = PROVIDERS[protocol];
  const [address, key, name] = ['BASE_URL', 'API_KEY', 'MODEL'].map((part) => `${prefix}_${part}${ending}`);
  if (!model && (baseUrl || apiKey))
    return `${name ?? ''} is missing: name the model that ${address ?? ''} or ${key ?? ''} is for`;
  if (model && !baseUrl && !apiKey) return `${key ?? ''} is missing: ${name ?? ''} alone does not locate the model`;
  if (baseUrl && !/^https?:$/.test(protocolOf(baseUrl))) return `${address ?? ''} is not an http or https address`;
  return undefined;
}

function protocolOf(address: string): string {
  return parseAddress(address)?.protocol ?? '';
}
