import { describe, expect, it } from 'vitest';
import { resolveTheme } from '@sotto/widget-core/internal';
import type { ThemeOverrides } from '../../../widget-core/src/config/themeFields';
import type { ThemeName } from '../../../widget-core/src/config/themes';
import { opticalTheme } from './opticalTheme';

function draw(name: ThemeName, config: ThemeOverrides = {}, scheme: 'light' | 'dark' = 'light') {
  return opticalTheme(resolveTheme({ name, config }, scheme), scheme, config);
}

describe('W-35 a theme as it is drawn', () => {
  it('balances the paddings of messages until the owner writes them', () => {
    expect(draw('default')['--sotto-bot-message-padding']).toBe('10px 14px');
    expect(draw('stack')['--sotto-messages-padding']).toBe('0px');
    expect(draw('default', { botMessagePadding: '20px' })['--sotto-bot-message-padding']).toBe('20px');
    expect(draw('default', { botMessagePadding: '20px' })['--sotto-user-message-padding']).toBe('10px 14px');
  });

  it('gives one padding to all types', () => {
    const properties = draw('default', { messagePadding: '20px' });
    for (const type of ['user', 'bot', 'intro', 'context'])
      expect(properties[`--sotto-${type}-message-padding`]).toBe('20px');
  });

  it("keeps rows of the full width calm in the dark, and the owner's colour wins", () => {
    expect(draw('stack', {}, 'dark')['--sotto-user-message-primary']).toBe(
      draw('stack', {}, 'dark')['--sotto-conversation-primary'],
    );
    expect(draw('stack', { userMessagePrimary: '#123456' }, 'dark')['--sotto-user-message-primary']).toBe('#123456');
    expect(draw('default', {}, 'dark')['--sotto-user-message-primary']).toBe('#8fd0ba');
  });
});
