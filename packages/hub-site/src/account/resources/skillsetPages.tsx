import {
  abilityOrderRequestSchema,
  abilityRequestSchema,
  abilityUpdateRequestSchema,
  emptyResponseSchema,
  skillsetSchema,
  type Ability,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { ApiFailure } from '../../site/hubClient';
import type { Route } from '../../site/route';
import { A } from '../../site/SiteContext';
import { saveEdit, withEdit } from '../forms/edit';
import { FormFrame } from '../forms/FormFrame';
import { BUTTON_ONLY, submitForm, type FormState } from '../forms/formState';
import { AbilityTest, testActionFor } from './AbilityTest';
import { AbilityFields, AbilityNotes, needsAttention, readAbility, storedAbility } from './AbilityFields';
import { McpServers, mcpActionFor } from './McpServers';
import { finishMcpSignIn, testMcpServer } from './mcpTest';
import { DeleteForm, resourcePages, type ResourceAction } from './resourcePages';
import { loadSecrets, secretActionFor, Secrets } from './Secrets';
import { TryIt } from './TryIt';

const stateOf = <Done,>(answer: { done: Done } | { state: FormState }): FormState | undefined =>
  'state' in answer ? answer.state : undefined;

const addAbility: ResourceAction = async ({ form, hub }, id) =>
  stateOf(
    await submitForm(form, abilityRequestSchema, readAbility(form), (value) =>
      hub.post(`/skillset/${id}/ability/create`, idResponseSchema, value),
    ),
  );

/** All forms of one ability carry its id; the pressed button selects the action. */
const changeAbility: ResourceAction = async ({ form, hub }, id) => {
  const ability = encodeURIComponent((form.get('form') ?? '').replace(/^ability-/, ''));
  const does = form.get('do');
  if (does === 'up' || does === 'down') return moveAbility(hub, id, ability, does);
  if (does === 'delete')
    return stateOf(
      await submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () =>
        hub.post(`/skillset/${id}/ability/${ability}/delete`, idResponseSchema),
      ),
    );
  const answer = await saveEdit(form, abilityUpdateRequestSchema, readAbility(form), {
    async load() {
      const found = (await hub.get(`/skillset/${id}/fetch`, skillsetSchema)).abilities.find(
        (each) => each.id === ability,
      );
      if (!found) throw new ApiFailure('NOT_FOUND', 'This ability was deleted elsewhere in the meantime');
      return storedAbility(found);
    },
    save: (value, updatedAt) =>
      hub.post(`/skillset/${id}/ability/${ability}/update`, idResponseSchema, { ...value, updatedAt }),
  });
  return 'state' in answer ? answer.state : answer;
};

async function moveAbility(
  hub: Parameters<ResourceAction>[0]['hub'],
  id: string,
  ability: string,
  way: 'up' | 'down',
): Promise<FormState | undefined> {
  const { abilities } = await hub.get(`/skillset/${id}/fetch`, skillsetSchema);
  const ids = abilities.map((each) => each.id);
  const from = ids.indexOf(ability);
  const to = from + (way === 'up' ? -1 : 1);
  const [moved, other] = [ids[from], ids[to]];
  if (moved === undefined || other === undefined) return undefined;
  ids[from] = other;
  ids[to] = moved;
  return stateOf(
    await submitForm(BUTTON_ONLY, abilityOrderRequestSchema, { ids }, (value) =>
      hub.post(`/skillset/${id}/ability/order`, idResponseSchema, value),
    ),
  );
}

