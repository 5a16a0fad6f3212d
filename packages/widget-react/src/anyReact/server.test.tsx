// @vitest-environment node
import { version } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { ChatWidget, useConfig, WidgetProvider } from '../index';
import { SottoChat, useSottoChat, useSottoEvent, useSottoFunctions } from '../embed/index';

describe(`on a server, in React ${version}`, () => {
  it('is imported and drawn without a window, and complains of nothing', () => {
    expect(typeof window).toBe('undefined');
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    function Reader() {
      const element = useSottoChat();
      const unread = useSottoChat((chat) => chat.unread);
      useSottoEvent('receive', () => undefined);
      useSottoFunctions({});
      return (
        <p>
          {element === null ? 'none' : 'some'} {unread}
        </p>
      );
    }
    function NeverDrawn() {
      return <p>{useConfig((config) => config.barTitle)}</p>;
    }
    const create = (): never => {
      throw new Error('not here');
    };
    const html = renderToString(
      <>
        <ChatWidget base="https://chat.test" widget="demo" />
        <WidgetProvider create={create}>
          <NeverDrawn />
        </WidgetProvider>
        <SottoChat base="https://chat.test" widget="demo" />
        <SottoChat base="https://chat.test" widget="demo" layout="stretch" className="place" />
        <Reader />
      </>,
    );
    expect(html).toBe('<div class="place"></div><p>none<!-- --> <!-- -->0</p>');
    expect(complaints.mock.calls).toEqual([]);
    complaints.mockRestore();
  });
});
