import {
  botListResponseSchema,
  hubItemSchema,
  inboxCountResponseSchema,
  publishingSchema,
  updateResponseSchema,
  usesResponseSchema,
  widgetCreateRequestSchema,
  widgetSchema,
  widgetSiteListResponseSchema,
  widgetUpdateRequestSchema,
  type HubItem,
} from '@sotto/hub-api';
import { idResponseSchema, type JsonObject } from '@sotto/widget-core/api';
import { languageName } from '@sotto/widget-core/internal/config';
import type * as v from 'valibot';
import { accountPage, ownRoute } from '../account/pages/accountPage';
import { saveEdit, withEdit, type Stored } from '../account/forms/edit';
import { SelectField, TextBox, TextField } from '../account/forms/fields';
import { FormFrame } from '../account/forms/FormFrame';
import { submitForm, UNSENT, type FormState } from '../account/forms/formState';
import { DeleteForm } from '../account/resources/resourcePages';
import { ListingFields, readListing } from '../account/resources/ListingFields';
import { PublishingSection } from '../account/resources/PublishingSection';
import { deleteNote, UsedBy } from '../account/resources/UsedBy';
import { ApiFailure } from '../site/hubClient';
import { Island } from '../site/Island';
import { redirect, type Page, type PageRequest, type Route } from '../site/route';
import { A } from '../site/SiteContext';
import { Preview } from './Preview';
import { Installed } from './Install';
import { People, readReasoning, readToolResults, Tools } from './ServerFields';
import { StudioHead } from './StudioHead';
import { FindSetting, StudioTabs } from './StudioTabs';
import { withSettings } from './checkSettings';
import { Limits, OfferedLanguages, readLimits, Retention } from './Limits';
import { Group, StudioFields } from './StudioForm';
import { ownTexts, wordsRoute } from './wordsPage';
import { NEW_BOT, pageSettings, readOrigins, readWidgetConfig, toWidgetForm } from './widgetForm';

type Widget = v.InferOutput<typeof widgetSchema>;

/** The Hub's widget to start from, if the address names one [H-7]. */
async function readSource({ hub, url, params }: PageRequest): Promise<HubItem['item'] | undefined> {
  const id = url.searchParams.get('clone') ?? '';
  if (params['id'] !== undefined || id === '') return undefined;
  return (await hub.find(`/hub/widget/${encodeURIComponent(id)}/fetch`, hubItemSchema))?.item;
}

async function readSites({ hub }: PageRequest, id: string) {
  return (await hub.get(`/integration/widget/${id}/site/list`, widgetSiteListResponseSchema, { take: 100 })).items;
}

async function show(request: PageRequest, sent: FormState = UNSENT): Promise<Page> {
  const { hub, params } = request;
  const source = await readSource(request);
  const widget =
    params['id'] === undefined
      ? undefined
      : await hub.get(`/integration/widget/${encodeURIComponent(params['id'])}/fetch`, widgetSchema);
  const bots = await hub.get('/bot/list', botListResponseSchema, { take: 100 });
  const { sendsMail } = await hub.get('/inbox/count', inboxCountResponseSchema);
  const publishing = widget && (await hub.get(`/integration/widget/${widget.id}/publishing/fetch`, publishingSchema));
  const uses = widget && (await hub.get(`/integration/widget/${widget.id}/uses/fetch`, usesResponseSchema));
  const { toolResults, reasoning, handover, ...config } = widget?.config ?? source?.config ?? {};
  const title = widget ? widget.name || 'Untitled widget' : 'New widget';
  const stored = widget && toStored(widget);
  const state = stored
    ? withEdit(sent, 'widget', (form) => readFields(form, { ...widget, config }, form.get('botId') ?? NEW_BOT), stored)
    : sent;
  return accountPage(request, {
    title,
    state,
    body: (
      <>
        <p className="eyebrow">
          <A to="/overview">Overview</A> › Widget
        </p>
        <StudioHead
          title={title}
          actions={
            widget && (
              <A className="button quiet small" to={`/install?widget=${widget.id}`}>
                Install
              </A>
            )
          }
        >
          {widget && <Installed id={widget.id} request={request} sites={await readSites(request, widget.id)} />}
        </StudioHead>
        {source && (
          <p className="notice">
            A copy of <A to={`/hub/widgets/${source.slug ?? source.id}`}>{source.name || source.id}</A>: how it looks
            comes along, who answers is yours.
          </p>
        )}
        {widget && request.url.searchParams.has('code') && (
          <p className="notice" role="status">
            Your pages still have the code from before: what you changed is part of it.{' '}
            <A to={`/install?widget=${widget.id}`}>Copy the new code</A> and replace it there.
          </p>
        )}
        {!widget && (
          <p className="lead">Choose how the chat looks and who answers. You get the line to paste afterwards.</p>
        )}
        <Island name="studio" when="load" className="studio" props={{ stored: config }}>
          <StudioTabs />
          <div className="studio-form">
            <FindSetting />
            <FormFrame
              name="widget"
              state={state}
              submit={widget ? 'Save' : 'Create widget'}
              {...(stored && { stored })}
            >
              <div className="studio-fields">
                <Basics
                  state={state}
                  name={widget?.name ?? source?.name ?? ''}
                  botId={widget?.botId}
                  bots={bots.items}
                />
                <StudioFields
                  form="widget"
                  state={state}
                  values={toWidgetForm(config)}
                  more={{
                    words: (
                      <>
                        <OfferedLanguages state={state} stored={widget?.languages ?? []} />
                        <TextsLink widget={widget} />
                      </>
                    ),
                    privacy: <Retention state={state} widget={widget} />,
                  }}
                />
                <Limits state={state} budgets={widget?.budgets ?? {}} />
                <Tools state={state} toolResults={readToolResults(toolResults)} reasoning={readReasoning(reasoning)} />
                <People state={state} isOffered={handover === true && !source} sendsMail={sendsMail} />
                <Places state={state} widget={widget} />
              </div>
            </FormFrame>
            {publishing && <PublishingSection type="widget" id={widget?.id ?? ''} publishing={publishing} />}
            {uses && <UsedBy noun="widget" uses={uses} />}
            {uses && <DeleteForm noun="widget" note={deleteNote('widget', uses)} />}
          </div>
          <Preview {...(widget && { widget: widget.id })} />
        </Island>
      </>
    ),
  });
}

