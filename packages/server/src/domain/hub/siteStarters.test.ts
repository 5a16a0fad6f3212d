import { describe, expect, it } from 'vitest';
import type { SiteSection } from '../../db/queries/hub/siteHeadingQueries';
import { proposeStarters } from './siteStarters';

const at = (path: string, page: string, ...headings: string[]): SiteSection => ({
  page,
  headings,
  url: `https://harbour.example${path}`,
});

describe('OW-13 starter questions from the pages of a site', () => {
  it('are the questions of its headings, of several pages before more of one', () => {
    expect(
      proposeStarters([
        at('/', 'Home'),
        at('/faq#grind', 'FAQ', '1. Do you grind the coffee for me?'),
        at('/faq#decaf', 'FAQ', 'Which beans are decaffeinated?'),
        at('/faq#third', 'FAQ', 'Is there a shop?'),
        at('/shipping', 'Shipping and delivery', 'Delivery', 'How long does delivery take?'),
        at('/returns', 'Returns'),
      ]),
    ).toEqual([
      'Do you grind the coffee for me?',
      'How long does delivery take?',
      'Which beans are decaffeinated?',
      'Returns',
    ]);
  });

  it('are the topics of its pages where no heading asks, without the start page and without legal pages', () => {
    expect(
      proposeStarters([
        at('/', 'Harbour Coffee'),
        at('/versand', 'Versand und Lieferung | Harbour Coffee'),
        at('/versand#kosten', 'Versand und Lieferung | Harbour Coffee', 'Kosten'),
        at('/datenschutz', 'Datenschutz', 'Wer ist verantwortlich?'),
        at('/impressum', 'Impressum'),
        at('/blog', 'Blog'),
        at('/long', 'A title that is much too long for a button beside the text box of a chat'),
        at('/ruecksendung', 'Rücksendung'),
      ]),
    ).toEqual(['Versand und Lieferung', 'Rücksendung']);
  });

  it('are found in other scripts, each once, and carry no brackets of a link', () => {
    expect(
      proposeStarters([
        at('/ja/faq', 'よくある質問', '送料はいくらですか？'),
        at('/ar/faq', 'أسئلة', 'كم تكلفة الشحن؟'),
        at('/faq', 'Help', 'Where is [my](x) order?'),
        at('/faq2', 'More', 'where is my(x) order?'),
      ]),
    ).toEqual(['送料はいくらですか？', 'كم تكلفة الشحن؟', 'Where is my(x) order?']);
  });

  it('are none for a site without any', () => {
    expect(proposeStarters([at('/', 'Home')])).toEqual([]);
  });
});
