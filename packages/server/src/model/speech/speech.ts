import type { SpeechSettings } from '../../config/modelSettings';
import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import { connectionFailure, silentEndpoint, statusFailure } from '../endpoint/endpointFailures';

/** A recording. */
export interface SpokenAudio {
  readonly type: 'audio/mpeg' | 'audio/wav';
  readonly bytes: Uint8Array;
}

/** A speech engine. */
export interface Speech {
  /** Part of a recording's cache key. */
  readonly name: string;
  /**
   * Synthesizes plain text. A started recording is finished even if its request is cancelled, because it is paid for
   * and cached.
   *
   * @param language - BCP 47 tag of the text, if known
   * @throws ApiError with a message for the visitor
   */
  speak(text: string, language: string | undefined): Promise<SpokenAudio>;
}

/** Time limit, in milliseconds. */
export const SPEECH_MS = 60_000;
/** Maximum size of a recording, in bytes. */
export const AUDIO_MAX_BYTES = 33_554_432;

/** An endpoint with OpenAI's `/audio/speech` API. */
export function createOpenAiSpeech(
  settings: SpeechSettings & { model: string },
  { clock, fetch: fetcher }: { clock: Clock; fetch: typeof fetch },
): Speech {
  const { model, voice = 'alloy', apiKey } = settings;
  const url = `${(settings.baseUrl ?? 'https://api.openai.com/v1').replace(/\/+$/, '')}/audio/speech`;

  return {
    name: `${model} ${voice}`,
    async speak(text) {
      const late = new AbortController();
      const cancel = clock.setTimer(() => {
        late.abort(silentEndpoint(SPEECH_MS));
      }, SPEECH_MS);
      try {
        const response = await fetcher(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'audio/mpeg, audio/wav',
            ...(apiKey && { authorization: `Bearer ${apiKey}` }),
          },
          body: JSON.stringify({ model, voice, input: text, response_format: 'mp3' }),
          signal: late.signal,
        });
        if (!response.ok)
          throw statusFailure(
            response.status,
            (await response.text()).slice(0, 2_000),
            response.headers.get('retry-after'),
            clock.now(),
          );
        return toAudio(await readUpTo(response, AUDIO_MAX_BYTES));
      } catch (error) {
        if (late.signal.aborted) throw late.signal.reason;
        throw error instanceof ApiError ? error : connectionFailure(error);
      } finally {
        cancel();
      }
    },
  };
}

/** Type of audio by its first bytes. @throws ApiError if browsers cannot play it */
export function toAudio(bytes: Uint8Array): SpokenAudio {
  const [first = 0, second = 0] = bytes;
  const head = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (head === 'RIFF') return { type: 'audio/wav', bytes };
  if (head.startsWith('ID3') || (first === 0xff && (second & 0xe0) === 0xe0)) return { type: 'audio/mpeg', bytes };
  throw new ApiError('BAD_GATEWAY', 'This reply cannot be spoken right now', {
    cause: new Error('The speech endpoint sent something else than MP3 or WAV'),
  });
}

async function readUpTo(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ApiError('BAD_GATEWAY', 'This reply is too long to be spoken');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
