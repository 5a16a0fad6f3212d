import type { ReactNode } from 'react';
import { Island } from '../../site/Island';
import { FORM_KEY, newFormKey } from '../../site/formKey';
import { useSite } from '../../site/SiteContext';
import { editFields, type Stored } from './edit';
import type { FormState } from './formState';

interface FormFrameProps {
  /** Identifies the form on its page. */
  readonly name: string;
  readonly state: FormState;
  /** Label of the submit button; undefined if the form has its own buttons. */
  readonly submit?: string;
  /** Keeps unsaved input in this tab. @default true */
  readonly keepsDraft?: boolean;
  /** Whether the form uploads files. @default false */
  readonly hasFiles?: boolean;
  readonly id?: string;
  /** Part of the page to scroll to after a refusal, such as `#result`. @default the top */
  readonly action?: string;
  /** The stored version being edited, so that changes made elsewhere are not overwritten. */
  readonly stored?: Stored;
  readonly children: ReactNode;
}

/** A form that works without scripts. With them, input survives a reload, a closed tab and navigation. */
export function FormFrame({
  name,
  state,
  submit,
  keepsDraft = true,
  hasFiles = false,
  id,
  action,
  stored,
  children,
}: FormFrameProps) {
  const isOwn = state.name === name;
  const form = (
    <form method="post" className="form" id={id} action={action} {...(hasFiles && { encType: 'multipart/form-data' })}>
      <input type="hidden" name="form" value={name} />
      {stored ? (
        <StateFields stored={stored} state={isOwn ? state : undefined} />
      ) : (
        <input type="hidden" name={FORM_KEY} value={newFormKey()} />
      )}
      {isOwn && <Complaint state={state} form={name} />}
      {children}
      {submit !== undefined && (
        <p className="actions">
          <button className="button" type="submit">
            {submit}
          </button>
        </p>
      )}
    </form>
  );
  return keepsDraft ? (
    <Island name="draft" when="load" props={{ form: name, wasRefused: isOwn }}>
      {form}
    </Island>
  ) : (
    form
  );
}

/** Identifies the version the form shows. During a conflict it stays the first one shown. */
function StateFields({ stored, state }: { stored: Stored; state: FormState | undefined }) {
  const fields = editFields(stored);
  const shown = state?.edit && state.edit.clashes.size > 0 ? (state.values.get('shown') ?? fields.shown) : fields.shown;
  return (
    <>
      <input type="hidden" name="state" value={fields.state} />
      <input type="hidden" name="shown" value={shown} />
    </>
  );
}

/** Explains a conflict and offers the choices. */
function ClashComplaint({ state, form }: { state: FormState; form: string }) {
  const { path } = useSite();
  const count = state.edit?.clashes.size ?? 0;
  // Browsers submit fields in document order.
  const first =
    [...state.values.keys()].find((name) => state.edit?.clashes.has(name)) ?? [...(state.edit?.clashes ?? [])][0] ?? '';
  return (
    <>
      <p>
        <strong>Not saved: this was changed elsewhere in the meantime.</strong>
      </p>
      <p>
        {count === 1 ? 'One field has' : `${String(count)} fields have`} two versions: what you typed, and what is
        stored now. Choose below each of them, then save again.
      </p>
      <p className="inline-links">
        <a href={`#${form}-${first}`}>Go to the first</a> <a href={path}>Discard what I typed</a>
      </p>
    </>
  );
}

/** Errors at the top of the form, announced to screen readers. */
export function Complaint({ state, form }: { state: FormState; form: string }) {
  const fields = Object.entries(state.errors);
  if (fields.length === 0 && !state.failure) return null;
  return (
    <div className="complaint" role="alert">
      {state.failure &&
        (state.edit && state.edit.clashes.size > 0 ? (
          <ClashComplaint state={state} form={form} />
        ) : (
          <p>{state.failure.message}</p>
        ))}
      {fields.length > 0 && (
        <>
          <p>
            {fields.length === 1 ? 'One field needs attention:' : `${String(fields.length)} fields need attention:`}
          </p>
          <ul>
            {fields.map(([name, message]) => (
              <li key={name}>
                <a href={`#${form}-${name}`}>{message}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
