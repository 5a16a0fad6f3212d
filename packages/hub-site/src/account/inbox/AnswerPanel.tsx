import { UNNAMED_PERSON, type CannedReply, type conversationSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import { Island } from '../../site/Island';
import { A, useSite } from '../../site/SiteContext';
import { personOf } from '../pages/Contact';
import { FormFrame } from '../forms/FormFrame';
import { TextBox } from '../forms/fields';
import type { FormState } from '../forms/formState';
import { ButtonForm } from './ButtonForm';
import { withQuery, type InboxQuery } from './inboxQuery';

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

interface AnswerPanelProps {
  readonly conversation: Conversation;
  readonly replies: readonly CannedReply[];
  /** Id of the canned reply that the box begins with; null: none. */
  readonly chosen: string | null;
  readonly query: InboxQuery;
  /** When people are back; undefined during office hours. */
  readonly back: string | undefined;
  /** Whether the reader has chosen a name. */
  readonly isNamed: boolean;
  readonly state: FormState;
}

/** The box for answering in person; it stays in view below the messages. */
export function AnswerPanel({ conversation, replies, chosen, query, back, isNamed, state }: AnswerPanelProps) {
  const { href } = useSite();
  const { id, agent, contact } = conversation;
  return (
    <section className="answer-panel" aria-labelledby="answer-title" id="answer-panel">
      <Island name="answer" when="load" props={{ id, base: href('') }}>
        <h2 id="answer-title" className="visually-hidden">
          {agent ? 'Your answer' : 'Answer in person'}
        </h2>
        <div className="answer-line">
          <div className="answer-note">
            <p className="quiet small" id="answer-note" data-live>
              {agent ? (
                <>
                  <bdi>{agent.name}</bdi> answers. The bot keeps quiet.
                </>
              ) : (
                'The bot answers until you send a message or take over.'
              )}
              {back !== undefined && (
                <>
                  {' '}
                  <A to="/inbox/settings">Outside of office hours</A> until {back}.
                </>
              )}
              {!isNamed && (
                <>
                  {' '}
                  Visitors see you as “{UNNAMED_PERSON}”. <A to="/account#profile">Choose a name</A>
                </>
              )}
            </p>
            <p className="small visitor-typing" role="status">
              <span data-typing hidden>
                <bdi>{personOf(contact) ?? 'The visitor'}</bdi> is typing…
              </span>
            </p>
          </div>
          <CannedMenu replies={replies} to={(reply) => withQuery(`/conversations/${id}`, query, { reply })} />
        </div>
        <FormFrame name="answer" state={state} submit="Send">
          <TextBox
            form="answer"
            name="text"
            label="Message"
            stored={replies.find((reply) => reply.id === chosen)?.text ?? ''}
            rows={2}
            maxLength={32_768}
            required
            dir="auto"
            placeholder={replies.length > 0 ? 'Write to the visitor, or / for a canned reply' : 'Write to the visitor'}
            state={state}
            aria-keyshortcuts="r"
          />
        </FormFrame>
      </Island>
    </section>
  );
}

/** Canned replies: with scripts a choice is inserted, without them the page is shown with it in the box. */
function CannedMenu({ replies, to }: { replies: readonly CannedReply[]; to: (id: string) => string }) {
  return (
    <details className="canned">
      <summary>Canned replies</summary>
      <div className="canned-menu">
        <input type="search" aria-label="Filter canned replies" placeholder="Filter" autoComplete="off" hidden />
        {replies.length === 0 ? (
          <p className="quiet small">No canned replies yet.</p>
        ) : (
          <ul>
            {replies.map(({ id, name, text }) => (
              <li key={id}>
                <A to={to(id)} data-text={text}>
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                  <span className="quiet small" dir="auto">
                    {text}
                  </span>
                </A>
              </li>
            ))}
          </ul>
        )}
        <A className="small" to="/inbox/replies">
          Manage canned replies
        </A>
      </div>
    </details>
  );
}
