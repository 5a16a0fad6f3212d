import type { ReactNode } from 'react';
import { Island } from '../../site/Island';
import type { FormState } from './formState';

interface FormFrameProps {
  /** Tells the forms of a page apart. */
  readonly name: string;
  readonly state: FormState;
  /** Of the button that sends it; undefined: the form has buttons of its own. */
  readonly submit?: string;
  /** Keeps what is being typed in this tab until it is saved. @default true */
  readonly keepsDraft?: boolean;
  /** Forms with files. @default false */
  readonly hasFiles?: boolean;
  readonly id?: string;
  readonly children: ReactNode;
}

/** A form that works without scripts. With them, what is typed survives a reload, a closed tab and the way back. */
export function FormFrame({ name, state, submit, keepsDraft = true, hasFiles = false, id, children }: FormFrameProps) {
  const isOwn = state.name === name;
  const form = (
    <form method="post" className="form" id={id} {...(hasFiles && { encType: 'multipart/form-data' })}>
      <input type="hidden" name="form" value={name} />
      {isOwn && <Complaint state={state} form={name} />}
      {children}
      {submit !== undefined && <p className="actions"><button className="button" type="submit">{submit}</button></p>}
    </form>
  );
  return keepsDraft ? <Island name="draft" when="load" props={{ form: name, wasRefused: isOwn }}>{form}</Island> : form;
}

/** What was wrong with what was sent, at the top of the form and announced. */
function Complaint({ state, form }: { state: FormState; form: string }) {
  const fields = Object.entries(state.errors);
  if (fields.length === 0 && !state.failure) return null;
  return (
    <div className="complaint" role="alert">
      {state.failure && <p>{state.failure.message}</p>}
      {fields.length > 0 && (
        <>
          <p>{fields.length === 1 ? 'One field needs a look:' : `${String(fields.length)} fields need a look:`}</p>
          <ul>{fields.map(([name, message]) => <li key={name}><a href={`#${form}-${name}`}>{message}</a></li>)}</ul>
        </>
      )}
    </div>
  );
}
