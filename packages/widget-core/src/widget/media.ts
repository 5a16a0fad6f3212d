import type { WidgetEnvironment } from '../lib/environment';
import type { Media } from './viewState';

const PHONE_PATTERN = /Android.+Mobile|iPhone|iPod|Windows Phone|Mobile Safari/i;

/** Initial guess of the browser's properties; the host's media messages correct it [W-41]. */
export function guessMedia(environment: Pick<WidgetEnvironment, 'userAgent' | 'matchesMedia' | 'viewport'>): Media {
  const { matchesMedia } = environment;
  return {
    mobile: PHONE_PATTERN.test(environment.userAgent),
    ...environment.viewport(),
    scheme: matchesMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light',
    reducedMotion: matchesMedia('(prefers-reduced-motion: reduce)'),
    highContrast: matchesMedia('(prefers-contrast: more)'),
    keyboardInset: 0,
    safeArea: { top: 0, right: 0, bottom: 0, left: 0 },
    touch: matchesMedia('(pointer: coarse)'),
  };
}
