import type { ResolvedTheme } from '@sotto/widget-core';
import { themeToProperties } from '@sotto/widget-core/internal';

/**
 * What the presets' padding looks like. Around short lines the same space on all sides looks larger above and below
 * than beside them.
 */
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
 * A theme as it is drawn: exactly what the owner set, and optically corrected where a preset sets it [W-35]. Paddings are
 * balanced, and rows of the full width do not take the strong colour that a dark scheme has for small bubbles.
 *
 * @param written - the fields that the owner set
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
 * `blank` leaves colours to the page around it. `inherit` means nothing inside a mixture, where `currentColor` means
 * the same; and what
 * lies above the conversation or shows the focus must be seen even without colours.
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
