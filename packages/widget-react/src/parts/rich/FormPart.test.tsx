import { act, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FormContent, FormFieldContent } from '@sotto/widget-core/content';
import { WidgetProvider } from '../../WidgetProvider';
import { renderWidget } from '../../testing/renderWidget';
import { FormPart } from './FormPart';

const field = (changes: Partial<FormFieldContent> & Pick<FormFieldContent, 'name'>): FormFieldContent => ({
  label: changes.name,
  type: 'text',
  default: '',
  options: [],
  placeholder: '',
  required: false,
  ...changes,
});
const FIELDS: readonly FormFieldContent[] = [
  field({ name: 'order', label: 'Order number', default: 'A-1' }),
  field({
    name: 'reason',
    label: 'Reason',
    type: 'select',
    options: [
      { value: 's', caption: 'Too small' },
      { value: 'l', caption: 'Too large' },
    ],
    default: 's',
  }),
  field({ name: 'size', label: 'Size', type: 'radio', options: [{ value: 'm', caption: 'Medium' }], default: 'm' }),
  field({ name: 'pieces', label: 'Pieces', type: 'number' }),
  field({ name: 'receipt', label: 'Receipt', type: 'checkbox', default: 'true' }),
  field({ name: 'more', label: 'More', type: 'object', default: 'colour: blue' }),
];
const FORM: FormContent = { method: 'POST', submit: 'Ask for it', fields: FIELDS };

function setUp(form: Partial<FormContent> = {}) {
  const screen = renderWidget(<FormPart form={{ ...FORM, ...form }} source="the form" />);
  const element = screen.container.querySelector('form');
  if (!element) throw new Error('there is no form');
  return {
    ...screen,
    element,
    send: vi.spyOn(screen.widget.conversation, 'send'),
    submit: async () => {
      await act(async () => {
        fireEvent.submit(element);
        await import('@sotto/widget-core/content').then(({ loadRichBlocks }) => loadRichBlocks());
      });
    },
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('W-22 a form that answers the bot', () => {
  it('sends one line a field, with the values beside it', async () => {
    const { submit, send, getByText, getByLabelText } = setUp();
    await submit();
    expect(send).toHaveBeenCalledExactlyOnceWith({
      message: 'Order number: A-1\nReason: Too small\nSize: Medium\nPieces: –\nReceipt: Yes\nMore: colour: blue',
      type: 'input',
      meta: { form: { order: 'A-1', reason: 's', size: 'm', receipt: true, more: { colour: 'blue' } } },
    });
    expect(document.activeElement).toBe(getByText('Sent'));
    expect((getByLabelText('Order number') as HTMLInputElement).closest('fieldset')?.disabled).toBe(true);
  });

  it('yields nothing while an object is none, and says so at the field', async () => {
    const { submit, send, getByLabelText, queryByText } = setUp();
    fireEvent.change(getByLabelText('More'), { target: { value: '- a list' } });
    await submit();
    expect(send).not.toHaveBeenCalled();
    expect(queryByText('Enter an object')).not.toBeNull();
    expect(document.activeElement).toBe(getByLabelText('More'));
    fireEvent.change(getByLabelText('More'), { target: { value: '' } });
    await submit();
    expect(send).toHaveBeenCalledWith(
      expect.objectContaining({ meta: { form: expect.objectContaining({ more: null }) as unknown } }),
    );
  });

  it('is still sent after a reload, with what was filled in', () => {
    const { widget, rerender, getByText, getByLabelText } = renderWidget(<span />);
    widget.addMessage('bot', '```form\nthe form\n```');
    widget.addMessage('input', 'Order number: B-2', { meta: { form: { order: 'B-2' } } });
    rerender(
      <WidgetProvider widget={widget}>
        <FormPart form={FORM} source="the form" />
      </WidgetProvider>,
    );
    expect(getByText('Sent')).toBeTruthy();
    expect((getByLabelText('Order number') as HTMLInputElement).value).toBe('B-2');
  });
});

describe('W-22 a form with an address', () => {
  const url = '/api/returns';

  it('shows who gets it, sends, and lets the answer be said by the bot', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"message":"We have it"}')));
    const { submit, send, widget, getByText } = setUp({ url });
    expect(getByText('Will be sent to chat.example.com')).toBeTruthy();
    await submit();
    await waitFor(() => {
      expect(getByText('Sent')).toBeTruthy();
    });
    expect(send).not.toHaveBeenCalled();
    expect(widget.conversation.getState().messages.at(-1)).toMatchObject({ type: 'bot', text: 'We have it' });
  });

  it('keeps everything that was typed when it fails, and tries again', async () => {
    const fetch = vi.fn(() => Promise.resolve(new Response('{"message":"The order is unknown"}', { status: 422 })));
    vi.stubGlobal('fetch', fetch);
    const { submit, getByRole, getByLabelText } = setUp({ url });
    fireEvent.change(getByLabelText('Order number'), { target: { value: 'Z-9' } });
    await submit();
    await waitFor(() => {
      expect(getByRole('alert').textContent).toBe('The order is unknown');
    });
    expect((getByLabelText('Order number') as HTMLInputElement).value).toBe('Z-9');
    expect(getByRole('button', { name: 'Try again' })).toBeTruthy();
    await submit();
    await waitFor(() => {
      expect(fetch).toHaveBeenCalledTimes(2);
    });
  });

  it('sends nothing to a stranger, and says why', async () => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    const { submit, send, getByRole, getByText } = setUp({ url: 'https://evil.test/steal' });
    expect(getByRole('button', { name: 'Ask for it' }).getAttribute('aria-disabled')).toBe('true');
    expect(getByText('This form isn’t allowed to send to evil.test.')).toBeTruthy();
    await submit();
    expect(fetch).not.toHaveBeenCalled();
    expect(send).not.toHaveBeenCalled();
  });

  it('is sent once however often it is pressed', async () => {
    const fetch = vi.fn(() => new Promise<Response>(() => undefined));
    vi.stubGlobal('fetch', fetch);
    const { submit } = setUp({ url });
    await submit();
    await submit();
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe('W-22 the fields of a form', () => {
  it('lets the browser check them and never takes a name from a stranger', () => {
    const { element } = setUp({
      fields: [
        field({ name: 'submit', required: true }),
        field({ name: 'email', type: 'email' }),
        field({ name: 'amount', type: 'number' }),
      ],
    });
    const [first, email, amount] = element.querySelectorAll('input');
    expect([first?.required, email?.type, amount?.step]).toEqual([true, 'email', 'any']);
    expect([first?.name, email?.name]).toEqual(['field-0', 'field-1']);
    expect(element.noValidate).toBe(false);
  });

  it('chooses nothing for the visitor in a list without a default', () => {
    const { getByLabelText } = setUp({
      fields: [
        field({
          name: 'reason',
          type: 'select',
          required: true,
          options: [{ value: 's', caption: 'Too small' }],
          placeholder: 'Choose',
        }),
      ],
    });
    expect((getByLabelText(/reason/) as HTMLSelectElement).value).toBe('');
  });
});

describe('VI-22 a form in a language from right to left', () => {
  it('runs in the direction of its labels', () => {
    const { element } = setUp({ fields: [field({ name: 'name', label: 'الاسم الكامل' }), ...FIELDS] });
    expect(element.getAttribute('dir')).toBe('rtl');
    expect(setUp().element.getAttribute('dir')).toBe('ltr');
  });
});