/** /skillsets/new and /skillsets/{id}: a skillset with its abilities, and a chat to try them. */
export const skillsetRoutes: readonly Route[] = resourcePages({
  kind: 'skillset',
  lead: 'A skillset is a set of abilities that a bot may use: look something up, call an address, follow an instruction.',
  async load(request, id) {
    const [test, secrets] = await Promise.all([testMcpServer(request, id), loadSecrets(request, id)]);
    return { test, secrets };
  },
  comeBack: finishMcpSignIn,
  actionFor: (form) =>
    form === 'new-ability'
      ? addAbility
      : form.startsWith('ability-')
        ? changeAbility
        : (testActionFor(form) ?? secretActionFor(form) ?? mcpActionFor(form)),
  below: ({ state, resource, extra }) => (
    <>
      <Abilities
        abilities={resource.abilities}
        state={state}
        isPublic={resource.visibility !== 'private'}
        page={`/hub/skillsets/${resource.slug ?? resource.id}`}
      />
      <Secrets abilities={resource.abilities} secrets={extra.secrets} state={state} now={Date.now()} />
      <McpServers servers={resource.mcpServers} state={state} test={extra.test} />
    </>
  ),
  aside: ({ id, name }, hasModel) => <TryIt type="skillset" id={id} name={name} hasModel={hasModel} />,
});

function Abilities({
  abilities,
  state,
  isPublic,
  page,
}: {
  abilities: readonly Ability[];
  state: FormState;
  isPublic: boolean;
  page: string;
}) {
  return (
    <section className="abilities" id="abilities" aria-labelledby="abilities-title">
      <h2 id="abilities-title">Abilities</h2>
      {abilities.length === 0 && (
        <p className="quiet">None yet. A bot chooses an ability by its description, and follows its instruction.</p>
      )}
      <ol className="ability-list">
        {abilities.map((ability, index) => (
          <AbilityItem
            key={ability.id}
            ability={ability}
            state={state}
            isFirst={index === 0}
            isLast={index === abilities.length - 1}
          />
        ))}
      </ol>
      <details className="card-form" open={abilities.length === 0 || state.name === 'new-ability'}>
        <summary>Add ability</summary>
        <FormFrame name="new-ability" state={state} submit="Add ability">
          <input type="hidden" name="anchor" value="abilities" />
          <AbilityFields form="new-ability" state={state} />
        </FormFrame>
      </details>
      {isPublic && (
        <p>
          <A to={page}>See its page in the Hub</A>
        </p>
      )}
    </section>
  );
}

function AbilityItem({
  ability,
  state: sent,
  isFirst,
  isLast,
}: {
  ability: Ability;
  state: FormState;
  isFirst: boolean;
  isLast: boolean;
}) {
  const form = `ability-${ability.id}`;
  const stored = storedAbility(ability);
  const state = withEdit(sent, form, readAbility, stored);
  const name = ability.name || ability.id;
  return (
    <li id={form} className="ability-row">
      <details
        className="card-form"
        open={[form, `test-${ability.id}`].includes(state.name) || needsAttention(ability)}
      >
        <summary>
          <span className="ability-name">{name}</span>{' '}
          <span className="quiet">{ability.description || 'An ability without description'}</span>
        </summary>
        <AbilityNotes ability={ability} />
        <FormFrame name={form} state={state} stored={stored}>
          <input type="hidden" name="anchor" value={form} />
          <AbilityFields form={form} state={state} ability={ability} />
          <p className="actions">
            <button className="button" type="submit">
              Save ability
            </button>
          </p>
        </FormFrame>
        <AbilityTest ability={ability} state={sent} />
        <DeleteForm noun="ability" form={form}>
          <input type="hidden" name="do" value="delete" />
          <input type="hidden" name="anchor" value="abilities" />
        </DeleteForm>
      </details>
      <form method="post" className="ability-moves" aria-label={`Move ${name}`}>
        <input type="hidden" name="form" value={form} />
        <input type="hidden" name="anchor" value={form} />
        <button className="icon-button" name="do" value="up" disabled={isFirst} aria-label={`Move ${name} up`}>
          ↑
        </button>
        <button className="icon-button" name="do" value="down" disabled={isLast} aria-label={`Move ${name} down`}>
          ↓
        </button>
      </form>
    </li>
  );
}
