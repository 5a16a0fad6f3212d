import { themeToProperties, type ResolvedTheme } from '@sotto/widget-core';

/** What the presets' padding looks like. Around short lines the same space on all sides looks larger above and below than beside them. */
const PADDINGS: Readonly<Record<ResolvedTheme['messageStyle'], Partial<ResolvedTheme>>> = {
  bubble: { messagesPadding: '16px', introMessagePadding: '0px', userMessagePadding: '10px 14px', botMessagePadding: '10px 14px', contextMessagePadding: '0px' },
  stack: { messagesPadding: '0px', introMessagePadding: '16px 16px 0px', userMessagePadding: '14px 16px', botMessagePadding: '14px 16px', contextMessagePadding: '0px 16px 12px' },
};

/**
 * A theme as it is drawn: exactly what the owner wrote, and by eye where only a preset speaks [W-35]. Paddings are
 * balanced, and rows of the full width do not take the strong colour that a dark scheme has for small bubbles.
 *
 * @param written - the fields that the owner set
 */
export function opticalTheme(theme: ResolvedTheme, scheme: 'light' | 'dark', written: Readonly<Partial<Record<string, unknown>>>): Record<`--sotto-${string}`, string> {
  const { messageStyle, conversationPrimary, conversationText, botMessageLink } = theme;
  const isDarkStack = messageStyle === 'stack' && scheme === 'dark' && written['userMessagePrimary'] === undefined;
  const drawn: Record<string, unknown> = { ...theme };
  const choose = (fields: Partial<ResolvedTheme>): void => {
    for (const [field, value] of Object.entries(fields)) {
      const isWritten = written[field] !== undefined || (field.endsWith('MessagePadding') && written['messagePadding'] !== undefined);
      if (!isWritten) drawn[field] = value;
    }
  };
  choose(PADDINGS[messageStyle]);
  if (isDarkStack) choose({ userMessagePrimary: conversationPrimary, userMessageText: conversationText, userMessageLink: botMessageLink });
  return themeToProperties(drawn as ResolvedTheme);
}
