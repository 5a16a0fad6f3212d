import { passkeyAssertionSchema, type PasskeyAssertion } from '@sotto/hub-api';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { Island } from '../../site/Island';
import { useSite } from '../../site/SiteContext';
import { Complaint } from './FormFrame';
import type { FormState } from './formState';

interface PasskeyFormProps {
  /** Identifies the form on its page. */
  readonly name: string;
  readonly state: FormState;
  /** Path below `/v1/auth` that returns the options for the browser. */
  readonly begin: string;
  /** @default use a passkey */
  readonly isNew?: boolean;
  /** Whether browsers offer passkeys in the page's fields. @default false */
  readonly offersInFields?: boolean;
  /** Label of the button. */
  readonly submit: string;
  /** Shown instead of the button in browsers without passkeys. */
  readonly without: string;
  readonly children?: ReactNode;
}

/** A form that submits a signed challenge. Its button appears in browsers with passkeys. */
export function PasskeyForm({
  name,
  state,
  begin,
  isNew = false,
  offersInFields = false,
  submit,
  without,
  children,
}: PasskeyFormProps) {
  const { href } = useSite();
  return (
    <Island name="passkey" when="load" props={{ address: href(`/v1/auth${begin}`), isNew, offersInFields }}>
      <form method="post" className="form" data-form={name}>
        <input type="hidden" name="form" value={name} />
        <input type="hidden" name="passkey" />
        {state.name === name && <Complaint state={state} form={name} />}
        {children}
        <p className="actions">
          <button className="button quiet" type="submit" hidden>
            {submit}
          </button>
          <span className="quiet small" data-without>
            {without}
          </span>
        </p>
      </form>
    </Island>
  );
}

/** Parses the passkey from a form. Invalid values are rejected by the schema of the call. */
export function readPasskey(form: URLSearchParams): unknown {
  try {
    return JSON.parse(form.get('passkey') ?? '');
  } catch {
    return undefined;
  }
}

/** Parses a second factor from a form: a code, or a signed challenge. */
export function readSecondFactor(form: URLSearchParams): { code?: string; passkey?: PasskeyAssertion } {
  const passkey = v.safeParse(passkeyAssertionSchema, readPasskey(form));
  return passkey.success ? { passkey: passkey.output } : { code: form.get('code') ?? '' };
}
