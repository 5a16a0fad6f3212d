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

  it('of a drawn chat name its widget and nothing else', () => {
    const page = renderFramePage(
      '<html><head><!--sotto-integration--></head><body><div id="root"></div></body></html>',
      {
        integration: {
          integrationId: '"><script>alert(1)</script>',
          config: { intro: '<div id="root"></div>$&' },
        } as never,
        base: '../',
        screen: '<p>$& $1</p>',
      },
    );
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain('<div id="root"><p>$& $1</p></div>');
    expect(page.match(/<div id="root">/g)).toHaveLength(1);
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
