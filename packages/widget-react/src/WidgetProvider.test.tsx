import { cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { ChatWidget } from './ChatWidget';
import { createFakeWidget, type FakeWidget } from './testing/fakeWidget';

afterEach(cleanup);

describe('a widget as a component', () => {
  it('makes and closes its own widget, and leaves none open behind after the rehearsal of StrictMode', async () => {
    const made: FakeWidget[] = [];
    const create = (): FakeWidget => {
      const widget = createFakeWidget();
      made.push(widget);
      return widget;
    };
    const { unmount, findByRole } = render(
      <StrictMode>
        <ChatWidget create={create} />
      </StrictMode>,
    );
    expect(await findByRole('textbox')).toBeTruthy();
    expect(made.filter((widget) => !widget.isClosed)).toHaveLength(1);
    unmount();
    expect(made.filter((widget) => !widget.isClosed)).toHaveLength(0);
  });

  it('does not close a widget that lives elsewhere', () => {
    const widget = createFakeWidget();
    render(<ChatWidget widget={widget} />).unmount();
    expect(widget.isClosed).toBe(false);
  });

  it('makes nothing on a server', () => {
    const create = (): FakeWidget => {
      throw new Error('not here');
    };
    expect(renderToString(<ChatWidget create={create} />)).toBe('');
  });
});

describe('W-2 W-3 the popover on a page', () => {
  it('opens from its launcher with the cursor in the text box; Escape closes it and the focus returns', async () => {
    const widget = createFakeWidget({}, { isOpen: false });
    const { findByRole, getByRole, queryByRole } = render(<ChatWidget widget={widget} />);
    const launcher = await findByRole('button', { name: 'Open chat' });
    expect(queryByRole('textbox')).toBeNull();
    fireEvent.click(launcher);
    expect(document.activeElement).toBe(getByRole('textbox'));
    fireEvent.keyDown(getByRole('textbox'), { key: 'Escape' });
    expect(queryByRole('textbox')).toBeNull();
    await waitFor(() => {
      expect(document.activeElement).toBe(launcher);
    });
  });
});
