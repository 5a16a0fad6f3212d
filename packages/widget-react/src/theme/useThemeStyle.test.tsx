import { describe, expect, it } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { useThemeStyle } from './useThemeStyle';

/** The scheme that a widget with these settings has on a page whose visitor prefers light. */
function schemeOf(config: Readonly<Record<string, unknown>>): string {
  let scheme = '';
  function Probe() {
    ({ scheme } = useThemeStyle());
    return null;
  }
  renderWidget(<Probe />, config);
  return scheme;
}

describe('W-35 the scheme', () => {
  it.each([
    [{}, 'light'],
    [{ colorScheme: 'dark' }, 'dark'],
    [{ colorScheme: 'light' }, 'light'],
    [{ colorScheme: 'auto' }, 'light'],
    [{ theme: 'dark' }, 'dark'],
    [{ theme: 'light' }, 'light'],
    // A theme that is dark or light by its name is so whatever else is said.
    [{ theme: 'dark', colorScheme: 'light' }, 'dark'],
    [{ theme: 'light', colorScheme: 'dark' }, 'light'],
  ])('of %j is %s', (config, expected) => {
    expect(schemeOf(config)).toBe(expected);
  });
});
