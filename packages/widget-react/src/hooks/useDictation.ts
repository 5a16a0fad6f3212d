import { useEffect, useRef, useState } from 'react';
import { systemClock } from '@sotto/widget-core';
import type { Recognizer } from './dictation';
import { useWidget } from './useWidget';
import { useWidgetView, useWords } from './useWidgetStore';

/** Listening, as a button needs it. */
export interface Dictation {
  /** False: this browser cannot listen. */
  readonly isPossible: boolean;
  readonly isListening: boolean;
  /** Whether speech is detected now. */
  readonly isSpeaking: boolean;
  readonly start: () => void;
  readonly stop: () => void;
}

/**
 * A visitor's speech becomes text of the composer, and is sent after two seconds of silence [W-26].
 *
 * @param onSend - sends what stands in the composer
 */
export function useDictation(onSend: () => void): Dictation {
  const widget = useWidget();
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const [isListening, setListening] = useState(false);
  const [isSpeaking, setSpeaking] = useState(false);
  const stop = useRef<() => void>(undefined);
  const send = useRef(onSend);
  useEffect(() => {
    send.current = onSend;
  });
  useEffect(
    () => () => {
      stop.current?.();
    },
    [],
  );
  const createRecognizer = findRecognizer(globalThis);

  const start = (): void => {
    if (!createRecognizer || stop.current) return;
    const before = widget.draft.getState().text.trimEnd();
    let draftText = widget.draft.getState().text;
    const stopFollowing = widget.draft.subscribe(({ text }) => {
      // Typed over, or sent by hand: the visitor has taken over.
      if (text !== draftText) stop.current?.();
    });
    const onEnd = (): void => {
      stop.current = undefined;
      stopFollowing();
      setListening(false);
      setSpeaking(false);
    };
    const onError = (code: string): void => {
      // The specification wants it logged, and whoever runs the page may look for it.
      widget.warn(`Speech recognition failed (${code}).`);
      widget.toasts.add({ kind: 'error', text: words.voiceFailed });
    };
    setListening(true);
    stop.current = onEnd;
    // What listens is loaded with the first press.
    import('./dictation').then(
      ({ listen }) => {
        if (stop.current !== onEnd) return;
        stop.current = listen({
          createRecognizer,
          clock: systemClock,
          language,
          onText(text) {
            draftText = before === '' ? text : `${before} ${text}`;
            widget.draft.set(draftText);
          },
          onVoice: setSpeaking,
          onSilence: () => {
            send.current();
          },
          onError,
          onEnd,
        });
      },
      () => {
        if (stop.current !== onEnd) return;
        onEnd();
        onError('not-loaded');
      },
    );
  };
  return { isPossible: createRecognizer !== undefined, isListening, isSpeaking, start, stop: () => stop.current?.() };
}

/** What makes a recognizer here; undefined where the browser has none. */
export function findRecognizer(scope: object): (() => Recognizer) | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = scope as {
    readonly SpeechRecognition?: new () => Recognizer;
    readonly webkitSpeechRecognition?: new () => Recognizer;
  };
  const Found = SpeechRecognition ?? webkitSpeechRecognition;
  return Found && (() => new Found());
}
