import { createWidget, type Integration, type Media, type Widget } from '@sotto/widget-core';
import { loadWords } from '@sotto/widget-core/internal';
import { preloadParts } from '@sotto/widget-react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { FrameScreen } from './FrameScreen';
import { serverEnvironment } from './serverEnvironment';

/** What is known of a visitor who opens a chat for the first time. */
export interface FirstScreenOptions {
  /** What the frame's page holds of its widget; nothing in it belongs to one visitor. */
  readonly integration: Integration;
  /** Address of the server, without a trailing slash. */
  readonly base: string;
  /** Asked for in the page's address. @default by `languages` and the widget */
  readonly language?: string | undefined;
  readonly layout?: string | undefined;
  /** The browser's, the favourite first: `Accept-Language`. */
  readonly languages: readonly string[];
  readonly scheme: 'light' | 'dark';
  readonly isPhone: boolean;
  /** The browser can turn speech into text. */
  readonly canListen: boolean;
  /** The page around it can close a chat that fills everything. */
  readonly canClose: boolean;
}

/** A screen as HTML, and what it was drawn for: the browser takes it over only when it would draw the same. */
export interface FirstScreen {
  readonly html: string;
  readonly language: string;
  readonly media: Media;
}

/**
 * Draws the open chat before anything is said, for the server to put into the frame's page. Each call makes a widget of
 * its own and closes it.
 */
export async function drawFirstScreen(options: FirstScreenOptions): Promise<FirstScreen> {
  const { integration, base, language, layout, languages, scheme, isPhone, canListen, canClose } = options;
  await preloadParts();
  const widget = createWidget({
    integration,
    base,
    config: { language, layout },
    environment: serverEnvironment(languages),
  });
  try {
    const guess = widget.view.getState();
    // The widget asks for its words itself: waiting for the same file, they are there.
    await loadWords(guess.language);
    await Promise.resolve();
    const media: Media = { ...guess.media, scheme, mobile: isPhone, touch: isPhone };
    widget.view.setMedia(media);
    widget.view.setOpen(true);
    const html = draw(
      <FrameScreen
        widget={asItIsNow(widget)}
        host={{ hostAddress: 'about:blank', canClose, navigate: () => undefined }}
        onClose={() => undefined}
        onPeek={() => undefined}
        onFail={() => undefined}
      />,
      canListen,
    );
    return { html, language: guess.language, media };
  } finally {
    widget.close();
  }
}

/** The microphone is drawn where its browser's recogniser is found; nothing else can run while it can be. */
function draw(screen: ReactNode, canListen: boolean): string {
  if (canListen) Reflect.set(globalThis, 'SpeechRecognition', function SpeechRecognition() {});
  try {
    return renderToString(screen);
  } finally {
    if (canListen) Reflect.deleteProperty(globalThis, 'SpeechRecognition');
  }
}

/** React reads the first state of a store on a server; a widget on a server has changed since it was made. */
function asItIsNow(widget: Widget): Widget {
  const now = <Store extends { readonly getState: () => unknown }>(store: Store): Store => ({
    ...store,
    getInitialState: store.getState,
  });
  return {
    ...widget,
    conversation: now(widget.conversation),
    view: now(widget.view),
    config: now(widget.config),
    draft: now(widget.draft),
  };
}
