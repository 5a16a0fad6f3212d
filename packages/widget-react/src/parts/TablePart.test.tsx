import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { MessageList } from '../messages/list/MessageList';

afterEach(cleanup);

describe('W-16 a table', () => {
  it('W-16: an empty cell is the header of nothing', async () => {
    const { widget, change } = renderWidget(<MessageList />);
    change(() => {
      widget.addMessage('bot', '| | Free | Team |\n|---|---|---|\n| Chats | 3 | 30 |');
    });
    const table = await screen.findByRole('table');
    expect([...table.querySelectorAll('thead tr > *')].map(({ tagName }) => tagName)).toEqual(['TD', 'TH', 'TH']);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Free', 'Team']);
  });
});
