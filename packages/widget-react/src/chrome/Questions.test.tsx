import { cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FillLayout } from '../layouts/FillLayout';
import { renderWidget } from '../testing/renderWidget';

async function setUp(text?: string, title?: string) {
  const rendered = renderWidget(<FillLayout isFloating />);
  const answer = vi.spyOn(rendered.widget.functions, 'answer');
  screen.getByRole('textbox').focus();
  rendered.change(() => {
    rendered.widget.view.setState({ functionQuestion: { callId: 'call-1', name: 'addToCart', title, text } });
  });
  // It is loaded when there is something to ask.
  await screen.findByRole('alertdialog');
  return { ...rendered, answer };
}

describe("W-40 a function that wants the visitor's word", () => {
  it("asks with the function's title, and Yes lets it run", async () => {
    const { answer } = await setUp(undefined, 'Fills your cart');
    expect(screen.getByRole('alertdialog', { name: 'Allow "Fills your cart"?' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(answer).toHaveBeenCalledWith('call-1', true);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it("asks with the page's own text, and still names the function", async () => {
    await setUp('Put two bags of Kenya AA into your cart?', 'Fills your cart');
    expect(screen.getByRole('alertdialog').textContent).toContain('Put two bags of Kenya AA into your cart?');
    expect(screen.getByRole('alertdialog').textContent).toContain('Fills your cart');
  });

  it('EN-21: shows no raw name of a function without a title, with and without own text', async () => {
    await setUp();
    expect(screen.getByRole('alertdialog', { name: 'Allow this action?' })).toBeTruthy();
    expect(screen.getByRole('alertdialog').textContent).not.toContain('addToCart');
    cleanup();
    await setUp('Put two bags into your cart?');
    expect(screen.getByRole('alertdialog').textContent).not.toContain('addToCart');
  });

  it('gives no button the focus: a space that was meant for the text answers nothing', async () => {
    const { answer } = await setUp();
    expect(document.activeElement).toBe(screen.getByRole('alertdialog'));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: ' ' });
    expect(answer).not.toHaveBeenCalled();
  });

  it('takes Escape for a No', async () => {
    const { answer } = await setUp();
    fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
    expect(answer).toHaveBeenCalledWith('call-1', false);
  });
});
