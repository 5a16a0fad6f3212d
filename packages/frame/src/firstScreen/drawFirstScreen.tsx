/*
 * For servers: draws what a visitor sees first, with the components of the application. It is built to
 * `dist/server/drawFirstScreen.js`, without imports of other packages.
 */
import { createWidget, type Integration, type Widget } from '@sotto/widget-core';
import { loadWords } from '@sotto/widget-core/internal';
import { ChatWidget, preloadParts } from '@sotto/widget-react';
import { renderToString } from 'preact-render-to-string';
import { serverEnvironment } from './serverEnvironment';

/** What the first picture depends on. */
export interface FirstScreenOptions {
  readonly integration: Integration;
  /** Address of the server, as pages see it. */
  readonly base: string;
  readonly scheme: 'light' | 'dark';
  /** BCP 47 tag. */
  readonly language: string | undefined;
  readonly layout: string | undefined;
  /** The chat fills the screen of a phone. */
  readonly isMobile: boolean;
  readonly isTouch: boolean;
  /** A loader is around the frame. */
  readonly isEmbedded: boolean;
}

/**
 * Bar, welcome and text box as HTML, with no conversation.
 *
 * @returns undefined where the first picture is made of parts that the application loads later: a form to begin with
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

/** On a server, components are drawn with the state that a store began with; here it is the one of now. */
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

/** Most browsers can listen. In the others the first script hides the microphone before anything is painted. */
function asIfItCouldListen<Result>(draw: () => Result): Result {
  const globals = globalThis as { SpeechRecognition?: unknown };
  globals.SpeechRecognition = Object;
  try {
    return draw();
  } finally {
    delete globals.SpeechRecognition;
  }
}
