import { describe, expect, it } from 'vitest';
import type { Integration } from '@sotto/widget-core/api';
import { escapeForScript, renderFramePage, renderHostedPage } from './framePage';

const HOSTILE = '</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>"\'&\u2028\u2029';

describe('A103 T16 T17 names and settings in the pages of the server', () => {
  it('stay data of the frame’s page, and come out as they went in', () => {
    const page = renderFramePage('<!doctype html><html><head><!--sotto-integration--></head><body></body></html>', {
      integration: {
        integrationId: HOSTILE,
        config: { barTitle: HOSTILE, brandURL: HOSTILE },
      } as unknown as Integration,
      base: '../',
      scheme: HOSTILE,
      language: HOSTILE,
    });
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<\/script/g)).toHaveLength(1);
    expect(page).not.toContain('<img');
    const data = />(\{.*?\})<\/script>/.exec(page)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({ integrationId: HOSTILE, config: { brandURL: HOSTILE } });
    expect(page).toContain('<html lang="en" dir="ltr">');
  });

  it('end no script, no string and no line of JavaScript', () => {
    expect(escapeForScript({ name: HOSTILE })).not.toMatch(/[<\u2028\u2029]/);
  });

  it('are words in the hosted page', () => {
    const page = renderHostedPage(HOSTILE, `/frame?x=${HOSTILE}`);
    expect(page).not.toMatch(/<script|<img|"'&/);
    expect(page.match(/<[a-z]+/g)).toEqual([
      '<html',
      '<head',
      '<meta',
      '<meta',
      '<title',
      '<style',
      '<body',
      '<iframe',
    ]);
  });
});

describe('FW-8 a first screen in the page', () => {
  const TEMPLATE =
    '<!doctype html><html><head><!--sotto-integration--><!--sotto-early ./assets/early-abc.js--></head><body><div id="root"></div></body></html>';
  const integration = { integrationId: 'a"b', config: {} } as unknown as Integration;

  it('stands where the chat will be, beside the script that keeps what is typed and what it was drawn for', () => {
    const page = renderFramePage(TEMPLATE, {
      integration,
      base: '../',
      firstScreen: {
        html: '<p>$& <a href="https://server.invalid/">Sotto</a> <img src="assets/own.png"></p>',
        language: 'en',
        media: { mobile: HOSTILE },
      },
    });
    expect(page).toContain('<div id="root"><p>$& <a href="../../../">Sotto</a> <img src="assets/own.png"></p></div>');
    expect(page).toContain('<script src="../assets/early-abc.js" data-widget="a&quot;b"></script>');
    const drawing = /id="sotto-drawing">(.*?)<\/script>/.exec(page)?.[1] ?? '';
    expect(JSON.parse(drawing)).toEqual({ language: 'en', media: { mobile: HOSTILE } });
  });

  it('is not there when none was drawn', () => {
    const page = renderFramePage(TEMPLATE, { integration, base: '../' });
    expect(page).toContain('<div id="root"></div>');
    expect(page).not.toContain('drawing');
    expect(page).toContain('src="../assets/early-abc.js"');
  });
});
