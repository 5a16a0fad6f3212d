import { describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../widget-core/src/testing/manualClock';
import { listen, type Recognizer } from './dictation';
import { findRecognizer } from './useDictation';

function setUp() {
  const clock = createManualClock();
  const recognizer: Recognizer = {
    lang: '',
    continuous: false,
    interimResults: false,
    onresult: null,
    onerror: null,
    onend: null,
    onspeechstart: null,
    onspeechend: null,
    start: vi.fn(),
    abort: vi.fn(),
  };
  const transcripts: string[] = [];
  const on = { onSilence: vi.fn(), onError: vi.fn(), onEnd: vi.fn(), onVoice: vi.fn() };
  const stop = listen({
    createRecognizer: () => recognizer,
    clock,
    language: 'de',
    onText: (text) => transcripts.push(text),
    ...on,
  });
  const speak = (...pieces: string[]): void => {
    recognizer.onresult?.({ results: pieces.map((transcript) => [{ transcript }]) });
  };
  return { clock, recognizer, heard: transcripts, stop, say: speak, ...on };
}

describe('W-26 dictation', () => {
  it('shows words while they are spoken, in the visitor’s language', () => {
    const { recognizer, say: speak, heard: transcripts } = setUp();
    expect(recognizer).toMatchObject({ lang: 'de', continuous: true, interimResults: true });
    speak('Wo');
    speak('Wo ist', ' mein Paket');
    expect(transcripts).toEqual(['Wo', 'Wo ist mein Paket']);
  });

  it('sends after two seconds of silence, and not before', async () => {
    const { clock, say: speak, onSilence, onEnd, recognizer } = setUp();
    speak('Hello');
    await clock.advance(1500);
    speak('Hello there');
    await clock.advance(1999);
    expect(onSilence).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(onSilence).toHaveBeenCalledTimes(1);
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(recognizer.abort).toHaveBeenCalled();
  });

  it('sends nothing when nothing was said', async () => {
    const { clock, recognizer, say: speak, onSilence, onError, onEnd } = setUp();
    speak('  ');
    recognizer.onerror?.({ error: 'no-speech' });
    recognizer.onend?.();
    await clock.advance(10_000);
    expect([onSilence, onError, onEnd].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1]);
  });

  it('goes on counting when the browser ends by itself after a pause', async () => {
    const { clock, recognizer, say: speak, onSilence } = setUp();
    speak('Hello');
    recognizer.onend?.();
    await clock.advance(2000);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });

  it('tells an error once and stops listening', async () => {
    const { clock, recognizer, say: speak, onSilence, onError, onEnd } = setUp();
    speak('Hello');
    const { onerror } = recognizer;
    onerror?.({ error: 'not-allowed' });
    onerror?.({ error: 'not-allowed' });
    await clock.advance(5000);
    expect(onError.mock.calls).toEqual([['not-allowed']]);
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(onSilence).not.toHaveBeenCalled();
  });

  it('keeps what was said when it is stopped by hand', async () => {
    const { clock, stop, say: speak, onSilence, heard: transcripts } = setUp();
    speak('Hello');
    stop();
    await clock.advance(5000);
    expect(onSilence).not.toHaveBeenCalled();
    expect(transcripts).toEqual(['Hello']);
  });

  it('knows both spellings of the browser’s class, and browsers without it', () => {
    class Fake {}
    expect(findRecognizer({})).toBeUndefined();
    expect(findRecognizer({ webkitSpeechRecognition: Fake })?.()).toBeInstanceOf(Fake);
    expect(findRecognizer({ SpeechRecognition: Fake })?.()).toBeInstanceOf(Fake);
  });
});
