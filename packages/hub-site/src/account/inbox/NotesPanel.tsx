import type { ConversationLabel, ConversationNote } from '@sotto/hub-api';
import { TextBox, TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';
import { Moment } from '../pages/Moment';

interface NotesPanelProps {
  readonly notes: readonly ConversationNote[];
  readonly labels: readonly ConversationLabel[];
  /** The account's labels. */
  readonly known: readonly ConversationLabel[];
  readonly state: FormState;
}

/** Labels and notes of a conversation, visible only to its owners. */
export function NotesPanel({ notes, labels, known, state }: NotesPanelProps) {
  return (
    <>
      <section aria-labelledby="labels-title" id="labels">
        <h2 id="labels-title">Labels</h2>
        {labels.length > 0 && (
          <ul className="label-list">
            {labels.map(({ id, name }) => (
              <li key={id} className="state">
                <bdi>{name}</bdi>
                <RemoveButton form={`unlabel-${id}`} label={`Remove the label ${name}`} />
              </li>
            ))}
          </ul>
        )}
        <FormFrame name="label" state={state} submit="Add label" keepsDraft={false}>
          <TextField
            form="label"
            name="name"
            label="New or existing label"
            state={state}
            maxLength={40}
            required
            autoComplete="off"
            dir="auto"
            list="known-labels"
          />
          <datalist id="known-labels">
            {known.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </FormFrame>
      </section>
      <section aria-labelledby="notes-title" id="notes">
        <h2 id="notes-title">Notes</h2>
        <p className="quiet">Only you read them: neither the visitor nor the bot does.</p>
        {notes.length > 0 && (
          <ul className="note-list">
            {notes.map(({ id, author, text, createdAt }) => (
              <li key={id}>
                <div className="note-head small quiet">
                  <span>
                    <bdi>{author}</bdi> · <Moment at={createdAt} />
                  </span>
                  <RemoveButton form={`unnote-${id}`} label="Delete this note" />
                </div>
                <p dir="auto">{text}</p>
              </li>
            ))}
          </ul>
        )}
        <FormFrame name="note" state={state} submit="Add note">
          <TextBox
            form="note"
            name="text"
            label="New note"
            rows={2}
            maxLength={4_000}
            required
            dir="auto"
            state={state}
          />
        </FormFrame>
      </section>
    </>
  );
}

function RemoveButton({ form, label }: { form: string; label: string }) {
  return (
    <form method="post" className="inline-form">
      <input type="hidden" name="form" value={form} />
      <button className="remove-button" type="submit" aria-label={label} title={label}>
        ×
      </button>
    </form>
  );
}
