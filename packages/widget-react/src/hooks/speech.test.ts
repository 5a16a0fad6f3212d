import { describe, expect, it, vi } from 'vitest';
import { speak, toPieces, type SpeechOptions } from './speech';

type Utterance = Pick<SpeechSynthesisUtterance, 'text' | 'lang'> & {
  onstart: () => void;
  onend: () => void;
  onerror: (event: { error: string }) => void;
};

function setUp(options: Partial<SpeechOptions> = {}) {
  const audio = {
    play: vi.fn(() => Promise.resolve()),
    pause: vi.fn(),
    onended: null as (() => void) | null,
    onerror: null as (() => void) | null,
  };
  const spoken: Utterance[] = [];
  const voice = {
    speak: vi.fn((utterance: Utterance) => {
      spoken.push(utterance);
      utterance.onstart();
    }),
    cancel: vi.fn(),
  };
  const onStart = vi.fn();
  const all = {
    synthesize: () => Promise.resolve({ url: 'https://chat.example.com/speech.mp3' }),
    createAudio: vi.fn(() => audio),
    voice,
    createUtterance: (text: string) => ({ text, lang: '' }),
    readText: () => Promise.resolve('One sentence. Another one.'),
    language: 'en',
    onStart,
    ...options,
  } as unknown as SpeechOptions;
  const controller = new AbortController();
  const done = speak(all, controller.signal);
  done.catch(() => undefined);
  return { audio, voice, spoken, onStart, controller, done, createAudio: all.createAudio };
}
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('W-27 reading aloud', () => {
  it('plays the audio of the server', async () => {
    const { audio, createAudio, onStart, voice, done } = setUp();
    await settle();
    expect(createAudio).toHaveBeenCalledWith('https://chat.example.com/speech.mp3');
    expect(onStart).toHaveBeenCalledTimes(1);
    audio.onended?.();
    await done;
    expect(voice.speak).not.toHaveBeenCalled();
  });

  it('speaks with the browser’s voice when the server has none, without markup', async () => {
    const { spoken, done } = setUp({ synthesize: () => Promise.reject(new Error('NOT_IMPLEMENTED')) });
    await settle();
    expect(spoken.map(({ text, lang }) => [text, lang])).toEqual([['One sentence. Another one.', 'en']]);
    spoken[0]?.onend();
    await done;
  });

  it('falls silent when it is stopped, audio and voice alike', async () => {
    const played = setUp();
    await settle();
    played.controller.abort();
    await played.done;
    expect(played.audio.pause).toHaveBeenCalled();
    const said = setUp({ synthesize: undefined });
    await settle();
    said.controller.abort();
    await said.done;
    expect(said.voice.cancel).toHaveBeenCalled();
  });

  it('fails when neither can speak', async () => {
    await expect(setUp({ synthesize: undefined, voice: undefined }).done).rejects.toThrow();
    await expect(setUp({ synthesize: () => Promise.reject(new Error('down')), voice: undefined }).done).rejects.toThrow(
      'down',
    );
  });

  it('parts long texts between sentences, and loses no word', () => {
    const text = `${'A short sentence. '.repeat(30)}${'word '.repeat(100)}`.trim();
    const pieces = toPieces(text);
    expect(pieces.every((piece) => piece.length <= 200)).toBe(true);
    expect(pieces.join(' ').replaceAll(/\s+/g, ' ')).toBe(text);
  });
});
