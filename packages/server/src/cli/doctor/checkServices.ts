import type { MailSettings } from '../../config/builderConfig';
import { PROVIDERS, type ModelPlace, type ModelSettings } from '../../config/modelSettings';
import type { ServerConfig } from '../../config/serverConfig';
import { ANTHROPIC_VERSION } from '../../model/anthropic/anthropicMessages';
import { connectRedis, redisScript } from '../../events/redisLink';
import { offsetOf, type Offset } from './checkClock';
import { failed, ok, reasonOf, warning, type Finding } from './finding';

/** How long each service may take, in milliseconds. */
const ANSWER_MS = 10_000;
const TIME = redisScript(`local time = redis.call('TIME') return time[1] .. '.' .. string.format('%06d', time[2])`);

/** What was found of a service, and how far its clock is from this machine's. */
export interface ServiceFinding {
  readonly finding: Finding;
  readonly offsets?: readonly Offset[];
}

/** Asks Redis for the time. */
export async function checkRedis({ redisUrl, redisIsCluster, redisPrefix }: ServerConfig): Promise<ServiceFinding> {
  if (redisUrl === undefined) return { finding: ok('redis', 'Not used: this process is the only one') };
  const fix = 'Check REDIS_URL, that Redis runs, and that this machine may reach it';
  let reason: unknown;
  try {
    const link = await connectRedis({
      url: redisUrl,
      isCluster: redisIsCluster,
      prefix: redisPrefix,
      onChange: (_isReady, error) => (reason = error),
    });
    try {
      const askedAt = Date.now();
      const now = Number(await link.run(TIME, 'doctor')) * 1000;
      const offset = { name: 'Redis', offsetMs: now - (askedAt + Date.now()) / 2 };
      return { finding: ok('redis', 'Redis answers'), offsets: [offset] };
    } finally {
      await link.close();
    }
  } catch (error) {
    return { finding: failed('redis', `Redis cannot be used: ${reasonOf(reason ?? error)}`, fix) };
  }
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
  return {
    finding: judgeModels({ host, prefix, model }, response.status, text),
    offsets: offsetOf(host, response, askedAt),
  };
}

function judgeModels(
  { host, prefix, model }: { host: string; prefix: string; model: string },
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
  if (names === undefined)
    return warning(
      'model',
      `${host} answers and lists no models (${String(status)}): ${model} was not checked`,
      'Write to a widget to see whether it answers',
    );
  return names.includes(model)
    ? ok('model', `${model} is available at ${host}`)
    : warning('model', `${host} does not list ${model}`, `Set ${prefix}_MODEL to one that it lists`);
}

/** The ids in a list of models; undefined when this is none. */
function namesIn(text: string): string[] | undefined {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    if (!Array.isArray(data)) return undefined;
    return data.flatMap((each: unknown) => {
      const id = typeof each === 'object' && each !== null && 'id' in each ? each.id : undefined;
      // Gemini puts a folder before its names.
      return typeof id === 'string' ? [id, id.replace(/^models\//, '')] : [];
    });
  } catch {
    return undefined;
  }
}

/** Greets the mail server, encrypts and signs in as for a mail, and sends none. */
export async function checkMail(mail: MailSettings | undefined): Promise<Finding> {
  if (mail === undefined)
    return warning('mail', 'No mail server is set: sign-in codes are in the log', 'Set SMTP_URL and MAIL_FROM');
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
  });
  try {
    await transport.verify();
    return ok('mail', `${new URL(mail.url).host} accepts this server`);
  } catch (error) {
    return failed('mail', `The mail server cannot be used: ${reasonOf(error)}`, 'Check SMTP_URL');
  } finally {
    transport.close();
  }
}
