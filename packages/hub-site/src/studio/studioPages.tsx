import {
  botListResponseSchema,
  hubItemSchema,
  inboxCountResponseSchema,
  publishingSchema,
  TOOL_RESULTS,
  updateResponseSchema,
  widgetCreateRequestSchema,
  widgetSchema,
  widgetSiteListResponseSchema,
  widgetUpdateRequestSchema,
  type HubItem,
  type ToolResults,
} from '@sotto/hub-api';
import { idResponseSchema, type JsonObject } from '@sotto/widget-core/api';
import { REASONING, type Reasoning } from '@sotto/widget-core/internal/server';
import type * as v from 'valibot';
import { accountPage, ownRoute } from '../account/pages/accountPage';
import { saveEdit, withEdit, type Stored } from '../account/forms/edit';
import { CheckField, SelectField, TextBox, TextField } from '../account/forms/fields';
import { FormFrame } from '../account/forms/FormFrame';
import { submitForm, UNSENT, type FormState } from '../account/forms/formState';
import { DeleteForm } from '../account/resources/resourcePages';
import { ListingFields, readListing } from '../account/resources/ListingFields';
import { PublishingSection } from '../account/resources/PublishingSection';
import { ApiFailure } from '../site/hubClient';
import { Island } from '../site/Island';
import { redirect, type Page, type PageRequest, type Route } from '../site/route';
import { A } from '../site/SiteContext';
import { Preview } from './Preview';
import { Installed } from './Install';
import { StudioHead } from './StudioHead';
import { StudioTabs } from './StudioTabs';
import { withSettings } from './checkSettings';
import { StudioFields } from './StudioForm';
import { NEW_BOT, readOrigins, readWidgetConfig, toWidgetForm } from './widgetForm';

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
  const { toolResults, reasoning, handover, ...config } = widget?.config ?? source?.config ?? {};
  const title = widget ? widget.name || 'Untitled widget' : 'New widget';
  const stored = widget && toStored(widget);
  const state = stored
    ? withEdit(sent, 'widget', (form) => readFields(form, config, form.get('botId') ?? NEW_BOT), stored)
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
        {!widget && (
          <p className="lead">Choose how the chat looks and who answers. You get the line to paste afterwards.</p>
        )}
        <Island name="studio" when="load" className="studio" props={{ stored: config }}>
          <StudioTabs />
          <div className="studio-form">
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
                <StudioFields form="widget" state={state} values={toWidgetForm(config)} />
                <Tools state={state} toolResults={readToolResults(toolResults)} reasoning={readReasoning(reasoning)} />
                <People state={state} isOffered={handover === true && !source} sendsMail={sendsMail} />
                <Places state={state} widget={widget} />
              </div>
            </FormFrame>
            {publishing && <PublishingSection noun="widget" publishing={publishing} />}
            {widget && <DeleteForm noun="widget" />}
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
          hint="Who it is, and what it helps with. Skillsets and datasets can be added later."
        />
      </div>
    </>
  );
}

/** A server-side setting, so it is not in the preview or the code. */
function Tools({
  state,
  toolResults,
  reasoning,
}: {
  state: FormState;
  toolResults: ToolResults;
  reasoning: Reasoning;
}) {
  const options = [
    ['private', 'Visitors see that a tool is used'],
    ['shared', 'Visitors can read what a tool was given and what it returned'],
  ] as const satisfies readonly (readonly [ToolResults, string])[];
  const thoughts = [
    ['hidden', 'Visitors see how long the model thinks'],
    ['folded', 'Visitors can open what the model thinks'],
    ['open', 'Visitors read what the model thinks, without opening it'],
  ] as const satisfies readonly (readonly [Reasoning, string])[];
  return (
    <details className="studio-group" open={toolResults === 'shared' || reasoning !== 'hidden'}>
      <summary>Tool results and reasoning</summary>
      <SelectField
        form="widget"
        name="toolResults"
        label="Arguments and results of tools"
        state={state}
        stored={toolResults}
        options={options}
        hint={
          'Shared means that anyone who uses the chat can read everything its tools return, including what the bot ' +
          'leaves out. You see it in your conversations either way.'
        }
      />
      <SelectField
        form="widget"
        name="reasoning"
        label="Reasoning of the model"
        state={state}
        stored={reasoning}
        options={thoughts}
        hint="Reasoning may repeat your instructions and what tools returned."
      />
    </details>
  );
}

/** Whether visitors may ask for a person, and how the owner is notified. */
function People({ state, isOffered, sendsMail }: { state: FormState; isOffered: boolean; sendsMail: boolean }) {
  return (
    <details className="studio-group" open={isOffered || state.edit?.clashes.has('handover')}>
      <summary>Handover to a person</summary>
      <CheckField
        form="widget"
        name="handover"
        label="Visitors may ask for a person"
        state={state}
        stored={isOffered}
        hint={
          <>
            A visitor who asks for a person is marked as waiting in your inbox, and you get a mail. The bot answers
            until you take over.
            {!sendsMail && ' This server does not send mail yet: the operator finds the mails in its log.'}
          </>
        }
      />
    </details>
  );
}

/** Unknown values keep reasoning hidden. */
function readReasoning(written: unknown): Reasoning {
  return REASONING.find((name) => name === written) ?? 'hidden';
}

/** Unknown values keep results private. */
function readToolResults(written: unknown): ToolResults {
  return TOOL_RESULTS.find((name) => name === written) ?? 'private';
}

function Places({ state, widget }: { state: FormState; widget: Widget | undefined }) {
  return (
    <details
      className="studio-group"
      open={
        state.name === 'widget' &&
        (state.errors['allowedOrigins'] !== undefined ||
          ['allowedOrigins', 'visibility', 'icon', 'tags', 'language', 'licence'].some((name) =>
            state.edit?.clashes.has(name),
          ))
      }
    >
      <summary>Allowed sites</summary>
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
    </details>
  );
}

/** Converts the form for the API. */
function readFields(form: URLSearchParams, stored: JsonObject, botId: string): JsonObject {
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
    ...readFields(form, source?.config ?? {}, 'bot_new'),
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
  const { config } = await load();
  const answer = await saveEdit(
    form,
    withSettings(widgetUpdateRequestSchema, config),
    readFields(form, config, form.get('botId') ?? NEW_BOT),
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
  return 'done' in answer
    ? redirect(href(`/integrations/widget/${answer.done.id}?saved${answer.hasMerged ? '=merged' : ''}`))
    : show(request, answer.state);
}

/** /integrations/widget/new and /integrations/widget/{id}: the widget studio. */
export const studioRoutes: readonly Route[] = [
  ownRoute({ path: '/integrations/widget/new', show: (request) => show(request), act }),
  ownRoute({ path: '/integrations/widget/:id', show: (request) => show(request), act }),
];