function Basics({
  state,
  name,
  botId,
  bots,
}: {
  state: FormState;
  name: string;
  botId: string | undefined;
  bots: readonly { id: string; name: string }[];
}) {
  const options = [...bots.map((bot) => [bot.id, bot.name || bot.id] as const), [NEW_BOT, 'A new bot'] as const];
  return (
    <>
      <TextField
        form="widget"
        name="name"
        label="Name"
        state={state}
        stored={name}
        maxLength={200}
        required
        autoComplete="off"
        hint="Only you see it, unless the title below is empty."
      />
      <SelectField
        form="widget"
        name="botId"
        label="Who answers"
        state={state}
        stored={botId ?? bots[0]?.id ?? NEW_BOT}
        options={options}
      />
      <div className="only-new-bot">
        <TextBox
          form="widget"
          name="backstory"
          label="Backstory of the new bot"
          state={state}
          rows={4}
          maxLength={32_768}
          hint="Who it is, and what it helps with. Abilities and knowledge can be added later."
        />
      </div>
    </>
  );
}

/** Leads to the texts of the chat, which have a page of their own: there are more of them than settings. */
function TextsLink({ widget }: { widget: Widget | undefined }) {
  if (!widget) return <p className="field-hint">Every text of the chat can be changed once the widget exists.</p>;
  const changed = [...ownTexts(widget.config).keys()].map((language) => languageName(language));
  return (
    <div className="setting" data-words="intl messages">
      <p className="field">
        <A to={`/integrations/widget/${widget.id}/words`}>Texts of the chat</A>
        <span className="field-hint">
          {changed.length === 0 ? 'Every word and sentence, in each language.' : `Changed in ${changed.join(', ')}.`}
        </span>
      </p>
    </div>
  );
}

function Places({ state, widget }: { state: FormState; widget: Widget | undefined }) {
  return (
    <Group
      title="Allowed sites"
      isOpen={
        state.name === 'widget' &&
        (state.errors['allowedOrigins'] !== undefined ||
          ['allowedOrigins', 'visibility', 'icon', 'tags', 'language', 'licence'].some((name) =>
            state.edit?.clashes.has(name),
          ))
      }
    >
      <TextBox
        form="widget"
        name="allowedOrigins"
        label="Sites"
        state={state}
        stored={widget?.allowedOrigins.join('\n') ?? ''}
        rows={3}
        spellCheck={false}
        hint="One per line, such as https://example.com or https://*.example.com. Empty: any site."
      />
      <ListingFields form="widget" state={state} stored={widget} />
    </Group>
  );
}

/**
 * Converts the form for the API.
 *
 * @param budgets - stored limits, of which the form has some; undefined for a new widget
 */
