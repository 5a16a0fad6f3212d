import type { FormFieldContent } from '@sotto/widget-core/content';
import { useConfig, useWords } from '../../hooks/useWidgetStore';
import { controlName } from './formValues';
import { InlineContent } from '../InlineContent';
import { readInline } from './richInline';

interface FormFieldProps {
  readonly field: FormFieldContent;
  readonly index: number;
  /** Prefix of the ids in this form; unique on the page. */
  readonly formId: string;
  /** Initial value. */
  readonly value: string;
  readonly isInvalid: boolean;
}

/** Maximum length of a text field, in characters. */
const MAX_VALUE_LENGTH = 10_000;

/** A field of a form in a message, with label, control and error message. */
export function FormField({ field, index, formId, value, isInvalid }: FormFieldProps) {
  const words = useWords();
  const id = `${formId}-${index}`;
  const label = <Label text={field.label} isRequired={field.required} />;
  if (field.type === 'checkbox') {
    return (
      <label className="sotto-form-check">
        <input type="checkbox" name={controlName(index)} defaultChecked={value === 'true'} required={field.required} />
        <span>{label}</span>
      </label>
    );
  }
  if (field.type === 'radio') {
    return (
      <fieldset className="sotto-form-field sotto-form-choices">
        <legend className="sotto-form-label">{label}</legend>
        {field.options.map((option, place) => (
          <label key={place} className="sotto-form-check">
            <input
              type="radio"
              name={controlName(index)}
              value={option.value}
              defaultChecked={option.value === value}
              required={field.required}
            />
            <span>
              <Label text={option.caption} />
            </span>
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <div className="sotto-form-field">
      <label className="sotto-form-label" htmlFor={id}>
        {label}
      </label>
      <Control field={field} index={index} id={id} value={value} isInvalid={isInvalid} />
      {isInvalid && (
        <p className="sotto-form-error" id={`${id}-error`}>
          {words.formObject}
        </p>
      )}
    </div>
  );
}

function Label({ text, isRequired = false }: { readonly text: string; readonly isRequired?: boolean }) {
  const math = useConfig((config) => config.math);
  return (
    <bdi>
      <InlineContent inlines={readInline(text, { math })} />
      {isRequired && (
        <span className="sotto-form-required" aria-hidden="true">
          {' '}
          *
        </span>
      )}
    </bdi>
  );
}

function Control({ field, index, id, value, isInvalid }: Omit<FormFieldProps, 'formId'> & { readonly id: string }) {
  const common = {
    id,
    name: controlName(index),
    required: field.required,
    className: 'sotto-form-control',
    dir: 'auto',
    ...(isInvalid && { 'aria-invalid': true, 'aria-describedby': `${id}-error` }),
  } as const;
  const placeholder = field.placeholder === '' ? {} : { placeholder: field.placeholder };
  if (field.type === 'select') {
    const isKnown = field.options.some((option) => option.value === value);
    return (
      <select {...common} dir={undefined} defaultValue={isKnown ? value : ''}>
        {!isKnown && <option value="">{field.placeholder}</option>}
        {field.options.map((option, place) => (
          <option key={place} value={option.value}>
            {option.caption}
          </option>
        ))}
      </select>
    );
  }
  if (field.type === 'textarea' || field.type === 'object') {
    const code = field.type === 'object' ? { 'data-code': true, spellCheck: false, autoCapitalize: 'off' } : {};
    return (
      <textarea {...common} {...placeholder} {...code} rows={3} maxLength={MAX_VALUE_LENGTH} defaultValue={value} />
    );
  }
  // `any`: otherwise the browser rejects decimals.
  const number = field.type === 'number' ? ({ step: 'any', inputMode: 'decimal' } as const) : {};
  const known =
    field.type === 'email' || field.type === 'tel' || field.type === 'url' ? { autoComplete: field.type } : {};
  return (
    <input
      {...common}
      {...placeholder}
      {...number}
      {...known}
      type={field.type}
      maxLength={MAX_VALUE_LENGTH}
      defaultValue={value}
    />
  );
}
