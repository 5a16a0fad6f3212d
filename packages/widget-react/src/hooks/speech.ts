/** Maximum length of one utterance for the browser's voice, in characters: some browsers stop within longer ones. */
const PIECE_LENGTH = 200;

/** Speech engines and options. */
export interface SpeechOptions {
  /** The server's audio for the message. Throws if it has no voice. */
  readonly synthesize: (() => Promise<{ readonly url: string }>) | undefined;
  readonly createAudio: (url: string) => Pick<HTMLAudioElement, 'play' | 'pause' | 'onended' | 'onerror'>;
  /** The browser's own voice. */
  readonly voice: Pick<SpeechSynthesis, 'speak' | 'cancel'> | undefined;
  readonly createUtterance: (text: string) => SpeechSynthesisUtterance;
  /** Plain text of the message. */
  readonly readText: () => Promise<string>;
  /** BCP 47 tag of the text, for the browser's voice. */
  readonly language: string;
  /** Called when the sound starts. */
  readonly onStart: () => void;
}

/**
 * Reads a message aloud [W-27]: with the server's audio, or with the browser's voice if that is not available or
 * cannot be played.
 *
 * @param signal - stops when aborted
 * @returns resolves at the end; rejects if neither voice works
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

/** Joins sentences up to the limit; splits longer ones between words. */
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
