import {
  abilityOrderRequestSchema,
  abilityRequestSchema,
  abilitySecretRequestSchema,
  abilityUpdateRequestSchema,
  emptyResponseSchema,
  skillsetSchema,
  type Ability,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { ApiFailure } from '../../site/hubClient';
import { redirect, type PageRequest, type Route } from '../../site/route';
import { A } from '../../site/SiteContext';
import { saveEdit, withEdit } from '../forms/edit';
import { FormFrame } from '../forms/FormFrame';
import { BUTTON_ONLY, submitForm, type FormState } from '../forms/formState';
import { AbilityTest, testActionFor } from './AbilityTest';
import { AbilityFields, AbilityNotes, needsAttention, readAbility, showsText, storedAbility } from './AbilityFields';
import { McpServers, mcpActionFor } from './McpServers';
import { finishMcpSignIn, testMcpServer } from './mcpTest';
import { DeleteForm, resourcePages, type ResourceAction } from './resourcePages';
import { ImportForms, importActionFor } from './request/ImportForms';
import { readyActionFor, ReadyForms } from './request/ReadyForms';
import { hasRequest, readKey, withKeyHeader, withRows } from './request/requestForm';
import { loadSecrets, secretActionFor, secretNames, Secrets } from './Secrets';
import { TryIt } from './TryIt';

type Hub = PageRequest['hub'];

const stateOf = <Done,>(answer: { done: Done } | { state: FormState }): FormState | undefined =>
  'state' in answer ? answer.state : undefined;

const addAbility: ResourceAction = async ({ form: sent, hub }, id) => {
  const form = await beforeSaving(sent, hub, id);
  if (!(form instanceof URLSearchParams)) return form;
  return stateOf(
    await submitForm(form, abilityRequestSchema, readAbility(form), (value) =>
      hub.post(`/skillset/${id}/ability/create`, idResponseSchema, value),
    ),
  );
};

/**
 * Changes the rows of the form, or stores a key that was typed into it.
 *
 * @returns the form to save, or the form to show again
 */
async function beforeSaving(form: URLSearchParams, hub: Hub, id: string): Promise<URLSearchParams | FormState> {
  const changed = withRows(form);
  if (changed) return { name: form.get('form') ?? '', values: changed, errors: {} };
  if (!hasRequest(form) || !form.get('key-value')) return form;
  const key = readKey(form, await secretNames(hub, id));
  if (!key) return form;
  const answer = await submitForm(form, abilitySecretRequestSchema, { ...key }, (value) =>
    hub.post(`/skillset/${id}/secret/upsert`, idResponseSchema, value),
  );
  if ('done' in answer) return withKeyHeader(form, key.name);
  const { name: problem, value = problem } = answer.state.errors;
  return { ...answer.state, errors: value === undefined ? {} : { 'key-name': value } };
}

/** All forms of one ability carry its id; the pressed button selects the action. */
const changeAbility: ResourceAction = async ({ form: sent, hub, href }, id) => {
  const ability = encodeURIComponent((sent.get('form') ?? '').replace(/^ability-/, ''));
  const does = sent.get('do');
  if (does === 'up' || does === 'down') return moveAbility(hub, id, ability, does);
  if (does === 'delete')
    return stateOf(
      await submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () =>
        hub.post(`/skillset/${id}/ability/${ability}/delete`, idResponseSchema),
      ),
    );
  const form = await beforeSaving(sent, hub, id);
  if (!(form instanceof URLSearchParams)) return form;
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
  if ('state' in answer) return answer.state;
  return does === 'text' ? redirect(href(`/skillsets/${id}?saved&text=${ability}#ability-${ability}`)) : answer;
};

async function moveAbility(hub: Hub, id: string, ability: string, way: 'up' | 'down'): Promise<FormState | undefined> {
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
  lead: 'Abilities that a bot may use together: look something up, call an address, follow an instruction.',
  async load(request, id) {
    const query = request.url.searchParams;
    const [test, secrets] = await Promise.all([testMcpServer(request, id), loadSecrets(request, id)]);
    return { test, secrets, text: query.get('text') ?? '', opened: query.get('open') ?? '' };
  },
  comeBack: finishMcpSignIn,
  actionFor: (form) =>
    form === 'new-ability'
      ? addAbility
      : form.startsWith('ability-')
        ? changeAbility
        : (readyActionFor(form) ??
          importActionFor(form) ??
          testActionFor(form) ??
          secretActionFor(form) ??
          mcpActionFor(form)),
  below: ({ state, resource, extra }) => (
    <>
      <Abilities
        abilities={resource.abilities}
        state={state}
        secrets={extra.secrets.map(({ name }) => name)}
        text={extra.text}
        opened={extra.opened}
        path={`/skillsets/${resource.id}`}
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
  secrets,
  text,
  opened,
  path,
}: {
  abilities: readonly Ability[];
  state: FormState;
  secrets: readonly string[];
  /** Id of the ability that is edited as text, or `new`. */
  text: string;
  /** Id of the ability that is shown open. */
  opened: string;
  path: string;
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
            secrets={secrets}
            isText={text === ability.id}
            isOpened={opened === ability.id}
            isFirst={index === 0}
            isLast={index === abilities.length - 1}
          />
        ))}
      </ol>
      <ReadyForms
        state={state}
        secrets={secrets}
        isOpen={abilities.length === 0 && text !== 'new' && state.name !== 'new-ability'}
      />
      <details
        className="card-form"
        id="new-ability"
        open={abilities.length === 0 || text === 'new' || state.name === 'new-ability'}
      >
        <summary>Add ability</summary>
        <p className="quiet">
          {showsText({ form: 'new-ability', state, isText: text === 'new' }) ? (
            <A to={`${path}#new-ability`}>Fill in a request instead</A>
          ) : (
            <>
              It asks another system, such as your shop. For words alone,{' '}
              <A to={`${path}?text=new#new-ability`}>write an instruction instead</A>.
            </>
          )}
        </p>
        <FormFrame name="new-ability" state={state} action="#new-ability">
          <input type="hidden" name="anchor" value="abilities" />
          <SaveFirst />
          <AbilityFields form="new-ability" state={state} secrets={secrets} isText={text === 'new'} />
          <p className="actions">
            <button className="button" type="submit">
              Add ability
            </button>
          </p>
        </FormFrame>
      </details>
      <ImportForms state={state} />
    </section>
  );
}

/** The button that Enter presses: browsers take the first of a form. */
function SaveFirst() {
  return <button type="submit" hidden />;
}

function AbilityItem({
  ability,
  state: sent,
  secrets,
  isText,
  isOpened,
  isFirst,
  isLast,
}: {
  ability: Ability;
  state: FormState;
  secrets: readonly string[];
  isText: boolean;
  isOpened: boolean;
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
        open={isText || isOpened || [form, `test-${ability.id}`].includes(state.name) || needsAttention(ability)}
      >
        <summary>
          <span className="ability-name">{name}</span>{' '}
          <span className="quiet">{ability.description || 'An ability without description'}</span>
        </summary>
        <AbilityNotes ability={ability} />
        <FormFrame name={form} state={state} stored={stored} action={`#${form}`}>
          <input type="hidden" name="anchor" value={form} />
          <SaveFirst />
          <AbilityFields form={form} state={state} ability={ability} secrets={secrets} isText={isText} />
          <p className="actions">
            <button className="button" type="submit">
              Save ability
            </button>
            {!showsText({ form, state, ability, isText }) && (
              <button className="text-button" name="do" value="text">
                Save and edit as text
              </button>
            )}
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
