import { useEffect, useRef, useState } from 'react';
import { loadRichBlocks, type FormContent } from '@sotto/widget-core/content';
import { useHost } from '../../hooks/useHost';
import { ignoreShown } from '../../hooks/ignoreShown';
import { useWords } from '../../hooks/useWidgetStore';
import { useWidget } from '../../hooks/useWidget';
import { findAnswer } from './richInline';
import { readFields, toMeta, writeFormMessage } from './formValues';
import { originOf } from '../../lib/originOf';
import { readFormTarget, submitForm, type FormTarget } from './submitForm';

/** State of a form. `message`: the text of a failed response. */
export type FormStatus =
  | { readonly name: 'open' | 'sending' | 'sent' }
  | { readonly name: 'failed'; readonly message?: string };

interface FormSubmit {
  readonly status: FormStatus;
  /** Names of object fields with invalid JSON. */
  readonly invalid: readonly string[];
  /** Target; undefined if it is sent as a message. */
  readonly target: FormTarget | undefined;
  /** Values from before a reload. */
  readonly values: Readonly<Record<string, string>> | undefined;
  readonly onSubmit: (element: HTMLFormElement) => void;
}

/** Validates a form according to the specification and submits it. */
export function useFormSubmit(form: FormContent, source: string | undefined): FormSubmit {
  const widget = useWidget();
  const words = useWords();
  const { hostAddress } = useHost();
  const [values] = useState(() =>
    form.url === undefined && source !== undefined
      ? readAnswer(findAnswer(widget.conversation.getState().messages, source)?.meta?.['form'])
      : undefined,
  );
  const [status, setStatus] = useState<FormStatus>({ name: values === undefined ? 'open' : 'sent' });
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const target =
    form.url === undefined
      ? undefined
      : readFormTarget(form.url, {
          serverOrigin: originOf(widget.base, hostAddress),
          hostAddress,
          formOrigins: widget.integration.formOrigins,
        });

  const send = async (element: HTMLFormElement): Promise<void> => {
    const filled = readFields(element, form);
    const reading = (await loadRichBlocks()).readForm(filled);
    setInvalid(reading.ok ? [] : reading.invalid);
    if (!reading.ok) {
      setStatus({ name: 'open' });
      return;
    }
    if (target?.address === undefined) {
      setStatus({ name: 'sent' });
      // From here on it is an ordinary message: failures are shown in the conversation.
      ignoreShown(
        widget.conversation.send({
          message: writeFormMessage(form, filled, words),
          type: 'input',
          meta: { form: toMeta(reading.values) },
        }),
      );
      return;
    }
    const outcome = await submitForm(
      { method: form.method, address: target.address, values: reading.values },
      (...request) => fetch(...request),
    );
    // A removed form belongs to a conversation that has ended.
    if (!isShown.current) return;
    setStatus(
      outcome.isSent
        ? { name: 'sent' }
        : { name: 'failed', ...(outcome.message !== undefined && { message: outcome.message }) },
    );
    if (outcome.isSent && outcome.message !== undefined) widget.conversation.receive({ message: outcome.message });
  };

  return {
    status,
    invalid,
    target,
    values,
    onSubmit(element) {
      setStatus({ name: 'sending' });
      send(element).catch(() => {
        setStatus({ name: 'failed' });
      });
    },
  };
}

function readAnswer(form: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof form !== 'object' || form === null || Array.isArray(form)) return undefined;
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
}
