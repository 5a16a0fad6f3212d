/**
 * Longest piece that is given to the browser's voice at once, in characters: some browsers fall silent within longer
 * ones.
 */
const PIECE_LENGTH = 200;

/** The speech engines, passed as an argument. */
export interface SpeechOptions {
  /** The server's audio for the message. Throws where it has no voice. */
  readonly synthesize: (() => Promise<{ readonly url: string }>) | undefined;
  readonly createAudio: (url: string) => Pick<HTMLAudioElement, 'play' | 'pause' | 'onended' | 'onerror'>;
  /** The browser's own voice. */
  readonly voice: Pick<SpeechSynthesis, 'speak' | 'cancel'> | undefined;
  readonly createUtterance: (text: string) => SpeechSynthesisUtterance;
  /** The words without markup. */
  readonly readText: () => Promise<string>;
  /** BCP 47 tag of the text, for the browser's voice. */
  readonly language: string;
  /** Sound has begun. */
  readonly onStart: () => void;
}

/**
 * Speaks a message [W-27]: with the server's audio, and with the browser's own voice where that cannot be had or
 * played.
 *
 * @param signal - falls silent when aborted
 * @returns when it is over; rejects when neither can speak
 */
export async function speak(options: SpeechOptions, signal: AbortSignal): Promise<void> {
  const { synthesize, voice } = options;
  if (synthesize) {
    try {
      const { url } = await synthesize();
      if (!signal.aborted) await play(options, url, signal);
      return;
    } catch (error) {
      if (!voice) throw error;
    }
  }
  if (!voice) throw new Error('There is no voice');
  const text = await options.readText();
  for (const piece of toPieces(text)) {
    if (signal.aborted) return;
    await utter(options, voice, piece, signal);
  }
}

function play({ createAudio, onStart }: SpeechOptions, url: string, signal: AbortSignal): Promise<void> {
  const audio = createAudio(url);
  return new Promise((resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        audio.pause();
        resolve();
      },
      { once: true },
    );
    audio.onended = () => {
      resolve();
    };
    audio.onerror = () => {
      reject(new Error('The audio cannot be played'));
    };
    audio.play().then(onStart, reject);
  });
}

function utter(
  { createUtterance, language, onStart }: SpeechOptions,
  voice: Pick<SpeechSynthesis, 'speak' | 'cancel'>,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const utterance = createUtterance(text);
    utterance.lang = language;
    utterance.onstart = onStart;
    utterance.onend = () => {
      resolve();
    };
    utterance.onerror = ({ error }) => {
      if (signal.aborted || error === 'canceled' || error === 'interrupted') resolve();
      else reject(new Error(error));
    };
    signal.addEventListener(
      'abort',
      () => {
        voice.cancel();
        resolve();
      },
      { once: true },
    );
    voice.speak(utterance);
  });
}

/** Sentences, joined as long as they fit; a longer one is parted between words. */
export function toPieces(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const sentence of text.split(/(?<=[.!?…。！？\n])\s*/u).flatMap(splitLong)) {
    if (piece !== '' && piece.length + sentence.length >= PIECE_LENGTH) {
      pieces.push(piece);
      piece = '';
    }
    piece = piece === '' ? sentence.trim() : `${piece} ${sentence.trim()}`;
  }
  return piece === '' ? pieces : [...pieces, piece];
}

function splitLong(sentence: string): string[] {
  return sentence.match(new RegExp(`.{1,${PIECE_LENGTH - 1}}(?:\\s|$)|.{1,${PIECE_LENGTH - 1}}`, 'gsu')) ?? [];
}
