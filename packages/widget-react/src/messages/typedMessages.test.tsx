import { fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Composer } from '../composer/Composer';
import { renderWidget } from '../testing/renderWidget';
import { MessageList } from './list/MessageList';

const TEXTS = [
  '2*3*4 = 24, **not bold**, snake_case_name and ~~5~~',
  '# not a title\n- nor a list\n10. nor a number\n10. again',
  '/approve <id>, areas/<meta-name>/<name>, <div class="a">Keep</div> &lt;',
  '    if indented:\n\tby_a_tab()\n\n\nfar below',
  '$x$, `code`\n```js\nlet a;\n```\n[1]: https://a.example',
  '\u202Eturned\u202C \u200Fמימין זero\u200Bwidth 👨‍👩‍👧‍👦 \uD83D half',
  'x'.repeat(32_768),
];

describe('md-15 inp-05 what a visitor wrote is never changed', () => {
  it.each(TEXTS)('it is in the bubble as it was typed: %#', (text) => {
    const { widget, change, container } = renderWidget(<MessageList />);
    change(() => {
      widget.addMessage('user', text);
      widget.addMessage('input', text);
    });
    const bubbles = [...container.querySelectorAll('.sotto-bubble')];
    expect(bubbles.map(({ textContent }) => textContent)).toEqual([text, text]);
    expect(bubbles.flatMap((bubble) => [...bubble.querySelectorAll(':not(p, a)')])).toEqual([]);
  });

  it.each(TEXTS)('it is sent as it was typed, but for blank lines before it and spaces behind it: %#', (text) => {
    const { widget, getByRole } = renderWidget(<Composer />);
    const box = getByRole('textbox');
    fireEvent.change(box, { target: { value: text.length < 32_768 ? `\n \n${text} \n` : text } });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(widget.sent).toEqual([text]);
  });

  it('it is in its editor as it was typed', async () => {
    const { widget, change, findByRole, container } = renderWidget(<MessageList />);
    const text = '    if *indented*:\n\tby_a_tab()';
    change(() => {
      widget.addMessage('user', text);
    });
    fireEvent.click(await findByRole('button', { name: 'Edit' }));
    await waitFor(() => {
      expect(container.querySelector('textarea')?.value).toBe(text);
    });
  });

  it('each line has the direction of its words, and an override ends with the bubble', () => {
    const { widget, change, container } = renderWidget(<MessageList />);
    change(() => {
      widget.addMessage('user', 'Hello \u202Eevil\nשלום');
    });
    expect(container.querySelector('.sotto-bubble > p')?.getAttribute('dir')).toBe('auto');
  });
});
