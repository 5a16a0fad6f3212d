import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findAddress, findScript } from './findScript';

const ADDRESS = 'https://chat.test/integrations/widget/v2.js';
const put = (place: ParentNode, src = ADDRESS): HTMLScriptElement => {
  const script = document.createElement('script');
  // A type that nobody runs.
  script.type = 'text/plain';
  script.setAttribute('src', src);
  place.append(script);
  return script;
};
const shadowOf = (mode: 'open' | 'closed'): ShadowRoot => {
  const host = document.createElement('div');
  document.body.append(host);
  return host.attachShadow({ mode });
};

describe('F407 L-1 the script tag', () => {
  beforeEach(() => {
    document.body.replaceChildren();
  });

  it('is the one that runs, else the last of ours', () => {
    const first = put(document.body);
    const last = put(document.body);
    put(document.body, 'https://other.test/v2.js');
    expect(findScript(document)).toBe(last);
    const running = vi.spyOn(document, 'currentScript', 'get').mockReturnValue(first);
    expect(findScript(document)).toBe(first);
    running.mockRestore();
  });

  it('is found in a shadow root inside another, where the browser does not tell which one runs', () => {
    shadowOf('open');
    const inner = document.createElement('div');
    shadowOf('open').append(inner);
    const ours = put(inner.attachShadow({ mode: 'open' }));
    expect(findScript(document)).toBe(ours);
    const outside = put(document.body);
    expect(findScript(document)).toBe(outside);
  });

  it.each([
    'https://shop.test/wp-content/litespeed/js/0a1b2c.js?ver=1',
    'https://shop.test/wp-content/cache/autoptimize/js/autoptimize_single_0a1b2c.js',
    '',
  ])('VI-45: is a copy at %j with our attribute only while it runs', (address) => {
    const copy = put(document.body, address);
    copy.dataset['widget'] = 'demo';
    put(document.body, 'https://other.test/v2.js');
    const running = vi.spyOn(document, 'currentScript', 'get').mockReturnValue(copy);
    expect(findScript(document)).toBe(copy);
    // While it does not run, it may be another product's.
    running.mockReturnValue(null);
    expect(findScript(document)).toBeUndefined();
    const original = put(document.head);
    expect(findScript(document)).toBe(original);
    running.mockReturnValue(copy);
    expect(findScript(document)).toBe(copy);
    running.mockRestore();
    original.remove();
  });

  it.each(['data-rocket-src', 'data-src', 'data-phast-original-src'])(
    'emb-03: is the one that waits with its address in %s, not the last with a data-widget',
    (name) => {
      const ours = put(document.body, 'data:text/javascript,');
      ours.setAttribute(name, ADDRESS);
      put(document.body, 'https://reviews.test/embed.js').dataset['widget'] = 'theirs';
      expect(findScript(document)).toBe(ours);
      expect(findAddress(ours)?.[0]).toBe('https://chat.test/integrations/widget/v2');
    },
  );

  it('is not what holds code that names it, or an element named currentScript', () => {
    const snippet = put(document.body, '');
    snippet.text = `load("${ADDRESS}")`;
    const image = document.createElement('img');
    image.dataset['widget'] = 'theirs';
    const clobbered = vi.spyOn(document, 'currentScript', 'get').mockReturnValue(image as never);
    expect(findScript(document)).not.toBe(snippet);
    clobbered.mockRestore();
  });

  it("is nobody's where there is none, or a closed root hides it", () => {
    put(shadowOf('closed'));
    put(shadowOf('open'), 'https://other.test/v2.js');
    expect(findScript(document)).toBeUndefined();
  });
});
