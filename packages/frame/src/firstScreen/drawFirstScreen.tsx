/*
 /**
  * For servers: renders the first screen with the application's components. Built to
  * `dist/server/drawFirstScreen.js`, without imports from other packages.
  */
import { createWidget, type Integration, type Widget } from '@sotto/widget-core';
import { loadWords } from '@sotto/widget-core/internal';
import { ChatWidget, preloadParts } from '@sotto/widget-react';
import { renderToString } from 'preact-render-to-string';
import { serverEnvironment } from './serverEnvironment';

/** What the first screen depends on. */
export interface FirstScreenOptions {
  readonly integration: Integration;
  /** Public address of the server. */
  readonly base: string;
  readonly scheme: 'light' | 'dark';
  /** BCP 47 tag. */
  readonly language: string | undefined;
  readonly layout: string | undefined;
  /** Whether the chat fills the screen of a phone. */
  readonly isMobile: boolean;
  readonly isTouch: boolean;
  /** Whether the frame is embedded by the loader. */
  readonly isEmbedded: boolean;
}

/**
 * Renders top bar, welcome and text box as HTML, for a visitor without a conversation.
 *
 * @returns undefined if the first screen needs a part that is loaded later, such as the contact form
 */
export async function drawFirstScreen(options: FirstScreenOptions): Promise<string | undefined> {
  const { integration, base, scheme, language, layout, isMobile, isTouch, isEmbedded } = options;
  await preloadParts();
  const widget = createWidget({
    integration,
    base,
    config: { language, layout },
    environment: serverEnvironment({ scheme, isTouch }),
  });
  try {
    const { startFirst, disabled } = widget.config.getState();
    if (startFirst && !disabled) return undefined;
    await loadWords(widget.view.getState().language);
    widget.view.setMedia({ mobile: isMobile });
    widget.view.setOpen(true);
    const host = { hostAddress: base, navigate: () => undefined, canClose: isEmbedded };
    return asIfItCouldListen(() =>
      renderToString(<ChatWidget widget={asItIs(widget)} placement="frame" host={host} />),
    );
  } finally {
    widget.close();
  }
}

/** On a server, React renders stores with their initial state; this makes it use the current one. */
function asItIs(widget: Widget): Widget {
  const now = <Store extends { getState: () => unknown }>(store: Store): Store => ({
    ...store,
    getInitialState: store.getState,
  });
  return {
    ...widget,
    config: now(widget.config),
    conversation: now(widget.conversation),
    draft: now(widget.draft),
    view: now(widget.view),
  };
}

/** Most browsers support dictation. In the others the first script hides the microphone before the first paint. */
function asIfItCouldListen<Result>(draw: () => Result): Result {
  const globals = globalThis as { SpeechRecognition?: unknown };
  globals.SpeechRecognition = Object;
  try {
    return draw();
  } finally {
    delete globals.SpeechRecognition;
  }
}
