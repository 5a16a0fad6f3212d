import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { WidgetError } from '@sotto/widget-core';
import type { Contact } from '@sotto/widget-core/api';
import { FillLayout } from '../layouts/FillLayout';
import { renderWidget } from '../testing/renderWidget';

async function setUp(config: Readonly<Record<string, unknown>> = {}) {
  const rendered = renderWidget(<FillLayout isFloating={false} />, { contactCollection: true, ...config });
  const { widget } = rendered;
  const assigned: (Contact | undefined)[] = [];
  let refusal: WidgetError | undefined;
  widget.contact.assign = (contact) => {
    if (refusal) return Promise.reject(refusal);
    assigned.push(contact);
    widget.view.setState({ contact: contact ?? null });
    return Promise.resolve({ id: 'contact' });
  };
  act(() => {
    widget.addMessage('user', 'Hello');
    widget.conversation.setState({ conversationId: 'conversation' });
  });
  await screen.findByLabelText('Email');
  const fill = (name: string, email: string): void => {
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: name } });
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } });
  };
  const save = async (): Promise<void> => {
    await act(async () => {
      fireEvent.submit(screen.getByLabelText('Email').closest('form') as HTMLFormElement);
      await Promise.resolve();
    });
  };
  return {
    ...rendered,
    assigned,
    fill,
    save,
    refuse: (error: WidgetError) => {
      refusal = error;
    },
  };
}

const problemOf = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).validationMessage;

describe('W-10 the contact form', () => {
  it('stores name and address, says so, and goes', async () => {
    const { assigned, fill, save, widget } = await setUp();
    fill(' Ada ', ' ada@example.com ');
    await save();
    expect(assigned).toEqual([{ name: 'Ada', email: 'ada@example.com' }]);
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(widget.view.getState().toasts.map((toast) => toast.text)).toEqual(['Sent']);
  });

  it('needs both fields', async () => {
    const { assigned, fill, save } = await setUp();
    for (const label of ['Name', 'Email']) expect(screen.getByLabelText(label).hasAttribute('required')).toBe(true);
    fill('   ', 'ada@example.com');
    await save();
    expect(assigned).toEqual([]);
    fill('Ada', '');
    await save();
    expect(assigned).toEqual([]);
  });

  it('says what is wrong under the field, and puts the focus there', async () => {
    const { fill, save } = await setUp();
    fill('Ada', 'ada@example');
    await save();
    const email = screen.getByLabelText('Email');
    expect(document.activeElement).toBe(email);
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Enter an email address',
    );
    fill('Ada', 'ada@example.com');
    expect(email.hasAttribute('aria-invalid')).toBe(false);
    expect(screen.queryByText('Enter an email address')).toBeNull();
  });

  it('keeps what was typed when the server refuses it', async () => {
    const { fill, save, refuse } = await setUp();
    refuse(new WidgetError('failed'));
    fill('Ada', 'ada@example.com');
    await save();
    expect(screen.getByRole('alert').textContent).toBe('Something went wrong.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
  });

  it('folds to one line and unfolds again', async () => {
    await setUp();
    const title = screen.getByRole('button', { name: 'How can we reach you?' });
    fireEvent.click(title);
    expect(title.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByLabelText('Email')).toBeNull();
    fireEvent.click(title);
    expect(screen.getByLabelText('Email')).toBeTruthy();
  });

  it('is empty again after a restart', async () => {
    const { widget, fill } = await setUp();
    fill('Ada', 'ada@example.com');
    await act(() => widget.conversation.restart());
    expect(screen.queryByLabelText('Email')).toBeNull();
    act(() => {
      widget.addMessage('user', 'Hello again');
      widget.conversation.setState({ conversationId: 'another' });
    });
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('');
  });

  it('is not shown before there is a conversation, or to somebody who is known', () => {
    const { widget, change } = renderWidget(
      <FillLayout isFloating={false} />,
      { contactCollection: true },
      { contact: { name: 'Ada' } },
    );
    change(() => {
      widget.addMessage('user', 'Hello');
      widget.conversation.setState({ conversationId: 'conversation' });
    });
    expect(screen.queryByText('How can we reach you?')).toBeNull();
  });
});

describe('VI-49 what has to be filled in', () => {
  it('is marked for eyes and for screen readers, and checked in the words of the visitor', async () => {
    const { assigned, fill, save, change, widget } = await setUp();
    change(() => {
      widget.view.setState(({ words }) => ({
        words: { ...words, nameMissing: 'Bitte einen Namen eingeben', emailInvalid: 'Bitte eine Adresse eingeben' },
      }));
    });
    for (const label of ['Name', 'Email']) {
      const field = screen.getByLabelText<HTMLInputElement>(label);
      expect(field.required).toBe(true);
      expect(field.closest('p')?.textContent).toBe(`${label} *`);
      expect(field.form?.noValidate).toBe(true);
    }
    const problems = () => [...document.querySelectorAll('.sotto-contact-problem')].map((each) => each.textContent);
    await save();
    expect(problems()).toEqual(['Bitte einen Namen eingeben', 'Bitte eine Adresse eingeben']);
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
    fill(' \u00a0 ', 'ada@example.com');
    await save();
    expect(problems()).toEqual(['Bitte einen Namen eingeben']);
    fill('Ada', 'ada@example.com');
    expect(problems()).toEqual([]);
    await save();
    expect(assigned).toEqual([{ name: 'Ada', email: 'ada@example.com' }]);
  });
});

describe('W-33 the address', () => {
  it('has to be one', async () => {
    const { assigned, fill, save } = await setUp();
    fill('Ada', 'ada@example');
    await save();
    expect(problemOf('Email')).toBe('Enter an email address');
    expect(assigned).toEqual([]);
    fill('Ada', 'ada@example.com');
    expect(problemOf('Email')).toBe('');
  });

  it('may not be a disposable one where the owner says so', async () => {
    const { assigned, fill, save } = await setUp({ blockDisposableEmails: true });
    fill('Ada', 'ada@mailinator.com');
    await save();
    await waitFor(() => {
      expect(problemOf('Email')).toBe('Please use a different email address');
    });
    expect(assigned).toEqual([]);
  });

  it('may be a disposable one elsewhere', async () => {
    const { assigned, fill, save } = await setUp();
    fill('Ada', 'ada@mailinator.com');
    await save();
    expect(assigned).toHaveLength(1);
  });
});
