import type { conversationSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import { Island } from '../../site/Island';
import { roleIn, useSite } from '../../site/SiteContext';
import { FormFrame } from '../forms/FormFrame';
import { TextBox } from '../forms/fields';
import { Moment } from '../pages/Moment';
import type { FormState } from '../forms/formState';

type Conversation = v.InferOutput<typeof conversationSchema>;

/** Panel for answering in person: who answers, the text box, and the buttons to change that. */
export function AnswerPanel({ conversation, state }: { conversation: Conversation; state: FormState }) {
  const { href, workspaces } = useSite();
  const { id, agent } = conversation;
  return (
    <section className="answer-panel" aria-labelledby="answer-title" id="answer-panel">
      <Island name="answer" when="load" props={{ id, base: href(''), isTaken: agent !== null }}>
        <h2 id="answer-title">{agent ? 'Your answer' : 'Answer in person'}</h2>
        <p className="quiet" id="answer-note">
          {agent ? (
            <>
              <bdi>{agent.name}</bdi> answers. The bot keeps quiet until you hand the conversation back.
            </>
          ) : (
            'The bot answers. When you send a message or take over, it stops answering until you hand the conversation back.'
          )}
        </p>
        <FormFrame name="answer" state={state} submit="Send">
          <TextBox
            form="answer"
            name="text"
            label="Message"
            rows={3}
            maxLength={32_768}
            required
            dir="auto"
            state={state}
            aria-keyshortcuts="r"
          />
        </FormFrame>
      </Island>
      <div className="answer-buttons">
        {agent ? (
          <ButtonForm name="hand-back" label="Hand back to the bot" />
        ) : (
          <ButtonForm name="take-over" label="Take over" />
        )}
        {conversation.state === 'solved' ? (
          <ButtonForm name="reopen" label="Reopen" />
        ) : (
          <ButtonForm name="solve" label="Mark as solved" shortcut="e" />
        )}
      </div>
      {roleIn(workspaces) !== 'answerer' && <EndSessions endedAt={conversation.sessionsEndedAt} />}
    </section>
  );
}

function EndSessions({ endedAt }: { endedAt: number | null }) {
  return (
    <details className="more" open={endedAt !== null}>
      <summary>End the visitor’s sessions</summary>
      <p className="quiet">
        Every browser in which this conversation is open loses access to it at once. A visitor whom your site identifies
        is signed out of all their conversations with this widget, until your site sends a newer token. Anybody else
        begins a new conversation.
      </p>
      {endedAt !== null && (
        <p role="status">
          Signed out <Moment at={endedAt} />.
        </p>
      )}
      <ButtonForm name="sign-out" label="Sign the visitor out" />
    </details>
  );
}

function ButtonForm({ name, label, shortcut }: { name: string; label: string; shortcut?: string }) {
  return (
    <form method="post" className="inline-form">
      <input type="hidden" name="form" value={name} />
      <button className="button quiet" type="submit" aria-keyshortcuts={shortcut} data-key={shortcut}>
        {label}
      </button>
    </form>
  );
}
