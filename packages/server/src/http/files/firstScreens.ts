import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Integration } from '@sotto/widget-core/api';
import { languageOf } from '../../domain/visitorLanguage';
import { loadOnce } from '../../lib/loadOnce';
import { describeFailure, type Logger } from '../../lib/logger';
import type { AppContext } from '../appEnv';

/** What a first screen depends on, besides the widget. */
export interface FirstScreenRequest {
  readonly scheme: 'light' | 'dark';
  /** BCP 47 tag. */
  readonly language: string;
  readonly layout: string | undefined;
  readonly isMobile: boolean;
  readonly isTouch: boolean;
  /** Whether the frame is embedded by the loader. */
  readonly isEmbedded: boolean;
}

/** Renders first screens. */
export interface FirstScreens {
  /**
   * Renders top bar, welcome and text box as HTML.
   *
   * @param base - public address of the server
   * @returns undefined if the application has to render them
   */
  draw(integration: Integration, base: string, request: FirstScreenRequest): Promise<string | undefined>;
}

type DrawFirstScreen = (
  options: FirstScreenRequest & { readonly integration: Integration; readonly base: string },
) => Promise<string | undefined>;

/** Number of cached first screens: one per widget, language, colour scheme and kind of device. */
const REMEMBERED_SCREENS = 500;

/** @param file - the frame's program for rendering, or undefined before a build */
export function createFirstScreens(file: string | undefined, logger: Pick<Logger, 'error'>): FirstScreens {
  const screens = new Map<string, Promise<string | undefined>>();
  const program =
    file === undefined
      ? undefined
      : loadOnce(
          async () =>
            (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { drawFirstScreen: DrawFirstScreen },
        );

  return {
    async draw(integration, base, request) {
      if (program === undefined) return undefined;
      const options = { integration, base, ...request };
      const key = createHash('sha256').update(JSON.stringify(options)).digest('base64');
      const drawn =
        screens.get(key) ??
        program()
          .catch((error: unknown) => {
            screens.delete(key);
            throw error;
          })
          .then(({ drawFirstScreen }) => drawFirstScreen(options))
          // The chat works without it: the application renders it.
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

/** Parameters of the frame's address that the first screen depends on, or that do not affect it. */
const KNOWN_PARAMETERS = new Set(
  'type v scheme lang language locale layout mobile instance isolated embed origin open reload'.split(' '),
);

/**
 * Parameters for the first screen of a request.
 *
 * @returns undefined if the host page has settings unknown to the server
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

/** Default language of a visitor, as the widget would choose it. */
export function readVisitorLanguage(
  context: AppContext,
  integration: Pick<Integration, 'config' | 'languages'>,
): string {
  const { language, locale, lang } = context.req.query();
  const browser = acceptedLanguages(context.req.header('accept-language') ?? '');
  return languageOf(integration, browser, language ?? locale ?? lang);
}

/** Languages of an `Accept-Language` header, preferred first. */
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
