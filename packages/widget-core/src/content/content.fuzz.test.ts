import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FUZZ } from '../testing/fuzzRuns';
import type { Block, Inline } from './contentBlocks';
import { firstLink } from './firstLink';
import { parseContent } from './parseContent';
import { firstParagraphs, toPlainText } from './plainText';
import { decideMedia, misleadingHost } from './remotePolicy';
import { readRichBlock, RICH_BLOCK_NEEDS } from './rich/richBlocks';
import { readIconAddress, resolveButtonLink, resolveLink } from './safeLinks';
import { createStreamingContent } from './streaming/streamingContent';

const MARKS = [
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  ' ',
  '    ',
  '\t',
  '\v',
  '*',
  '**',
  '_',
  '~~',
  '`',
  '```',
  '~~~',
  '$',
  '$$',
  '\\(',
  '\\)',
  '\\[',
  '\\]',
  '#',
  '> ',
  '- ',
  '1. ',
  '- [ ] ',
  '|',
  '|---|',
  '---',
  '===',
  '[',
  ']',
  '](',
  ')',
  '![',
  '<',
  '>',
  '</',
  '<b>',
  '</b>',
  '<details>',
  '<summary>',
  '<script>',
  '<img src=x onerror=alert(1)>',
  '<!--',
  '-->',
  '&lt;',
  '&#106;',
  '&colon;',
  '\\',
  '[^1]',
  '[a]: ',
  'javascript:',
  'data:text/html,x',
  'data:image/png;base64,AAAA',
  'https://evil.test/a.png',
  '//evil.test',
  '/a',
  'mailto:a@b.example',
  '```card\n',
  '```mermaid\n',
  '```md\n',
  '```\n',
  '（',
  '，',
  '東京',
  '중요',
  '~',
  '```form\n',
  'title: x',
  '{"a":',
  '#button',
  '#frame',
  '#target=_top',
  '\u202E',
  '\u0000',
  '\uD83E\uDD4A',
  '\uD800',
  '\u{E0041}',
  'word',
  'https://a.example',
];
const markdown = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...MARKS) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));
const options = fc.record({ math: fc.boolean(), richBlocks: fc.boolean(), html: fc.boolean() });
const HOST = { hostAddress: 'https://shop.example/page', serverOrigin: 'https://chat.example' };
const POLICY = { ...HOST, imageOrigins: ['https://cdn.example'] };

/** Cuts a text at the given places, wherever they fall. */
function cutAt(text: string, places: readonly number[]): string[] {
  const edges = [0, ...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b);
  return edges.slice(1).map((edge, index) => text.slice(edges[index], edge));
}

/** Every link and every file of some blocks. */
function collect(blocks: readonly Block[]): Inline[] {
  const found: Inline[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) {
      if ('kind' in value && ['link', 'media'].includes(String(value.kind))) found.push(value as Inline);
      Object.values(value).forEach(walk);
    }
  };
  walk(blocks);
  return found;
}

describe('A101 A106 any text', () => {
  it('means the same whole and in pieces cut anywhere', () => {
    fc.assert(
      fc.property(markdown, options, fc.array(fc.nat(), { maxLength: 12 }), (text, given, places) => {
        const content = createStreamingContent(given);
        for (const piece of cutAt(text, places)) content.append(piece);
        content.end();
        expect(content.blocks).toEqual(parseContent(text, given));
      }),
      FUZZ,
    );
  });

  it('names only addresses of the allowed schemes, and only allowed files load by themselves', () => {
    fc.assert(
      fc.property(markdown, options, (text, given) => {
        for (const found of collect(parseContent(text, given))) {
          if (found.kind === 'link') {
            const link = resolveLink(found.href, HOST);
            expect(link === undefined || /^(?:https?|mailto|tel):/.test(link.href)).toBe(true);
          } else if (found.kind === 'media') {
            const decision = decideMedia(found.address, found.media, POLICY);
            if (decision.action === 'load')
              expect(decision.address).toMatch(/^(?:https:\/\/(?:shop|chat|cdn)\.example\/|data:image\/(?!svg))/);
          }
        }
      }),
      FUZZ,
    );
  });

  it('has a plain text, paragraphs and a first link, or none', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(typeof toPlainText(text)).toBe('string');
        expect(firstParagraphs(text, 3).length).toBeLessThanOrEqual(3);
        expect(firstLink(text) ?? 'https://none.example').toMatch(/^https?:\/\//);
      }),
      FUZZ,
    );
  });

  it('is no card, carousel, button group or form that could pollute anything', () => {
    const body = fc.oneof(
      markdown,
      fc.json(),
      fc
        .object({
          key: fc.constantFrom(
            'title',
            'items',
            'buttons',
            'caption',
            'href',
            'fields',
            'name',
            'type',
            'options',
            '__proto__',
            'constructor',
            'image',
          ),
        })
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(RICH_BLOCK_NEEDS) as (keyof typeof RICH_BLOCK_NEEDS)[])),
        body,
        (type, source) => {
          readRichBlock(type, source);
          expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
        },
      ),
      FUZZ,
    );
  });
});

describe('A106 A203 any address', () => {
  const piece = fc.constantFrom(
    'javascript',
    'data',
    'https',
    'HTTP',
    ':',
    '//',
    '/',
    '\\',
    '@',
    '.',
    '#',
    '?',
    '%09',
    '%5c',
    '\t',
    '\n',
    '\u0000',
    '\u200B',
    ' ',
    'cdn.example',
    'evil.test',
    'shop.example',
    '&colon;',
    'text/html',
    'image/svg+xml',
    ',',
    '<',
    '>',
    ';base64',
  );
  const address = fc
    .array(
      fc.oneof({ weight: 6, arbitrary: piece }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) }),
      { maxLength: 10 },
    )
    .map((parts) => parts.join(''));

  it('is refused or goes where it says', () => {
    fc.assert(
      fc.property(address, fc.constantFrom('image' as const, 'video' as const, 'audio' as const), (text, media) => {
        const link = resolveLink(text, HOST);
        if (link) expect(new URL(link.href).protocol).toMatch(/^(?:https?|mailto|tel):$/);
        if (link?.opens === 'page')
          expect(['https://shop.example', 'https://chat.example']).toContain(new URL(link.href).origin);
        const button = resolveButtonLink(text, HOST);
        if (button !== undefined && text.startsWith('/')) expect(new URL(button).origin).toBe('https://shop.example');
        const icon = readIconAddress(text);
        if (icon !== undefined) expect(icon).toMatch(/^(?:https:\/\/|blob:|data:image\/(?!svg)|\/(?![/\\]))/i);
        const decision = decideMedia(text, media, POLICY);
        if (decision.action === 'load' && !decision.address.startsWith('data:'))
          expect(['https://shop.example', 'https://chat.example', 'https://cdn.example']).toContain(
            new URL(decision.address).origin,
          );
        misleadingHost(text, link?.href ?? 'https://evil.test');
      }),
      { ...FUZZ, numRuns: (FUZZ.numRuns ?? 0) * 10 },
    );
  });
});
