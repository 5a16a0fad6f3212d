import type { AccountContents } from '@sotto/hub-api';
import { showCount } from '../../site/planTable';
import { TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';
import { StepUp, StepUpFirst, type StepUpView } from './StepUp';

/** Deletes the account, with a plain list of what goes. */
export function DeleteAccount({
  contents,
  state,
  stepUp,
}: {
  contents: AccountContents;
  state: FormState;
  stepUp: StepUpView;
}) {
  return (
    <section id="delete" aria-labelledby="delete-title">
      <h2 id="delete-title">Delete this account</h2>
      <StepUp place="delete" view={stepUp} />
      <details className="danger-zone" open={state.name === 'account' || stepUp.confirmed === 'delete'}>
        <summary>Delete my account and everything in it</summary>
        <p>This cannot be undone, and no backup of it is kept for you. Deleted with it:</p>
        <ul className="goes-list">
          {goesWith(contents).map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>Your name and picture, your sign-in methods, your ratings and your team memberships.</li>
        </ul>
        <p className="quiet">
          Your chats disappear from the sites they are on. What you wrote in a team stays with the team. To keep a copy,
          export the account first.
        </p>
        {stepUp.isFresh ? (
          <FormFrame name="account" state={state} keepsDraft={false}>
            <input type="hidden" name="anchor" value="delete" />
            <TextField
              form="account"
              name="email"
              label="To confirm, enter the email address of this account"
              state={state}
              type="email"
              autoComplete="off"
              maxLength={254}
              required
            />
            <p className="actions">
              <button className="button danger" type="submit">
                Delete the account
              </button>
            </p>
          </FormFrame>
        ) : (
          stepUp.asks !== 'delete' && <StepUpFirst place="delete" label="Confirm that it is you" />
        )}
      </details>
    </section>
  );
}

/** What is deleted, counted; what there is none of is left out. */
function goesWith(contents: AccountContents): string[] {
  const lines: readonly (readonly [count: number, one: string, many: string])[] = [
    [contents.conversations, 'conversation with a visitor', 'conversations with visitors'],
    [contents.widgets, 'widget', 'widgets'],
    [contents.bots, 'bot', 'bots'],
    [contents.datasets, 'knowledge base', 'knowledge bases'],
    [contents.documents, 'document', 'documents'],
    [contents.skillsets, 'ability set', 'ability sets'],
    [contents.blueprints, 'blueprint', 'blueprints'],
    [contents.keys, 'API key', 'API keys'],
  ];
  return lines
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${showCount(count)} ${count === 1 ? one : many}`);
}
