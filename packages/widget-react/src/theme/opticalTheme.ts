import type { ResolvedTheme } from '@sotto/widget-core';
import { themeToProperties } from '@sotto/widget-core/internal';

/** Optical padding for presets: around short lines, equal padding looks larger above and below than beside. */
const PADDINGS: Readonly<Record<ResolvedTheme['messageStyle'], Partial<ResolvedTheme>>> = {
  bubble: {
    messagesPadding: '16px',
    introMessagePadding: '0px',
    userMessagePadding: '10px 14px',
    botMessagePadding: '10px 14px',
    contextMessagePadding: '0px',
  },
  stack: {
    messagesPadding: '0px',
    introMessagePadding: '16px 16px 0px',
    userMessagePadding: '14px 16px',
    botMessagePadding: '14px 16px',
    contextMessagePadding: '0px 16px 12px',
  },
};

/**
 * The theme to render: the owner's values unchanged, and optical corrections for presets' values [W-35]. Padding is
 * balanced, and full-width rows do not use the strong colour that dark schemes have for small bubbles.
 *
 * @param written - fields that the owner set
 */
export function opticalTheme(
  theme: ResolvedTheme,
  scheme: 'light' | 'dark',
  written: Readonly<Partial<Record<string, unknown>>>,
): Record<`--sotto-${string}`, string> {
  const { messageStyle, conversationPrimary, conversationText, botMessageLink } = theme;
  const isDarkStack = messageStyle === 'stack' && scheme === 'dark' && written['userMessagePrimary'] === undefined;
  const drawn: Record<string, unknown> = { ...theme };
  const choose = (fields: Partial<ResolvedTheme>): void => {
    for (const [field, value] of Object.entries(fields)) {
      const isWritten =
        written[field] !== undefined || (field.endsWith('MessagePadding') && written['messagePadding'] !== undefined);
      if (!isWritten) drawn[field] = value;
    }
  };
  choose(PADDINGS[messageStyle]);
  if (isDarkStack)
    choose({
      userMessagePrimary: conversationPrimary,
      userMessageText: conversationText,
      userMessageLink: botMessageLink,
    });
  const properties = themeToProperties({ ...theme, ...drawn });
  return theme.buttonPrimary === 'transparent' ? onBarePage(properties) : properties;
}

/**
 * `blank` inherits colours from the page. In `color-mix()` `inherit` is invalid, so `currentColor` is used; layers
 * above the conversation and focus rings need a colour of their own.
 */
function onBarePage(properties: Record<string, string>): Record<`--sotto-${string}`, string> {
  const visible = Object.entries(properties).map(
    ([name, value]) => [name, value === 'inherit' ? 'currentColor' : value] as const,
  );
  return {
    ...Object.fromEntries(visible),
    '--sotto-accent': 'currentColor',
    '--sotto-layer': 'Canvas',
    '--sotto-ink': 'CanvasText',
  };
}
