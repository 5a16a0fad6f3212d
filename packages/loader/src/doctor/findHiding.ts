/** What keeps a part of the chat from being seen or pressed. */
export interface Hiding {
  /** The element and its style, for example `div#overlay covers the chat`. */
  readonly reason: string;
  /** `cover`: another element is above it; `page`: the style of an element around the chat. */
  readonly by: 'cover' | 'page' | 'chat';
}

/** Styles that hide an element with everything in it; visibility and pointer events are inherited instead. */
const HIDES_ALL: readonly [property: string, hides: (value: string) => boolean][] = [
  ['display', (value) => value === 'none'],
  ['opacity', (value) => value !== '' && Number(value) < 0.1],
  ['content-visibility', (value) => value === 'hidden'],
];

/**
 * Finds what hides a part of the chat; undefined if it can be seen and pressed.
 *
 * @param part - the launcher, or the frame of an open chat
 * @param host - the `<sotto-chat>` that it is in
 */
export function findHiding(part: Element, host: Element, window: Window): Hiding | undefined {
  const around = ancestors(host);
  const found = (one: Element, style: string): Hiding => ({
    reason: `${nameOf(one)} ${style}`,
    by: one === part || one === host ? 'chat' : 'page',
  });
  for (const one of [part, host, ...around]) {
    const style = window.getComputedStyle(one);
    const [name] = HIDES_ALL.find(([property, hides]) => hides(style.getPropertyValue(property))) ?? [];
    if (name) return found(one, `has ${name}: ${style.getPropertyValue(name)}`);
  }
  const { visibility, pointerEvents } = window.getComputedStyle(part);
  if (visibility === 'hidden') return found(part, 'has visibility: hidden');
  if (pointerEvents === 'none') return found(part, 'has pointer-events: none');
  const { width, height, left, top, right, bottom } = part.getBoundingClientRect();
  if (width < 2 || height < 2) return found(part, `is ${width.toFixed()} × ${height.toFixed()} pixels large`);
  const { innerWidth, innerHeight } = window;
  if (right < 1 || bottom < 1 || left > innerWidth - 1 || top > innerHeight - 1)
    // A chat in the page's flow may have been scrolled away.
    return window.getComputedStyle(host).position === 'fixed' ? found(part, 'is outside of the window') : undefined;

  const middle = (from: number, to: number, most: number): number => (Math.max(from, 0) + Math.min(to, most)) / 2;
  const there = host.ownerDocument
    .elementsFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight))
    .filter((one) => !one.matches('[data-sotto-doctor]'));
  if (!there[0] || there[0] === host) return undefined;
  const clipped = [part, host, ...around].find((one) => window.getComputedStyle(one).clipPath !== 'none');
  return clipped && !there.includes(host)
    ? found(clipped, 'has a clip-path')
    : { reason: `${nameOf(there[0])} covers the chat`, by: 'cover' };
}

/** Everything an element is in, also across shadow roots. */
function ancestors(element: Element): Element[] {
  const parent = element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host;
  return parent ? [parent, ...ancestors(parent)] : [];
}

/** An element as a selector that the page's developer recognizes. */
function nameOf({ id, localName, classList }: Element): string {
  return [localName, id && `#${id}`, ...[...classList].slice(0, 2).map((name) => `.${name}`)].join('');
}
