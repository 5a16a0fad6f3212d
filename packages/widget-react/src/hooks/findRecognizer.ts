import type { Recognizer } from './dictation';

/** What makes a recognizer here; undefined where the browser has none. */
export function findRecognizer(scope: object): (() => Recognizer) | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = scope as {
    readonly SpeechRecognition?: new () => Recognizer;
    readonly webkitSpeechRecognition?: new () => Recognizer;
  };
  const Found = SpeechRecognition ?? webkitSpeechRecognition;
  return Found && (() => new Found());
}
