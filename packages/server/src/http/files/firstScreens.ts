import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Integration } from '@sotto/widget-core/api';
import { chooseLanguage, offeredLanguages } from '@sotto/widget-core/internal/config';
import { describeFailure, type Logger } from '../../lib/logger';
import type { AppContext } from '../appEnv';

/** What the first picture of a widget depends on, besides the widget. */
export interface FirstScreenRequest {
  readonly scheme: 'light' | 'dark';
  /** BCP 47 tag. */
  readonly language: string;
  readonly layout: string | undefined;
  readonly isMobile: boolean;
  readonly isTouch: boolean;
  /** A loader is around the frame. */
  readonly isEmbedded: boolean;
}

/** Draws what a visitor sees first. */
export interface FirstScreens {
  /**
   * Bar, welcome and text box as HTML.
   *
   * @param base - address of the server, as pages see it
   * @returns undefined where the application has to draw them
   */
  draw(integration: Integration, base: string, request: FirstScreenRequest): Promise<string | undefined>;
}

type DrawFirstScreen = (
  options: FirstScreenRequest & { readonly integration: Integration; readonly base: string },
) => Promise<string | undefined>;

/** How many first screens are remembered: one for each widget, language, colour scheme and kind of device. */
const REMEMBERED_SCREENS = 500;

/** @param file - the frame's program that draws, or undefined before a build */
export function createFirstScreens(file: string | undefined, logger: Pick<Logger, 'error'>): FirstScreens {
  const screens = new Map<string, Promise<string | undefined>>();
  let program: Promise<DrawFirstScreen> | undefined;
  const load = async (path: string): Promise<DrawFirstScreen> =>
    ((await import(/* @vite-ignore */ pathToFileURL(path).href)) as { drawFirstScreen: DrawFirstScreen })
      .drawFirstScreen;

  return {
    async draw(integration, base, request) {
      if (file === undefined) return undefined;
      const options = { integration, base, ...request };
      const key = createHash('sha256').update(JSON.stringify(options)).digest('base64');
      const drawn =
        screens.get(key) ??
        (program ??= load(file))
          .then((draw) => draw(options))
          // The chat works without: the application draws it.
          .catch((error: unknown) => {
            logger.error({ event: 'firstScreen', ...describeFailure(error) });
            return undefined;
          });
      screens.delete(key);
      screens.set(key, drawn);
      const [oldest] = screens.keys();
      if (screens.size > REMEMBERED_SCREENS && oldest !== undefined) screens.delete(oldest);
      return drawn;
    },
  };
}

/** Parameters of the frame's address that the first picture follows, or that change nothing in it. */
const KNOWN_PARAMETERS = new Set(
  'type v scheme lang language locale layout mobile instance isolated embed origin open reload'.split(' '),
);

/**
 * How the first picture of a request is to be drawn.
 *
 * @returns undefined where the page around has settings of its own, which the server does not know
 */
export function readFirstScreenRequest(context: AppContext, language: string): FirstScreenRequest | undefined {
  const query = context.req.query();
  if (query['open'] === 'false' || !Object.keys(query).every((name) => KNOWN_PARAMETERS.has(name))) return undefined;
  const userAgent = context.req.header('user-agent') ?? '';
  return {
    scheme: query['scheme'] === 'dark' ? 'dark' : 'light',
    language,
    layout: query['layout'],
    isMobile: query['mobile'] === 'true',
    isTouch: /Android|iPhone|iPad|Mobile/.test(userAgent),
    isEmbedded: query['v'] !== undefined,
  };
}

/** The language of a visitor who has picked none, as the widget itself would choose it. */
export function readVisitorLanguage(context: AppContext, { config, languages }: Integration): string {
  const { language, locale, lang } = context.req.query();
  const { intl, language: configured } = config;
  return chooseLanguage({
    chosen: undefined,
    requested: language ?? locale ?? lang ?? (typeof configured === 'string' ? configured : undefined),
    browser: acceptedLanguages(context.req.header('accept-language') ?? ''),
    offered: offeredLanguages({ languages, intl: typeof intl === 'object' && intl !== null ? { ...intl } : {} }),
  });
}

/** The languages of an `Accept-Language` header, the favourite first. */
function acceptedLanguages(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', quality] = entry.trim().split(/\s*;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
