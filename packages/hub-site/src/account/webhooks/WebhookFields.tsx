import { WEBHOOK_EVENTS } from '@sotto/hub-api';
import { Island } from '../../site/Island';
import { CodeBox } from '../../shell/CodeBox';
import { ChoiceField, SelectField } from '../forms/fields';
import type { FormState } from '../forms/formState';
import { EVENT_WORDS } from './eventWords';

interface WebhookFieldsProps {
  readonly form: string;
  readonly state: FormState;
  readonly stored: { readonly events: readonly string[]; readonly widgetId: string | null };
  /** Names of the account's widgets by their ids. */
  readonly widgets: ReadonlyMap<string, string>;
}

/** Events and widget of a webhook. */
export function WebhookFields({ form, state, stored, widgets }: WebhookFieldsProps) {
  return (
    <>
      <ChoiceField
        form={form}
        name="events"
        label="Events"
        state={state}
        stored={stored.events}
        options={WEBHOOK_EVENTS.map((event) => [event, `${event}: ${EVENT_WORDS[event]}`])}
        empty=""
      />
      <SelectField
        form={form}
        name="widgetId"
        label="Widget"
        state={state}
        stored={stored.widgetId ?? ''}
        options={[['', 'All widgets'], ...widgets]}
      />
    </>
  );
}

/** Converts the fields for the API. */
export function readWebhookFields(form: URLSearchParams): object {
  return { events: form.getAll('events'), widgetId: form.get('widgetId') || null };
}

/** A new secret, shown once. */
export function NewSecret({ secret }: { secret: string }) {
  return (
    <div className="notice" role="status">
      <p>
        <strong>Copy the signing secret now. It is not shown again.</strong> Your server checks with it that a message
        comes from here.
      </p>
      <Island name="copyCode" when="load">
        <CodeBox label="The signing secret" code={secret} part="secret" />
      </Island>
    </div>
  );
}
