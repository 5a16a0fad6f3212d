import { useState, type FormEvent } from 'react';
import { isWidgetError } from '@sotto/widget-core';
import { isBlockedEmail, isEmailAddress } from '@sotto/widget-core/internal';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWords } from '../hooks/useWidgetStore';

/** State of the form while it is being sent. */
export interface ContactSubmit {
  readonly isSending: boolean;
  /** Error message. */
  readonly error: string | undefined;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Clears the error of a field that is being corrected. */
  readonly onChange: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Validates and submits the contact form [W-10, W-33]. Invalid fields show an error in the visitor's language; errors
 * of the server are shown below the fields, and the input is kept.
 *
 * @param onSaved - called when the contact has been stored
 */
export function useContactSubmit(onSaved: () => void): ContactSubmit {
  const widget = useWidget();
  const words = useWords();
  const blocksDisposable = useConfig((config) => config.blockDisposableEmails);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string>();

  const send = async (form: HTMLFormElement, name: HTMLInputElement, email: HTMLInputElement): Promise<void> => {
    const address = email.value.trim();
    // The browser's own message would be in the browser's language.
    name.setCustomValidity(name.value === '' ? words.nameMissing : '');
    email.setCustomValidity(isEmailAddress(address) ? '' : words.emailInvalid);
    if (!form.reportValidity()) return;
    setSending(true);
    try {
      if (blocksDisposable && (await isBlockedEmail(address))) {
        email.setCustomValidity(words.emailBlocked);
        form.reportValidity();
        return;
      }
      await widget.contact.assign({ name: name.value, email: address });
      onSaved();
    } catch (cause) {
      setError(isWidgetError(cause) && cause.code !== 'failed' ? cause.message : words.errorGeneric);
    } finally {
      setSending(false);
    }
  };

  return {
    isSending,
    error,
    onSubmit(event) {
      event.preventDefault();
      const form = event.currentTarget;
      const [name, email] = [form.elements.namedItem('name'), form.elements.namedItem('email')];
      if (isSending || !(name instanceof HTMLInputElement) || !(email instanceof HTMLInputElement)) return;
      // The browser accepts a name of spaces.
      name.value = name.value.trim();
      setError(undefined);
      void send(form, name, email);
    },
    onChange({ target }) {
      if (target instanceof HTMLInputElement) target.setCustomValidity('');
    },
  };
}
