import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../icons/icons';
import { useWidget } from '../hooks/useWidget';
import { useWidgetView, useWords } from '../hooks/useWidgetStore';
import { useContactSubmit } from './useContactSubmit';

/** Below this panel height, in CSS pixels, the form starts collapsed. */
const LOW_PX = 600;

interface ContactFormProps {
  /** Receives the focus when the form is done. */
  readonly onDone: () => void;
}

/** Contact form above the text box, which can be collapsed to one line [W-10]. */
export function ContactForm({ onDone }: ContactFormProps) {
  const widget = useWidget();
  const words = useWords();
  const id = useId();
  const isLow = useWidgetView((view) => view.media.height > 0 && view.media.height < LOW_PX);
  const [isUnfolded, setUnfolded] = useState(!isLow);
  const root = useRef<HTMLFormElement>(null);
  const { isSending, error, onSubmit, onChange } = useContactSubmit(() => {
    widget.toasts.add({ kind: 'success', text: words.formSent });
    if (root.current?.contains(root.current.ownerDocument.activeElement)) onDone();
  });

  return (
    <form ref={root} className="sotto-contact" noValidate aria-labelledby={id} onSubmit={onSubmit} onChange={onChange}>
      <button
        type="button"
        className="sotto-contact-title"
        id={id}
        aria-expanded={isUnfolded}
        onClick={() => {
          setUnfolded(!isUnfolded);
        }}
      >
        {words.contactTitle}
        <Icon>
          <path d="m5.5 8 4.5 4.5L14.5 8" />
        </Icon>
      </button>
      {isUnfolded && (
        <>
          <div className="sotto-contact-fields">
            <TextField name="name" label={words.name} autoComplete="name" />
            <TextField name="email" label={words.email} autoComplete="email" type="email" />
          </div>
          {error !== undefined && (
            <p className="sotto-contact-error" role="alert">
              {error}
            </p>
          )}
          <button
            type="submit"
            className="sotto-main-button sotto-contact-submit"
            aria-disabled={isSending || undefined}
            aria-busy={isSending || undefined}
          >
            {words.contactSubmit}
          </button>
        </>
      )}
    </form>
  );
}

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly autoComplete: string;
  readonly type?: 'text' | 'email';
}

function TextField({ name, label, autoComplete, type = 'text' }: TextFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    // React has no such property. The browser's own message would cover the button that is needed next.
    const onInvalid = (event: Event): void => {
      event.preventDefault();
      setProblem(input.validationMessage);
      if ([...(input.form?.querySelectorAll('input') ?? [])].find((one) => !one.validity.valid) === input)
        input.focus();
    };
    input.addEventListener('invalid', onInvalid);
    return () => {
      input.removeEventListener('invalid', onInvalid);
    };
  }, []);
  return (
    <p className="sotto-contact-field">
      <span>
        <label htmlFor={id}>{label}</label>
        {/* For the eye: the field itself is marked as required. */}
        <span className="sotto-form-required" aria-hidden="true">
          {' *'}
        </span>
      </span>
      {/* Not type="email": browsers rewrite what is typed there, and check by rules of their own. */}
      <input
        ref={field}
        id={id}
        name={name}
        type="text"
        inputMode={type}
        autoComplete={autoComplete}
        autoCapitalize={type === 'email' ? 'none' : 'words'}
        spellCheck={false}
        dir={type === 'email' ? 'ltr' : 'auto'}
        maxLength={type === 'email' ? 254 : 200}
        required
        {...(problem !== '' && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
        onChange={() => {
          setProblem('');
        }}
      />
      {problem !== '' && (
        <span id={`${id}-problem`} className="sotto-contact-problem">
          {problem}
        </span>
      )}
    </p>
  );
}
