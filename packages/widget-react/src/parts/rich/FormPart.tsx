import { useEffect, useId, useRef } from 'react';
import { fillWord } from '@sotto/widget-core/internal';
import type { FormContent } from '@sotto/widget-core/content';
import { useConfig, useConversation, useWords } from '../../hooks/useWidgetStore';
import { AlertIcon, CheckIcon } from '../../icons/icons';
import { textDirection } from '../../lib/textDirection';
import { FormField } from './FormField';
import { InlineContent } from '../InlineContent';
import { readInline } from './richInline';
import { useFormSubmit } from './useFormSubmit';

interface FormPartProps {
  readonly form: FormContent;
  /** Source of the block, which identifies an answer given before a reload. */
  readonly source?: string;
}

/**
 * A form in a message [W-22]. It is submitted to an address that the owner allows, which is shown, or sent as a
 * message. The browser validates the input, which is kept if submitting fails.
 */
export function FormPart({ form, source }: FormPartProps) {
  const id = useId();
  const words = useWords();
  const math = useConfig((config) => config.math);
  const isClosed = useConfig((config) => config.disabled);
  const isBusy = useConversation((state) => state.reply !== undefined);
  const { status, invalid, target, values, onSubmit } = useFormSubmit(form, source);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (invalid.length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [invalid]);

  const isRefused = target !== undefined && target.address === undefined;
  const isSent = status.name === 'sent';
  const isResting = isRefused || isClosed || status.name === 'sending' || (target === undefined && isBusy);
  const caption = status.name === 'failed' ? words.retry : (form.submit ?? words.send);
  return (
    <form
      ref={element}
      className="sotto-form"
      data-state={status.name}
      dir={textDirection(form.fields.map(({ label }) => label).join())}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isResting && !isSent) onSubmit(event.currentTarget);
      }}
    >
      <fieldset role="presentation" className="sotto-form-fields" disabled={isSent}>
        {form.fields.map((field, index) => (
          <FormField
            key={index}
            field={field}
            index={index}
            formId={id}
            value={values?.[field.name] ?? field.default}
            isInvalid={invalid.includes(field.name)}
          />
        ))}
      </fieldset>
      {status.name === 'failed' && (
        <p className="sotto-form-failure" role="alert">
          <AlertIcon />
          <span dir="auto">{status.message ?? words.errorGeneric}</span>
        </p>
      )}
      {isRefused && (
        <p className="sotto-form-failure" id={`${id}-why`}>
          <AlertIcon />
          <span>{fillWord(words.formRefused, { host: target.host })}</span>
        </p>
      )}
      <div className="sotto-form-foot">
        {isSent ? (
          <Sent wasFilledIn={values !== undefined} />
        ) : (
          <button
            type="submit"
            className="sotto-main-button"
            aria-disabled={isResting || undefined}
            data-spent={(isResting && !isBusy) || undefined}
            {...(isRefused && {
              'aria-describedby': `${id}-why`,
              title: fillWord(words.formRefused, { host: target.host }),
            })}
          >
            <InlineContent inlines={readInline(caption, { math })} />
          </button>
        )}
        {target?.address !== undefined && (
          <span className="sotto-form-target">{fillWord(words.formTarget, { host: target.host })}</span>
        )}
      </div>
    </form>
  );
}

/** Replaces the submit button and takes its focus. */
function Sent({ wasFilledIn }: { readonly wasFilledIn: boolean }) {
  const words = useWords();
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!wasFilledIn) place.current?.focus({ preventScroll: true });
  }, [wasFilledIn]);
  return (
    <p ref={place} className="sotto-form-sent" role="status" tabIndex={-1}>
      <CheckIcon />
      {words.formSent}
    </p>
  );
}
