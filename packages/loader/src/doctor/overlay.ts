import { createElements, type Elements } from './elements';
import { createSections } from './overlaySections';
import { OVERLAY_STYLES } from './overlayStyles';
import { writeReport, type Report } from './reportText';

/** What the overlay needs. */
export interface OverlayOptions {
  window: Window & typeof globalThis;
  signal: AbortSignal;
  /** Called for every drawing. */
  report: () => Report;
}

/**
 * The doctor's panel on the page: in its own shadow root, isolated from the page's styles, operable by keyboard. It
 * never takes the focus.
 */
export function createOverlay({ window, signal, report }: OverlayOptions): { draw: () => void } {
  const elements = createElements(window.document);
  const { make, button } = elements;
  const host = createHost(window, elements);
  const status = make('p', { class: 'status', role: 'status' });
  const copy = (text: string): void => {
    copyText(window, elements, status, text);
  };
  const sections = createSections(elements, copy);
  // The doctor is in English, so it is always left to right.
  const box = make('section', { class: 'box', role: 'region', 'aria-label': 'Sotto doctor', lang: 'en', dir: 'ltr' });
  const fold = button(
    'Fold',
    () => {
      const isSmall = box.classList.toggle('small');
      fold.textContent = isSmall ? 'Unfold' : 'Fold';
      fold.setAttribute('aria-expanded', String(!isSmall));
    },
    { 'aria-expanded': 'true' },
  );
  box.append(
    make(
      'header',
      {},
      make('h2', {}, 'Sotto doctor ', make('span', {}, report().widget)),
      button('Copy report', () => {
        copy(writeReport(report(), window.navigator.userAgent));
      }),
      fold,
      button('Close', () => {
        host.remove();
      }),
    ),
    make('div', { class: 'body' }, ...sections.nodes),
    status,
  );
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') host.remove();
  });
  host.shadowRoot?.append(box);
  signal.addEventListener('abort', () => {
    host.remove();
  });
  return {
    draw: () => {
      sections.fill(report());
    },
  };
}

/**
 * Creates the overlay's host element, with inline !important styles that the page cannot override. The overlay of a
 * second widget is placed beside the first.
 */
function createHost({ document: page, CSSStyleSheet }: Window & typeof globalThis, { make }: Elements): HTMLElement {
  const host = make('div', { 'data-sotto-doctor': '' });
  const others = page.querySelectorAll('[data-sotto-doctor]').length;
  const place = {
    all: 'initial',
    display: 'block',
    position: 'fixed',
    top: '16px',
    left: `${String(16 + 24 * others)}px`,
    'z-index': '2147483001',
  };
  for (const [name, value] of Object.entries(place)) host.style.setProperty(name, value, 'important');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(OVERLAY_STYLES);
  host.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
  page.documentElement.append(host);
  return host;
}

/** If the page forbids clipboard access, the report is shown as text to copy by hand. */
function copyText({ navigator }: Window, { make }: Elements, status: HTMLElement, text: string): void {
  const byHand = (): void => {
    const field = make('textarea', { readonly: '', 'aria-label': 'Text to copy' }) as HTMLTextAreaElement;
    field.value = text;
    status.replaceChildren(field);
    field.select();
  };
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard)
    clipboard.writeText(text).then(() => {
      status.textContent = 'Copied.';
    }, byHand);
  else byHand();
}
