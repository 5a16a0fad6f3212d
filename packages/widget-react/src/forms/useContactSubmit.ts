import { useState, type FormEvent } from 'react';
import { isWidgetError } from '@sotto/widget-core';
import { isBlockedEmail, isEmailAddress } from '@sotto/widget-core/internal';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWords } from '../hooks/useWidgetStore';

/** How the form stands while it is being sent. */
export interface ContactSubmit {
  readonly isSending: boolean;
  /** What went wrong, in words. */
  readonly error: string | undefined;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The visitor corrects a field: its error no longer applies. */
  readonly onChange: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Validates name and address, then sends them [W-10, W-33]. What does not fit is shown at its field, in the visitor's
 * language; what the server refuses stands under the fields, and what was typed stays.
 *
 * @param onSaved - the contact is stored
 */
export function useContactSubmit(onSaved: () => void): ContactSubmit {
  const widget = useWidget();
  const words = useWords();
  const blocksDisposable = useConfig((config) => config.blockDisposableEmails);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string>();

  const send = async (form: HTMLFormElement, name: HTMLInputElement, email: HTMLInputElement): Promise<void> => {
    const address = email.value.trim();
    // The browser's own sentence would be in the browser's language.
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
      // A name of blanks is no name; the browser counts it as one.
      name.value = name.value.trim();
      setError(undefined);
      void send(form, name, email);
    },
    onChange({ target }) {
      if (target instanceof HTMLInputElement) target.setCustomValidity('');
    },
  };
}
