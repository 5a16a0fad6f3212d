import type { Media, Widget } from '@sotto/widget-core';
import { loadWords } from '@sotto/widget-core/internal';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type {} from './earlyScript';

/** What the server says of the screen it has drawn: `FirstScreen` without its HTML. */
interface Drawing {
  readonly language: string;
  readonly media: Media;
}

/**
 * Draws the chat: into the screen that the server has drawn, where there is one and it is this visitor's, else in its
 * place. What was typed and pressed before is done now.
 *
 * @param screen - drawn for the widget as it stands
 */
export async function showScreen(root: HTMLElement, widget: Widget, screen: ReactNode): Promise<void> {
  const drawing = readDrawing(root, widget);
  const early = window.sottoEarly;
  const box = root.querySelector('textarea');
  if (drawing) {
    // The widget has asked for the same words: they are in its state when they are here.
    await loadWords(drawing.language);
    await Promise.resolve();
  }
  const typed = box?.value ?? '';
  const { media } = widget.view.getState();
  if (drawing && box) {
    widget.view.setMedia(drawing.media);
    hydrate(root, box, screen);
  } else {
    root.replaceChildren();
    delete document.documentElement.dataset['returning'];
    createRoot(root).render(screen);
  }
  early?.stop();
  // A press acts on what is drawn by then.
  flushSync(() => {
    if (typed !== '') widget.draft.set(typed);
    widget.view.setMedia(media);
  });
  for (const element of early?.pressed ?? []) {
    if (element instanceof HTMLTextAreaElement)
      root
        .querySelector('textarea')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    else element.click();
  }
}

/**
 * Takes over the elements that are there, at once: no key falls between. Caret and an open input method stay, because
 * the screen was drawn for an empty text box and is taken over as such.
 */
function hydrate(root: HTMLElement, box: HTMLTextAreaElement, screen: ReactNode): void {
  const count = (): number => root.querySelectorAll('*').length;
  const drawn = count();
  Object.defineProperty(box, 'value', { configurable: true, get: () => '', set: () => undefined });
  let shown: Root | undefined;
  flushSync(() => {
    shown = hydrateRoot(root, screen);
  });
  Reflect.deleteProperty(box, 'value');
  box.readOnly = false;
  if (count() === drawn) return;
  // Something was drawn that this browser does not have, or the other way round: attributes may stand at the wrong
  // elements.
  const isWriting = document.activeElement === box;
  shown?.unmount();
  root.replaceChildren();
  flushSync(() => {
    createRoot(root).render(screen);
  });
  if (isWriting) root.querySelector('textarea')?.focus({ preventScroll: true });
}

/** @returns undefined where nothing is drawn, or something else than this widget would draw now */
function readDrawing(root: HTMLElement, widget: Widget): Drawing | undefined {
  const text = document.getElementById('sotto-drawing')?.textContent;
  if (text == null || root.childElementCount === 0 || 'returning' in document.documentElement.dataset) return undefined;
  // Written by the server that has written the page.
  const drawing = JSON.parse(text) as Drawing;
  const { language, isOpen } = widget.view.getState();
  return isOpen && language === drawing.language ? drawing : undefined;
}
