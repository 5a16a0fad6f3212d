import { useEffect, useRef, useState } from 'react';
import type { Message } from '@sotto/widget-core';
import { readPlainText } from './readPlainText';
import type * as Speaking from './speech';
import { useConfirmation } from './useCopy';
import { useWidget } from './useWidget';
import { useWidgetView, useWords } from './useWidgetStore';

/** Event on the page before a message is read aloud, so that two never overlap. */
const SPEAKING = 'sotto:speaking';

/** Read-aloud state for a button. */
export interface Speech {
  /** False if neither the server nor the browser has a voice. */
  readonly isPossible: boolean;
  readonly state: 'idle' | 'loading' | 'speaking';
  /** True for two seconds after the sound has started. */
  readonly isConfirmed: boolean;
  /** Starts or stops. */
  readonly toggle: () => void;
}

/** Reads a message aloud [W-27]. */
export function useSpeech(message: Message): Speech {
  const widget = useWidget();
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const [state, setState] = useState<Speech['state']>('idle');
  const [isConfirmed, confirm] = useConfirmation();
  const running = useRef<AbortController>(undefined);
  const voice = (globalThis as { readonly speechSynthesis?: SpeechSynthesis }).speechSynthesis;
  const canSynthesize = widget.integration.features.synthesize;
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );

  const begin = (): void => {
    document.dispatchEvent(new Event(SPEAKING));
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener(
      SPEAKING,
      () => {
        controller.abort();
      },
      { signal },
    );
    running.current = controller;
    setState('loading');
    let hasBegun = false;
    const options = {
      synthesize: canSynthesize ? () => widget.messages.synthesize(message.id) : undefined,
      createAudio: (url: string) => new Audio(url),
      voice,
      createUtterance: (text: string) => new SpeechSynthesisUtterance(text),
      readText: () => readPlainText(message.text, words.codeBlock),
      language,
      onStart: () => {
        if (signal.aborted || hasBegun) return;
        hasBegun = true;
        setState('speaking');
        confirm();
      },
    };
    const over = (): void => {
      if (running.current !== controller) return;
      running.current = undefined;
      setState('idle');
    };
    signal.addEventListener('abort', over, { once: true });
    speakLate(options, signal).then(
      () => {
        controller.abort();
      },
      () => {
        if (signal.aborted) return;
        controller.abort();
        widget.toasts.add({ kind: 'error', text: words.errorGeneric });
      },
    );
  };
  const toggle = (): void => {
    if (running.current) running.current.abort();
    else begin();
  };
  return { isPossible: canSynthesize || voice !== undefined, state, isConfirmed, toggle };
}

/** Speech output is loaded on the first press. */
async function speakLate(...given: Parameters<typeof Speaking.speak>): Promise<void> {
  const { speak } = await import('./speech');
  await speak(...given);
}
