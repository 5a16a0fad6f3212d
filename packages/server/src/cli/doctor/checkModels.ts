import { correctAddress, findProvider, type ModelProvider } from '../../config/modelProviders';
import { PROVIDERS, type ModelPlace, type ModelSettings } from '../../config/modelSettings';
import { ANTHROPIC_VERSION } from '../../model/anthropic/anthropicMessages';
import { offsetOf, type Offset } from './checkClock';
import { reasonOf } from '../../lib/plainReason';
import { failed, ok, warning, type Finding } from './finding';

/** How long each service may take, in milliseconds. */
export const ANSWER_MS = 10_000;

/** What was found of a service, and how far its clock is from this machine's. */
export interface ServiceFinding {
  readonly finding: Finding;
  readonly offsets?: readonly Offset[];
}

/** Checks each model of the settings, in their order. Nothing that is asked costs money. */
export async function checkModels(settings: ModelSettings): Promise<ServiceFinding[]> {
  if (!settings.model)
    return [
      {
        finding: warning(
          'model',
          'No language model is set: the guide answers from the documentation',
          'Set OPENAI_MODEL and OPENAI_API_KEY, or ANTHROPIC_MODEL and ANTHROPIC_API_KEY',
        ),
      },
    ];
  return Promise.all([settings, ...(settings.fallbacks ?? [])].map(checkModel));
}

/** Asks for the list of models, which every provider gives without a charge. */
async function checkModel(place: ModelPlace): Promise<ServiceFinding> {
  const { protocol = 'chat-completions', apiKey, model = '' } = place;
  const { prefix, baseUrl: usual } = PROVIDERS[protocol];
  const base = (place.baseUrl || usual).replace(/\/+$/, '');
  const isAnthropic = protocol === 'messages';
  const url = isAnthropic
    ? `${base.replace(/\/v1(?:\/messages)?$/, '')}/v1/models?limit=1000`
    : `${base.replace(/\/chat\/completions$/, '')}/models`;
  const headers: Record<string, string> = isAnthropic
    ? { 'anthropic-version': ANTHROPIC_VERSION, ...(apiKey !== undefined && { 'x-api-key': apiKey }) }
    : { ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }) };
  const { host } = new URL(base);
  const provider = isAnthropic ? undefined : findProvider(base);
  if (provider?.needsKey === true && apiKey === undefined)
    return { finding: failed('model', `${provider.name} needs a key`, `Set ${prefix}_API_KEY`) };
  const askedAt = Date.now();
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    text = await response.text();
  } catch (error) {
    const fix = `Check ${prefix}_BASE_URL, and that this machine may reach it`;
    return { finding: failed('model', `${host} does not answer: ${reasonOf(error)}`, fix) };
  }
  const address = response.status === 404 && provider ? correctAddress(base, provider) : undefined;
  if (provider && address !== undefined) {
    const fix = `Set ${prefix}_BASE_URL to ${address}`;
    return { finding: failed('model', `${provider.name} has no chat completions at ${base}`, fix) };
  }
  return {
    finding: judgeModels({ host, prefix, model, provider }, response.status, text),
    offsets: offsetOf(host, response, askedAt),
  };
}

function judgeModels(
  {
    host,
    prefix,
    model,
    provider,
  }: { host: string; prefix: string; model: string; provider: ModelProvider | undefined },
  status: number,
  text: string,
): Finding {
  if (status === 401 || status === 403)
    return failed(
      'model',
      `${host} refuses the key (${String(status)})`,
      `Set ${prefix}_API_KEY to a key that is valid`,
    );
  if (status >= 500)
    return failed('model', `${host} answers with ${String(status)}`, 'Look at the state of the provider');
  const names = status === 200 ? namesIn(text) : undefined;
  if (names?.includes(model) === true) {
    const note = provider?.note === undefined ? '' : `. ${provider.name}: ${provider.note}`;
    return ok('model', `${model} is available at ${host}${note}`);
  }
  if (names === undefined || provider?.listsAll === false)
    return warning(
      'model',
      `${host} answers and lists no models (${String(status)}): ${model} was not checked`,
      'Write to a widget to see whether it answers',
    );
  return warning(
    'model',
    `${host} does not list ${model}`,
    provider?.whenMissing?.replace('MODEL', model) ?? `Set ${prefix}_MODEL to one that it lists`,
  );
}

/** The ids in a list of models; undefined when this is none. */
function namesIn(text: string): string[] | undefined {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    if (!Array.isArray(data)) return undefined;
    return data.flatMap((each: unknown) => {
      const id = typeof each === 'object' && each !== null && 'id' in each ? each.id : undefined;
      // Gemini puts a folder before its names; Ollama puts a tag behind them, of which one need not be written.
      return typeof id === 'string' ? [id, id.replace(/^models\/|:latest$/, '')] : [];
    });
  } catch {
    return undefined;
  }
}
