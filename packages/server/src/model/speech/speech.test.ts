import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/apiError';
import { createManualClock } from '../../testing/manualClock';
import { createOpenAiSpeech, SPEECH_MS } from './speech';

const MP3 = Uint8Array.from([0xff, 0xfb, 0x90, 0x00]);

function setUp(answer: (url: string, init: RequestInit) => Promise<Response> | Response) {
  const clock = createManualClock();
  const calls: [string, RequestInit][] = [];
  const fetcher = (async (url: string, init: RequestInit) => {
    calls.push([url, init]);
    return answer(url, init);
  }) as typeof fetch;
  const speech = createOpenAiSpeech(
    { baseUrl: 'https://voice.example.com/v1/', apiKey: 'sk-secret-key', model: 'tts-1', voice: 'nova' },
    { clock, fetch: fetcher },
  );
  return { clock, calls, speech };
}

describe('S-9 an OpenAI-compatible speech endpoint', () => {
  it('is asked for MP3 with model, voice and text', async () => {
    const { calls, speech } = setUp(() => new Response(MP3));
    expect(await speech.speak('Hello', 'en')).toEqual({ type: 'audio/mpeg', bytes: Buffer.from(MP3) });
    const [url, init] = calls[0] ?? [];
    expect(url).toBe('https://voice.example.com/v1/audio/speech');
    expect(JSON.parse(init?.body as string)).toEqual({
      model: 'tts-1',
      voice: 'nova',
      input: 'Hello',
      response_format: 'mp3',
    });
    expect(init?.headers).toMatchObject({ authorization: 'Bearer sk-secret-key' });
  });

  it('may send WAV all the same; anything else is refused', async () => {
    expect(await setUp(() => new Response('RIFF....WAVE')).speech.speak('x', undefined)).toMatchObject({
      type: 'audio/wav',
    });
    for (const body of ['<html>', '{"error":"x"}', '']) {
      await expect(setUp(() => new Response(body)).speech.speak('x', undefined)).rejects.toMatchObject({
        code: 'BAD_GATEWAY',
      });
    }
  });

  it('fails with a sentence that names no key and no provider', async () => {
    const refused = await setUp(() => new Response('Incorrect key sk-secret-key', { status: 401 }))
      .speech.speak('x', undefined)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(String((refused as ApiError).message) + String((refused as ApiError).cause)).not.toContain('sk-secret-key');
    const broken = setUp(() => Promise.reject(new TypeError('fetch failed')));
    await expect(broken.speech.speak('x', undefined)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('is given up after a minute', async () => {
    const hang = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      });
    const late = setUp(hang);
    const outcome = expect(late.speech.speak('x', undefined)).rejects.toMatchObject({ code: 'GATEWAY_TIMEOUT' });
    await vi.waitFor(() => expect(late.calls).toHaveLength(1));
    late.clock.advance(SPEECH_MS);
    await outcome;
  });
});
