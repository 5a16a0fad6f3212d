import { fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeWidget } from '../testing/fakeWidget';
import { renderWidget } from '../testing/renderWidget';
import { Composer } from './Composer';

function setUp(config: Readonly<Record<string, unknown>> = {}) {
  const screen = renderWidget(<Composer />, config);
  const box = screen.getByRole('textbox') as HTMLTextAreaElement;
  return {
    ...screen,
    box,
    type: (text: string) => {
      fireEvent.change(box, { target: { value: text } });
    },
  };
}

describe('W-7 the text box', () => {
  it('sends with Enter and is empty afterwards', () => {
    const { box, type, widget } = setUp();
    type('  Hello  ');
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(widget.sent).toEqual(['Hello']);
    expect(box.value).toBe('');
  });

  it('sends what was typed a moment ago and is not drawn yet', () => {
    const widget = createFakeWidget();
    // The first keys may come before the box hears of changes: between its drawing and its effects.
    vi.spyOn(widget.draft, 'subscribe').mockReturnValue(() => undefined);
    const { getByRole } = renderWidget(<Composer />, {}, {}, widget);
    widget.draft.set('Hello');
    fireEvent.keyDown(getByRole('textbox'), { key: 'Enter' });
    expect(widget.sent).toEqual(['Hello']);
  });

  it.each([
    ['a phone keeps its keyboard down', true],
    ['a mouse leaves the text box ready for the next message', false],
  ])('after Send %s', (_, touch) => {
    const { box, type, change, widget, getByRole } = setUp();
    change(() => {
      widget.view.setMedia({ touch });
    });
    type('Hello');
    box.blur();
    fireEvent.click(getByRole('button', { name: 'Send' }));
    expect(widget.sent).toEqual(['Hello']);
    expect(document.activeElement === box).toBe(!touch);
  });

  it('VI-40 inp-05 refuses what is pasted and longer than a message may be, keeps the text, and drops NUL', async () => {
    const { box, type, widget, findByText, queryByText } = setUp();
    const limit = widget.integration.limits.textMaxLength;
    const paste = (text: string) => fireEvent.paste(box, { clipboardData: { getData: () => text } });
    type('Hello\0 there');
    expect(widget.draft.getState().text).toBe('Hello there');
    expect(paste('x'.repeat(limit))).toBe(true);
    expect(paste('x'.repeat(limit + 5))).toBe(false);
    await findByText(/5 characters too long/);
    expect(widget.draft.getState().text).toBe('Hello there');
    type('Hello there!');
    expect(queryByText(/too long/)).toBeNull();
  });

  it('VI-43 inp-03 on a touch screen Enter begins a line, whatever the keyboard reports, and the button sends', () => {
    const { box, type, change, widget, getByRole } = setUp();
    expect(box.getAttribute('enterkeyhint')).toBe('send');
    change(() => {
      widget.view.setMedia({ touch: true });
    });
    expect(box.getAttribute('enterkeyhint')).toBe('enter');
    type('Hello');
    for (const key of [{ key: 'Enter' }, { key: 'Enter', keyCode: 229 }, { key: 'Unidentified', keyCode: 229 }])
      expect(fireEvent.keyDown(box, key)).toBe(true);
    expect(widget.sent).toEqual([]);
    type('Hello\nagain');
    fireEvent.click(getByRole('button', { name: 'Send' }));
    expect(widget.sent).toEqual(['Hello\nagain']);
  });

  it('says by how much a text is too long, keeps all of it, and sends once it fits', async () => {
    const { box, type, widget, getByRole, findByRole, queryByRole } = setUp();
    const limit = widget.integration.limits.textMaxLength;
    type('a'.repeat(limit + 12));
    const note = await findByRole('status');
    expect(note.textContent).toBe('12 characters too long · 32,780 / 32,768');
    expect(box.getAttribute('aria-describedby')).toBe(note.id);
    expect(box.value).toHaveLength(limit + 12);
    expect((getByRole('button', { name: 'Send' }) as HTMLButtonElement).disabled).toBe(true);
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(widget.sent).toEqual([]);
    type('a'.repeat(limit));
    expect(queryByRole('status')).toBeNull();
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(widget.sent).toHaveLength(1);
  });

  it('breaks the line with Shift and Enter', () => {
    const { box, type, widget } = setUp();
    type('Hello');
    const isLeftToTheBrowser = fireEvent.keyDown(box, { key: 'Enter', shiftKey: true });
    expect(isLeftToTheBrowser).toBe(true);
    expect(widget.sent).toEqual([]);
  });

  it('never sends what an open input method still holds', () => {
    const { box, type, widget } = setUp();
    type('にほん');
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
    expect(widget.sent).toEqual([]);
    expect(box.value).toBe('にほん');
  });

  it('offers Stop instead of Send while the bot thinks and writes, and keeps what is typed', () => {
    const { box, type, widget, change, queryByRole, getByRole } = setUp();
    change(() => {
      widget.think();
    });
    expect(queryByRole('button', { name: 'Send' })).toBeNull();
    type('Next question');
    fireEvent.keyDown(box, { key: 'Enter' });
    change(() => {
      widget.write('Well');
    });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(widget.sent).toEqual([]);
    expect(box.value).toBe('Next question');
    fireEvent.click(getByRole('button', { name: 'Stop' }));
    expect(widget.calls).toContain('stop');
    fireEvent.click(getByRole('button', { name: 'Send' }));
    expect(widget.sent).toEqual(['Next question']);
  });

  it('takes the focus back when Stop has become a Send that is disabled', () => {
    const { box, widget, change, getByRole } = setUp();
    change(() => {
      widget.think();
    });
    getByRole('button', { name: 'Stop' }).focus();
    change(() => {
      widget.finish();
    });
    expect(document.activeElement).toBe(box);
  });

  it('sends nothing while it is empty, or when the owner switched it off, and says why', () => {
    const empty = setUp();
    expect((empty.getByRole('button', { name: 'Send' }) as HTMLButtonElement).disabled).toBe(true);
    empty.unmount();
    const off = setUp({ disabled: true });
    expect(off.box.disabled).toBe(true);
    expect(off.box.title).not.toBe('');
  });
});
