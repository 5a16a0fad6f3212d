import { useEffect, useRef, useState } from 'react';
import { systemClock } from '@sotto/widget-core';
import type { Recognizer } from './dictation';
import { useWidget } from './useWidget';
import { useWidgetView, useWords } from './useWidgetStore';

/** Dictation state for a button. */
export interface Dictation {
  /** False if the browser has no speech recognition. */
  readonly isPossible: boolean;
  readonly isListening: boolean;
  /** Whether speech is detected now. */
  readonly isSpeaking: boolean;
  readonly start: () => void;
  readonly stop: () => void;
}

/**
 * Writes a visitor's speech into the draft and sends it after two seconds of silence [W-26].
 *
 * @param onSend - sends the draft
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
      // The visitor has edited or sent the draft and takes over.
      if (text !== draftText) stop.current?.();
    });
    const onEnd = (): void => {
      stop.current = undefined;
      stopFollowing();
      setListening(false);
      setSpeaking(false);
    };
    const onError = (code: string): void => {
      // The specification requires logging, for whoever maintains the page.
      widget.warn(`Speech recognition failed (${code}).`);
      widget.toasts.add({ kind: 'error', text: words.voiceFailed });
    };
    setListening(true);
    stop.current = onEnd;
    // Speech recognition is loaded on the first press.
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

/** Constructor of a recognizer; undefined if the browser has none. */
export function findRecognizer(scope: object): (() => Recognizer) | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = scope as {
    readonly SpeechRecognition?: new () => Recognizer;
    readonly webkitSpeechRecognition?: new () => Recognizer;
  };
  const Found = SpeechRecognition ?? webkitSpeechRecognition;
  return Found && (() => new Found());
}
