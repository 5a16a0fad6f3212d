import type { Clock } from '@sotto/widget-core';
import { DICTATION_SILENCE_MS } from '@sotto/widget-core/internal';

/** The part of the Web Speech API in use; TypeScript's DOM types do not include it. */
export interface Recognizer {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>> }) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  onspeechstart: (() => void) | null;
  onspeechend: (() => void) | null;
  start(): void;
  abort(): void;
}

/** Options of `listen`. */
export interface DictationOptions {
  readonly createRecognizer: () => Recognizer;
  readonly clock: Clock;
  /** BCP 47 tag of the spoken language. */
  readonly language: string;
  /** The transcript so far, final or not. */
  readonly onText: (text: string) => void;
  /** Called after two seconds of silence that follow words. */
  readonly onSilence: () => void;
  /** Called when speech starts or stops. */
  readonly onVoice: (isSpeaking: boolean) => void;
  /** Called once when recognition has failed and stopped. @param code - the browser's code, such as `not-allowed` */
  readonly onError: (code: string) => void;
  /** Called when listening has ended, for any reason. */
  readonly onEnd: () => void;
}

/**
 * Listens to a visitor [W-26].
 *
 * @returns stops listening; the transcript is kept
 */
export function listen(options: DictationOptions): () => void {
  const { clock } = options;
  const recognizer = options.createRecognizer();
  let cancelSilence: (() => void) | undefined;
  let isOver = false;

  function end(): void {
    if (isOver) return;
    isOver = true;
    cancelSilence?.();
    recognizer.onresult =
      recognizer.onerror =
      recognizer.onend =
      recognizer.onspeechstart =
      recognizer.onspeechend =
        null;
    recognizer.abort();
    options.onEnd();
  }
  function fail(code: string): void {
    if (isOver) return;
    end();
    options.onError(code);
  }

  recognizer.lang = options.language;
  recognizer.continuous = true;
  recognizer.interimResults = true;
  recognizer.onresult = ({ results }) => {
    const text = Array.from(results, (result) => result[0]?.transcript ?? '')
      .join('')
      .trim();
    if (text === '') return;
    options.onText(text);
    options.onVoice(true);
    cancelSilence?.();
    cancelSilence = clock.setTimer(() => {
      end();
      options.onSilence();
    }, DICTATION_SILENCE_MS);
  };
  recognizer.onspeechstart = () => {
    options.onVoice(true);
  };
  recognizer.onspeechend = () => {
    options.onVoice(false);
  };
  recognizer.onerror = ({ error }) => {
    // Silence is not an error, and earlier words are still sent.
    if (error === 'no-speech' || error === 'aborted') return;
    fail(error);
  };
  // Some browsers stop after a pause; the two seconds continue.
  recognizer.onend = () => {
    if (!cancelSilence) end();
    else options.onVoice(false);
  };
  try {
    recognizer.start();
  } catch {
    fail('start-failed');
  }
  return end;
}
