import { passkeyAssertionSchema, type PasskeyAssertion } from '@sotto/hub-api';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { Island } from '../../site/Island';
import { useSite } from '../../site/SiteContext';
import { Complaint } from './FormFrame';
import type { FormState } from './formState';

interface PasskeyFormProps {
  /** Identifies the form among those of its page. */
  readonly name: string;
  readonly state: FormState;
  /** Below `/v1/auth`: what the browser is to make or use. */
  readonly begin: string;
  /** @default it is used */
  readonly isNew?: boolean;
  /** Whether browsers offer passkeys in the fields of the page. @default false */
  readonly offersInFields?: boolean;
  /** Of its button. */
  readonly submit: string;
  /** Instead of the button, where the browser has no passkeys. */
  readonly without: string;
  readonly children?: ReactNode;
}

/** A form that sends what a passkey has signed. Its button is there once the browser is known to have passkeys. */
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

/** What a form carries of a passkey. What cannot be read is refused by the schema of the call. */
export function readPasskey(form: URLSearchParams): unknown {
  try {
    return JSON.parse(form.get('passkey') ?? '');
  } catch {
    return undefined;
  }
}

/** What a form of the second factor carries: a code, or what a passkey has signed. */
export function readSecondFactor(form: URLSearchParams): { code?: string; passkey?: PasskeyAssertion } {
  const passkey = v.safeParse(passkeyAssertionSchema, readPasskey(form));
  return passkey.success ? { passkey: passkey.output } : { code: form.get('code') ?? '' };
}