function readFields(
  form: URLSearchParams,
  { config: stored, budgets }: { readonly config: JsonObject; readonly budgets?: Widget['budgets'] },
  botId: string,
): JsonObject {
  return {
    name: form.get('name')?.trim() ?? '',
    ...readListing(form),
    botId,
    config: {
      ...readWidgetConfig(form, stored),
      toolResults: readToolResults(form.get('toolResults')),
      reasoning: readReasoning(form.get('reasoning')),
      handover: form.has('handover'),
    },
    allowedOrigins: readOrigins(form.get('allowedOrigins') ?? ''),
    ...readLimits(form, budgets),
  };
}

/** A widget as an unchanged form would submit it. */
function toStored({
  version,
  name,
  visibility,
  icon,
  tags,
  language,
  licence,
  botId,
  config,
  allowedOrigins,
  languages,
  retentionDays,
  attachmentRetentionDays,
  visitorsMayDelete,
  budgets,
}: Widget): Stored {
  return {
    state: version,
    fields: {
      name,
      visibility,
      icon,
      tags,
      language,
      licence,
      botId,
      config: {
        ...readWidgetConfig(toWidgetForm(config), config),
        toolResults: readToolResults(config['toolResults']),
        reasoning: readReasoning(config['reasoning']),
        handover: config['handover'] === true,
      },
      allowedOrigins,
      languages,
      retentionDays,
      attachmentRetentionDays,
      visitorsMayDelete,
      budgets: { ...budgets } as JsonObject,
    },
  };
}

/** The selected bot; a new one is created once everything else is valid. */
async function chooseBot({ form, hub }: PageRequest): Promise<string> {
  const chosen = form.get('botId') ?? NEW_BOT;
  if (chosen !== NEW_BOT) return chosen;
  const bot = { name: form.get('name')?.trim() ?? '', backstory: form.get('backstory') ?? '' };
  return (await hub.post('/bot/create', idResponseSchema, bot)).id;
}

async function act(request: PageRequest): Promise<Page | Response> {
  const { form, hub, params, href } = request;
  const id = params['id'];
  const at = `/integration/widget/${encodeURIComponent(id ?? '')}`;
  if (id !== undefined && form.get('form') === 'delete') {
    await hub.post(`${at}/delete`, idResponseSchema);
    return redirect(href('/overview'));
  }
  return id === undefined ? create(request) : change(request, at);
}

async function create(request: PageRequest): Promise<Page | Response> {
  const { form, hub, href } = request;
  const source = await readSource(request);
  // Validated with a placeholder bot first, so that an invalid field never leaves a bot behind.
  const typed = {
    ...readFields(form, { config: source?.config ?? {} }, 'bot_new'),
    ...(source && { clonedFrom: { id: source.id, version: source.version } }),
  };
  const answer = await submitForm(
    form,
    withSettings(widgetCreateRequestSchema, source?.config ?? {}),
    typed,
    async (value) =>
      hub.post('/integration/widget/create', idResponseSchema, { ...value, botId: await chooseBot(request) }),
  );
  return 'done' in answer
    ? redirect(href(`/integrations/widget/${answer.done.id}?saved`))
    : show(request, answer.state);
}

async function change(request: PageRequest, at: string): Promise<Page | Response> {
  const { form, hub, href } = request;
  const load = async (): Promise<Widget> => hub.get(`${at}/fetch`, widgetSchema);
  let made: Promise<string> | undefined;
  const before = await load();
  const answer = await saveEdit(
    form,
    withSettings(widgetUpdateRequestSchema, before.config),
    readFields(form, before, form.get('botId') ?? NEW_BOT),
    {
      load: async () => toStored(await load()),
      async save(value, version) {
        if (value.botId !== NEW_BOT) return hub.post(`${at}/update`, updateResponseSchema, { ...value, version });
        // Checked first, so that a refused change leaves no bot behind.
        if (version !== undefined && (await load()).version !== version) throw new ApiFailure('CONFLICT');
        return hub.post(`${at}/update`, updateResponseSchema, {
          ...value,
          botId: await (made ??= chooseBot(request)),
          version,
        });
      },
    },
  );
  if (!('done' in answer)) return show(request, answer.state);
  const isInCode = JSON.stringify(pageSettings((await load()).config)) !== JSON.stringify(pageSettings(before.config));
  const query = `saved${answer.hasMerged ? '=merged' : ''}${isInCode ? '&code' : ''}`;
  return redirect(href(`/integrations/widget/${answer.done.id}?${query}`));
}

/** /integrations/widget/new and /integrations/widget/{id}: the widget studio, with the texts of its chat. */
export const studioRoutes: readonly Route[] = [
  ownRoute({ path: '/integrations/widget/new', show: (request) => show(request), act }),
  ownRoute({ path: '/integrations/widget/:id', show: (request) => show(request), act }),
  wordsRoute,
];
