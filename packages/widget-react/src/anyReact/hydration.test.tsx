import { act, waitFor } from '@testing-library/react';
import { StrictMode, version } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { ChatWidget } from '../index';
import { SottoChat, useSottoChat, useSottoEvent, useSottoFunctions } from '../embed/index';
import { stubServer } from '../testing/stubServer';

const BASE = 'https://chat.example.com';

function Reader() {
  const unread = useSottoChat((chat) => chat.unread);
  useSottoEvent('receive', () => undefined);
  useSottoFunctions({});
  return <p>{unread}</p>;
}

it(`a page from a server is taken over in strict mode without a complaint, in React ${version}`, async () => {
  stubServer();
  const page = (
    <StrictMode>
      <main>
        <ChatWidget base={BASE} widget="demo" layout="stretch" />
        <SottoChat base={BASE} widget="demo" layout="stretch" className="place" />
        <Reader />
      </main>
    </StrictMode>
  );
  const container = document.createElement('div');
  container.innerHTML = renderToString(page);
  document.body.append(container);
  const complaints: unknown[] = [];
  const logged = vi.spyOn(console, 'error').mockImplementation((...words) => complaints.push(words));
  const root = hydrateRoot(container, page, { onRecoverableError: (error) => complaints.push(error) });
  await waitFor(() => {
    expect(container.querySelector('textarea')).not.toBeNull();
  });
  // What the test environment cannot load is not React's complaint.
  expect(complaints.filter((words) => !/JavaScript file loading|NotSupportedError/.test(String(words)))).toEqual([]);
  act(() => {
    root.unmount();
  });
  logged.mockRestore();
  container.remove();
});
