import type { weeklyMailResponseSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import { CheckField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';

interface WeeklyMailProps extends v.InferOutput<typeof weeklyMailResponseSchema> {
  readonly state: FormState;
}

/** Turns the weekly mail on and off. */
export function WeeklyMail({ isOn, isPossible, state }: WeeklyMailProps) {
  return (
    <section id="mail" aria-labelledby="mail-title">
      <h2 id="mail-title">Email</h2>
      {!isPossible && (
        <p className="quiet">
          This server sends no weekly mail: it needs a mail server (<code>SMTP_URL</code>, <code>MAIL_FROM</code>) and
          its address (<code>PUBLIC_URL</code>).
        </p>
      )}
      <FormFrame name="mail" state={state} submit="Save" keepsDraft={false}>
        <input type="hidden" name="anchor" value="mail" />
        <CheckField
          form="mail"
          name="isOn"
          label="Weekly mail about my chats"
          state={state}
          stored={isOn}
          hint="On Mondays: conversations, votes, and questions that the bot could not answer, for workspaces that you own or edit."
        />
      </FormFrame>
    </section>
  );
}
