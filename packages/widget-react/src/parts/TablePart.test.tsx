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

  it.each([
    ['| الميزة | فردية |', 'rtl'],
    ['| | צוות | API |', 'rtl'],
    ['| `npm i` | (1) الأمر |', 'rtl'],
    ['| **2.** כן | Yes |', 'rtl'],
    ['| Plan | السعر |', 'ltr'],
    ['| 料金 | 1 |', 'ltr'],
    ['| 1 | 2 |', null],
  ])('VI-22: the columns of %s run in the direction of its words', async (head, direction) => {
    const { widget, change } = renderWidget(<MessageList />);
    const columns = head.split('|').length - 2;
    change(() => {
      widget.addMessage('bot', `${head}\n${'|---'.repeat(columns)}|\n${'| x '.repeat(columns)}|`);
    });
    const table = await screen.findByRole('table');
    expect(table.parentElement?.getAttribute('dir')).toBe(direction);
  });
});
