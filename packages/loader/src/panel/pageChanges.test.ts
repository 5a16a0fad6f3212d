import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PanelHost } from '../panelHost';
import { onPageChange } from './pageChanges';

let ending: AbortController;
const onPage = vi.fn<() => void>();
beforeEach(() => {
  ending = new AbortController();
  onPage.mockClear();
});
afterEach(() => {
  ending.abort();
});

function createPage(navigation?: EventTarget) {
  const calls: unknown[][] = [];
  const history = {
    pushState: (...values: unknown[]) => calls.push(['push', ...values]),
    replaceState: (...values: unknown[]) => calls.push(['replace', ...values]),
  };
  const page = Object.assign(new EventTarget(), { history, ...(navigation && { navigation }) });
  return { page, history, calls, own: { ...history } };
}
function watch(page: EventTarget, pageContext: boolean): void {
  onPageChange(
    { window: page, signal: ending.signal, state: { config: { pageContext } } } as unknown as PanelHost,
    onPage,
  );
}

describe('a page that changes without loading anew', () => {
  it.each(['pageshow', 'popstate'])('is noticed by %s, until the end', (type) => {
    const { page } = createPage();
    watch(page, false);
    page.dispatchEvent(new Event(type));
    expect(onPage).toHaveBeenCalledTimes(1);
    ending.abort();
    page.dispatchEvent(new Event(type));
    expect(onPage).toHaveBeenCalledTimes(1);
  });

  it('is noticed by the navigation API, which leaves the page’s own functions alone', () => {
    const navigation = new EventTarget();
    const { page, history, own } = createPage(navigation);
    watch(page, true);
    navigation.dispatchEvent(new Event('navigatesuccess'));
    expect(onPage).toHaveBeenCalledTimes(1);
    expect(history).toEqual(own);
  });

  it('without it, by the functions of history, which do what they did and are given back at the end', () => {
    const { page, history, calls, own } = createPage();
    watch(page, true);
    history.pushState({ a: 1 }, '', '/next');
    history.replaceState(null, '', '/other');
    expect(calls).toEqual([
      ['push', { a: 1 }, '', '/next'],
      ['replace', null, '', '/other'],
    ]);
    expect(onPage).toHaveBeenCalledTimes(2);
    ending.abort();
    expect(history).toEqual(own);
  });

  it('leaves the functions of history alone where the widget may not know the page', () => {
    const { page, history, own } = createPage();
    watch(page, false);
    expect(history).toEqual(own);
  });

  it('takes nothing away that somebody has wrapped again, and does nothing in it any more', () => {
    const { page, history, calls } = createPage();
    watch(page, true);
    const ours = history.pushState;
    const theirs = vi.fn((...values: unknown[]) => ours(...values));
    history.pushState = theirs;
    ending.abort();
    expect(history.pushState).toBe(theirs);
    history.pushState(null, '', '/next');
    expect(calls).toEqual([['push', null, '', '/next']]);
    expect(onPage).not.toHaveBeenCalled();
  });
});
