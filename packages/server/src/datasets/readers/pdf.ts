import type { PDFPageProxy } from 'unpdf/pdfjs';
import { cMapFolder } from '../../db/packageFiles';
import { countVisible, decodedText } from './decodedText';

/** A page whose removed characters are more than this share of all has lost words, not ornaments. */
const LOST_SHARE = 0.2;

/** The texts of a PDF, one a page, and what its owner should know of them, a sentence each. */
export interface PdfText {
  readonly pages: readonly string[];
  readonly notes: readonly string[];
}

/** Reads a PDF. What it unfolds to is limited by the thread that reads it (`limitBuffers`). */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const { getDocumentProxy } = await import('unpdf');
  const cMapUrl = cMapFolder();
  // The library takes the bytes over, so it is given its own. No picture is decoded: one point is the largest.
  const document = await getDocumentProxy(Uint8Array.from(bytes), {
    isEvalSupported: false,
    verbosity: 0,
    maxImageSize: 1,
    ...(cMapUrl !== undefined && { cMapUrl, cMapPacked: true }),
  });
  const pages: string[] = [];
  const undecoded: number[] = [];
  const withoutText: number[] = [];
  try {
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { text, isDecoded } = await readPage(page);
      pages.push([joinHyphens(text), ...(await readAdded(page))].filter((part) => part.trim() !== '').join('\n'));
      if (!isDecoded) undecoded.push(number);
      else if (text.trim() === '') {
        const drawn = await whatIsDrawn(page);
        if (drawn === 'text') undecoded.push(number);
        else if (drawn === 'pictures') withoutText.push(number);
      }
      page.cleanup();
    }
  } finally {
    await document.destroy();
  }
  return { pages, notes: toNotes(undecoded, withoutText) };
}

/** What can be read of a page, and whether that is all of it. */
async function readPage(page: PDFPageProxy): Promise<{ text: string; isDecoded: boolean }> {
  const content = await page.getTextContent().catch(() => undefined);
  if (content === undefined) return { text: '', isDecoded: false };
  const items = content.items.flatMap((item) => ('str' in item ? [item] : []));
  const byFont = new Map<string, string>();
  for (const { str, fontName } of items) byFont.set(fontName, `${byFont.get(fontName) ?? ''}${str}\n`);
  const unread = new Set([...byFont].flatMap(([font, text]) => (decodedText(text) === '' ? [font] : [])));
  const lines = items.map(({ str, fontName, hasEOL }) => ({
    text: unread.has(fontName) ? '' : str,
    end: hasEOL ? '\n' : '',
  }));
  const all = countVisible(items.map(({ str }) => str).join(''));
  const text = decodedText(lines.map((line) => line.text + line.end).join(''));
  return { text, isDecoded: countVisible(text) >= all * (1 - LOST_SHARE) };
}

/** Most fields and texts that are read of a page, and longest of them, in characters. */
const ADDED_MAX = 200;
const ADDED_MAX_LENGTH = 2_000;

/** What was filled in or written onto a page. Remarks of those who read it, which open as notes, are not its text. */
async function readAdded(page: PDFPageProxy): Promise<string[]> {
  const annotations: unknown[] = await page.getAnnotations({ intent: 'display' }).catch(() => []);
  return annotations.slice(0, ADDED_MAX).flatMap((each) => {
    const { subtype, fieldType, fieldValue, contentsObj, hidden } = each as Partial<Annotation>;
    const text = subtype === 'FreeText' ? contentsObj?.str : fieldType === 'Btn' ? undefined : fieldValue;
    const words = [text].flat().filter((part) => typeof part === 'string' && part.trim() !== '');
    return hidden === true || words.length === 0 ? [] : [words.join(', ').slice(0, ADDED_MAX_LENGTH)];
  });
}

/** What the library has for an annotation; its types leave it open. */
interface Annotation {
  readonly subtype: string;
  /** `Tx` a text, `Ch` a choice, `Btn` a button or a box. */
  readonly fieldType: string;
  readonly fieldValue: string | readonly string[] | null;
  readonly contentsObj: { readonly str: string };
  readonly hidden: boolean;
}

/** A hyphen at the end of a line with small letters after it, and words that follow one that stands for more. */
const HYPHEN = /(\p{L}{2,30})[-\u00ad\u2010]\n(\p{Ll}{2,30})/gu;
const STANDS_FOR_MORE = /^(?:und|oder|bzw|bis|and|or|to|et|ou|y|e|o|en|of|och|og|i)$/i;

/** Words that were divided at the end of a line in one piece again, unless the page has them with a hyphen elsewhere. */
function joinHyphens(text: string): string {
  const compounds = new Set(text.toLowerCase().match(/\p{L}{2,30}-\p{L}{2,30}/gu));
  return text.replace(HYPHEN, (whole, before: string, after: string) => {
    if (STANDS_FOR_MORE.test(after)) return whole.replace('\n', ' ');
    return compounds.has(`${before}-${after}`.toLowerCase()) ? `${before}-${after}` : before + after;
  });
}

/** Why a page has no text: codes that no font maps to characters, pictures, or nothing. */
async function whatIsDrawn(page: PDFPageProxy): Promise<'text' | 'pictures' | 'nothing'> {
  const { getResolvedPDFJS } = await import('unpdf');
  const { OPS } = await getResolvedPDFJS();
  const { fnArray } = await page.getOperatorList();
  return fnArray.includes(OPS.showText) ? 'text' : fnArray.length > 0 ? 'pictures' : 'nothing';
}

function toNotes(undecoded: readonly number[], withoutText: readonly number[]): string[] {
  return [
    ...(undecoded.length === 0
      ? []
      : [
          `The text of ${pagesOf(undecoded)} cannot be decoded, because a font does not say which characters it draws. ` +
            'Save the PDF again with its fonts embedded, or add the text in another format',
        ]),
    ...(withoutText.length === 0
      ? []
      : [
          capitalized(
            `${pagesOf(withoutText)} ${withoutText.length === 1 ? 'has' : 'have'} no text, for instance because of ` +
              'scanning. Run text recognition on the PDF and add it again',
          ),
        ]),
  ];
}

/** Most page numbers that are listed. */
const LISTED_MAX = 20;

function pagesOf(numbers: readonly number[]): string {
  if (numbers.length > LISTED_MAX) return `${String(numbers.length)} pages`;
  const names = new Intl.ListFormat('en').format(numbers.map(String));
  return numbers.length === 1 ? `page ${names}` : `pages ${names}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
