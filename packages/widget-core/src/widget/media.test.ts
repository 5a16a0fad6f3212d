import { describe, expect, it } from 'vitest';
import { createHarness } from '../testing/widgetHarness';
import { guessMedia } from './media';

const guess = (userAgent: string): boolean =>
  guessMedia({ userAgent, matchesMedia: () => false, viewport: () => ({ width: 420, height: 860 }) }).mobile;

describe('W-41 mobile', () => {
  it.each([
    [
      'iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      true,
    ],
    [
      'Android phone',
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
      true,
    ],
    ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', true],
    [
      'Android tablet',
      'Mozilla/5.0 (Linux; Android 14; Pixel Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      false,
    ],
    [
      'iPad',
      'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/604.1',
      false,
    ],
    [
      'Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      false,
    ],
    [
      'Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      false,
    ],
    ['nothing', '', false],
  ])('is first guessed from the user agent: %s', (_, userAgent, isMobile) => {
    expect(guess(userAgent)).toBe(isMobile);
  });

  it('is what a media message says from then on, and nothing else of the guess is lost', () => {
    const harness = createHarness();
    const widget = harness.open(harness.openTab());
    const before = widget.view.getState().media;
    widget.view.setMedia({ mobile: !before.mobile });
    expect(widget.view.getState().media).toEqual({ ...before, mobile: !before.mobile });
    widget.view.setMedia({ keyboardInset: 300 });
    expect(widget.view.getState().media.mobile).toBe(!before.mobile);
    widget.close();
  });
});
