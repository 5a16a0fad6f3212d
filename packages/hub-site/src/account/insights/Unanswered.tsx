import { cutText } from '@sotto/widget-core/internal/server';
import type { datasetSearchResponseSchema, UnansweredQuestion } from '@sotto/hub-api';
import type * as v from 'valibot';
import { A, roleIn, useSite } from '../../site/SiteContext';
import { showCount } from '../../site/planTable';
import { KeepAsCheck } from '../checks/KeepAsCheck';
import { TextBox } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';
import { Ago } from '../pages/Moment';

/** Search result for a question after its answer was written. */
export interface Checked {
  readonly question: string;
  /** Empty if unknown. */
  readonly widgetId: string;
  readonly datasetId: string;
  /** Undefined if nothing was found. */
  readonly passage: v.InferOutput<typeof datasetSearchResponseSchema>['passages'][number] | undefined;
}

interface UnansweredProps {
  readonly items: readonly UnansweredQuestion[];
  readonly names: ReadonlyMap<string, string>;
  readonly state: FormState;
  readonly checked: Checked | undefined;
}

const REASONS: Readonly<Record<UnansweredQuestion['reasons'][number], string>> = {
  failed: 'Reply failed',
  'not-found': 'Nothing found',
  'voted-down': 'Not helpful',
  person: 'Answered by a person',
};

/** Questions that the bot could not answer, each with a form that teaches it the answer. */
export function Unanswered({ items, names, state, checked }: UnansweredProps) {
  return (
    <section id="unanswered" aria-labelledby="unanswered-title">
      <h2 id="unanswered-title">Unanswered questions</h2>
      <p className="quiet">
        The bot failed, found nothing, was voted down, or a person had to answer. Write the answer once: it becomes a
        document that the bot looks up.
      </p>
      {checked && <AskedAgain {...checked} />}
      {items.length === 0 ? (
        <p className="quiet">No unanswered questions in this period.</p>
      ) : (
        <ul className="unanswered-list">
          {items.map((item) => (
            <Question key={formName(item)} item={item} widget={names.get(item.widgetId)} state={state} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Stable until the question is asked again. */
function formName({ asked, lastAskedAt }: UnansweredQuestion): string {
  return `answer-${asked[0]?.conversationId ?? ''}-${String(lastAskedAt)}`;
}

function Question({ item, widget, state }: { item: UnansweredQuestion; widget: string | undefined; state: FormState }) {
  const name = formName(item);
  const { workspaces } = useSite();
  return (
    <li>
      <details open={state.name === name}>
        <summary>
          <span className="unanswered-question" dir="auto">
            {item.question}
          </span>
          <span className="inbox-facts">
            <span>{item.count === 1 ? 'Asked once' : `Asked ${showCount(item.count)} times`}</span>
            {item.reasons.map((reason) => (
              <span key={reason} className="state">
                {REASONS[reason]}
              </span>
            ))}
            <bdi>{widget ?? 'Untitled widget'}</bdi>
            <Ago at={item.lastAskedAt} now={Date.now()} />
          </span>
        </summary>
        <ul className="unanswered-asked">
          {item.asked.map(({ conversationId, text, createdAt }) => (
            <li key={`${conversationId}-${String(createdAt)}`}>
              <A to={`/conversations/${conversationId}`}>
                <span dir="auto">{text}</span>
              </A>{' '}
              <span className="quiet">
                <Ago at={createdAt} now={Date.now()} />
              </span>
            </li>
          ))}
        </ul>
        <p>
          <KeepAsCheck of={{ widget: item.widgetId }} question={item.question} />
        </p>
        {roleIn(workspaces) !== 'answerer' && (
          <FormFrame name={name} state={state} submit="Save answer">
            <input type="hidden" name="widgetId" value={item.widgetId} />
            <input type="hidden" name="question" value={cutText(item.question, 1_000)} />
            <TextBox
              form={name}
              name="answer"
              label="Answer"
              rows={4}
              maxLength={20_000}
              required
              dir="auto"
              state={state}
            />
          </FormFrame>
        )}
      </details>
    </li>
  );
}

function AskedAgain({ question, widgetId, datasetId, passage }: Checked) {
  const dataset = <A to={`/datasets/${datasetId}`}>your knowledge</A>;
  return (
    <div className="notice" role="status">
      {passage ? (
        <>
          <p>
            Saved in {dataset}. Asked again “<bdi>{question}</bdi>”, the bot now finds:
          </p>
          <blockquote dir="auto">{passage.text}</blockquote>
        </>
      ) : (
        <p>
          Saved in {dataset}, but a search for “<bdi>{question}</bdi>” does not find it. Use the words of the question
          in the answer.
        </p>
      )}
      {widgetId !== '' && (
        <p>
          <KeepAsCheck of={{ widget: widgetId }} question={question} />
        </p>
      )}
    </div>
  );
}
