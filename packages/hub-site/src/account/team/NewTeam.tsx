import type { Workspace } from '@sotto/hub-api';
import { useSite } from '../../site/SiteContext';
import { CheckField, TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';
import { ROLE_NAMES } from './roleNames';

/** A person's teams, and a form to create one. */
export function NewTeam({ teams, state }: { teams: readonly Workspace[]; state: FormState }) {
  const { href } = useSite();
  return (
    <div className="editor-main">
      <h1>Team</h1>
      <p className="lead">This is your own workspace. In a team, several people answer visitors and build together.</p>
      {teams.length > 0 && (
        <section aria-labelledby="teams-title">
          <h2 id="teams-title">Your teams</h2>
          <ul className="item-list rows">
            {teams.map(({ id, name, role }) => (
              <li key={id}>
                <p>
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>{' '}
                  <span className="badge">{ROLE_NAMES[role]}</span>
                </p>
                <form method="post" action={href('/team')}>
                  <input type="hidden" name="form" value="select" />
                  <button className="button quiet small" type="submit" name="id" value={id}>
                    Open<span className="visually-hidden"> {name}</span>
                  </button>
                </form>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="new" className="card-form">
        <h2 id="new">Create a team</h2>
        <FormFrame name="new" state={state} submit="Create the team" keepsDraft={false}>
          <TextField
            form="new"
            name="name"
            label="Name"
            state={state}
            maxLength={100}
            required
            autoComplete="organization"
            dir="auto"
          />
          <CheckField
            form="new"
            name="takesOver"
            label="Move everything from my own workspace into it"
            state={state}
            hint="Bots, knowledge, abilities, widgets with their conversations, labels, webhooks and API keys. This cannot be undone."
          />
        </FormFrame>
      </section>
    </div>
  );
}
