import type { conversationSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import { Island } from '../../site/Island';
import { useSite } from '../../site/SiteContext';
import { FormFrame } from '../forms/FormFrame';
import { TextBox } from '../forms/fields';
import type { FormState } from '../forms/formState';
import { ButtonForm } from './ButtonForm';

type Conversation = v.InferOutput<typeof conversationSchema>;

/** Who answers, and the buttons to change that and the state. */
export function AnswerState({ conversation: { agent, state } }: { conversation: Conversation }) {
  return (
    <div className="answer-buttons" data-taken={agent !== null || undefined}>
      {agent ? (
        <ButtonForm name="hand-back" label="Hand back to the bot" />
      ) : (
        <ButtonForm name="take-over" label="Take over" />
      )}
      {state === 'solved' ? (
        <ButtonForm name="reopen" label="Reopen" />
      ) : (
        <ButtonForm name="solve" label="Mark as solved" shortcut="e" />
      )}
    </div>
  );
}

/** The box for answering in person; it stays in view below the messages. */
export function AnswerPanel({ conversation, state }: { conversation: Conversation; state: FormState }) {
  const { href } = useSite();
  const { id, agent } = conversation;
  return (
    <section className="answer-panel" aria-labelledby="answer-title" id="answer-panel">
      <Island name="answer" when="load" props={{ id, base: href('') }}>
        <h2 id="answer-title" className="visually-hidden">
          {agent ? 'Your answer' : 'Answer in person'}
        </h2>
        <p className="quiet small" id="answer-note" data-live>
          {agent ? (
            <>
              <bdi>{agent.name}</bdi> answers. The bot keeps quiet.
            </>
          ) : (
            'The bot answers until you send a message or take over.'
          )}
        </p>
        <FormFrame name="answer" state={state} submit="Send">
          <TextBox
            form="answer"
            name="text"
            label="Message"
            rows={2}
            maxLength={32_768}
            required
            dir="auto"
            placeholder="Write to the visitor"
            state={state}
            aria-keyshortcuts="r"
          />
        </FormFrame>
      </Island>
    </section>
  );
}
