/** The protocol of an endpoint: OpenAI's chat completions, or Anthropic's Messages. */
export type ModelProtocol = 'chat-completions' | 'messages';

/** Where a model is. */
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

/**
 * Which model answers, and how patient we are with it. Without an endpoint and a model's name it is the embedded guide.
 */
export interface ModelSettings extends ModelPlace {
  /** Models that answer in its place while it fails, in this order. @default none */
  readonly fallbacks?: readonly ModelPlace[] | undefined;
  /** How often a request is made again of the same model, before its first word. @default 2 */
  readonly retries?: number | undefined;
  /** Longest wait for the first byte of an answer, in milliseconds. @default `idleTimeoutMs` */
  readonly firstByteTimeoutMs?: number | undefined;
  /** Longest silence of the endpoint, in milliseconds. @default 120000 */
  readonly idleTimeoutMs?: number | undefined;
}

/** Where OpenAI itself is. */
export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** The provider of each protocol: where it is, and what its variables begin with. */
export const PROVIDERS: Readonly<Record<ModelProtocol, { readonly baseUrl: string; readonly prefix: string }>> = {
  'chat-completions': { baseUrl: OPENAI_BASE_URL, prefix: 'OPENAI' },
  messages: { baseUrl: 'https://api.anthropic.com', prefix: 'ANTHROPIC' },
};

/** Default number of retries at the same model. */
export const MODEL_RETRIES = 2;
/** Default of `idleTimeoutMs`: a model on a small machine may read its prompt for a minute before the first word. */
export const IDLE_TIMEOUT_MS = 120_000;
/** How much of a conversation a model is given, in approximate tokens. */
export const HISTORY_TOKENS = 12_000;
/** Model time of one turn, in milliseconds (contract 1.5). */
export const MODEL_TIME_MS = 300_000;

/** Which speech model is used. Without one it is the program `espeak-ng`, where it is installed. */
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
 * Why settings name no usable model, as a sentence for the operator; undefined when they are complete or all absent.
 *
 * An incomplete configuration is a mistake, not a request for the guide.
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

/** @param ending - of the names of its variables */
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
  return URL.canParse(address) ? new URL(address).protocol : '';
}
