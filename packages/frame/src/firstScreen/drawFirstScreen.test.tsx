import type { Integration } from '@sotto/widget-core';
import { describe, expect, it, vi } from 'vitest';
import { drawFirstScreen, type FirstScreenOptions } from './drawFirstScreen';

const HOSTILE = '</script><img src=x onerror=alert(1)><!--';

function ask(config: Record<string, unknown> = {}, changes: Partial<FirstScreenOptions> = {}) {
  const integration = {
    integrationId: 'shop',
    version: 1,
    updatedAt: 1,
    config: { barTitle: 'Tea shop', ...config },
    allowedOrigins: [],
    imageOrigins: [],
    formOrigins: [],
    languages: [],
    features: { synthesize: false, unfurl: false, upload: true, vote: true },
    limits: { attachmentMaxBytes: 1_000_000, attachmentsPerMessage: 5, textMaxLength: 32_768 },
  } as unknown as Integration;
  return drawFirstScreen({
    integration,
    base: 'https://server.invalid',
    language: undefined,
    layout: undefined,
    languages: [],
    scheme: 'light',
    isPhone: false,
    canListen: true,
    canClose: true,
    ...changes,
  });
}

describe('FW-8 the first screen, drawn on a server', () => {
  it('has the bar, the welcome and a text box that can be used, and asks nobody for anything', async () => {
    const request = vi.spyOn(globalThis, 'fetch');
    const { html, language, media } = await ask({ intro: 'Ask us about **tea**.' });
    expect(html).toContain('Tea shop');
    expect(html).toContain('Ask us about <strong>tea</strong>.');
    expect(html).toMatch(/<textarea(?![^>]*disabled)[^>]*placeholder="Write a message"/);
    expect(html).toContain('href="https://server.invalid/"');
    expect(language).toBe('en');
    expect(media).toMatchObject({ mobile: false, touch: false, scheme: 'light' });
    expect(request).not.toHaveBeenCalled();
    request.mockRestore();
  });

  it('speaks the language of the address, or the best of the browser among those that are offered', async () => {
    const german = await ask({}, { language: 'de' });
    expect(german.language).toBe('de');
    expect(german.html).toMatch(/lang="de"[^]*placeholder="Nachricht schreiben"/);
    const arabic = await ask({ intl: { ar: {}, en: {} } }, { languages: ['ar-EG', 'en'] });
    expect(arabic.language).toBe('ar');
    expect(arabic.html).toContain('dir="rtl"');
  });

  it('has the theme, the layout and the shape of a phone', async () => {
    const { html, media } = await ask(
      { theme: { name: 'dark' } },
      { layout: 'fullscreen', scheme: 'dark', isPhone: true },
    );
    expect(html).toContain('data-scheme="dark"');
    expect(html).toContain('data-layout="fullscreen"');
    expect(html).toContain('data-touch="true"');
    expect(media).toMatchObject({ mobile: true, touch: true, scheme: 'dark' });
  });

  it('has a microphone where the browser can listen, and leaves nothing of it behind', async () => {
    expect((await ask({ voiceIn: true })).html).toContain('sotto-voice');
    expect((await ask({ voiceIn: true }, { canListen: false })).html).not.toContain('sotto-voice');
    expect('SpeechRecognition' in globalThis).toBe(false);
  });

  it('is the same for each visitor: nothing of one screen is in the next', async () => {
    const before = await ask({ intro: 'One' });
    const [other] = await Promise.all([
      ask({ intro: 'Two', barTitle: 'Coffee' }, { language: 'fr', scheme: 'dark', isPhone: true }),
      ask({ intro: 'Three' }, { language: 'ar' }),
    ]);
    expect(other.html).not.toMatch(/One|Three|Tea shop/);
    expect(await ask({ intro: 'One' })).toEqual(before);
  });

  it('A103 keeps words of the settings words', async () => {
    const { html } = await ask({ barTitle: HOSTILE, intro: HOSTILE, placeholder: HOSTILE, initial: HOSTILE });
    expect(html).not.toMatch(/<script|<img|<!--(?! -->)/);
  });
});
