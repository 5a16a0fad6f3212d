import type { ReactNode } from 'react';
import {
  emptyResponseSchema,
  hubItemSchema,
  publishingSchema,
  updateResponseSchema,
  usesResponseSchema,
} from '@sotto/hub-api';
import { idResponseSchema, type Json, type JsonObject } from '@sotto/widget-core/api';
import type * as v from 'valibot';
import { AskAssistant } from '../../assistant/AssistantTag';
import { redirect, type Page, type PageRequest, type Route } from '../../site/route';
import { A } from '../../site/SiteContext';
import { accountPage, ownRoute } from '../pages/accountPage';
import { saveEdit, withEdit, type Stored } from '../forms/edit';
import { TextBox, TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import { BUTTON_ONLY, submitForm, UNSENT, type FormState } from '../forms/formState';
import { RESOURCE_KINDS, type ResourceKind } from './resourceKinds';
import { ListingFields, readListing } from './ListingFields';
import { PublishingSection } from './PublishingSection';
import { deleteNote, UsedBy } from './UsedBy';

/** An item as loaded for its page. */
export type Resource<Kind extends ResourceKind> = v.InferOutput<(typeof RESOURCE_KINDS)[Kind]['item']>;

/**
 * Action of a form. Returns the refused form; or, on success, whether changes made elsewhere were kept (undefined if
 * there were none), or the next address.
 */
export type ResourceAction = (
  request: PageRequest,
  id: string,
) => Promise<FormState | Response | { readonly hasMerged: boolean } | undefined>;

/** Kind-specific parts of the pages. */
export interface ResourcePages<Kind extends ResourceKind, Extra> {
  readonly kind: Kind;
  /** One sentence for users without one yet. */
  readonly lead: string;
  /** Fields besides name, description and visibility. */
  readonly fields?: (parts: { state: FormState; resource: Resource<Kind> | undefined; extra: Extra }) => ReactNode;
  /** Converts these fields for the API. */
  readonly toFields?: (form: URLSearchParams) => JsonObject;
  /** Loads further data for the page. */
  readonly load: (request: PageRequest, id: string | undefined) => Promise<Extra>;
  /** Content below the form of an existing item. */
  readonly below?: (parts: { state: FormState; resource: Resource<Kind>; extra: Extra }) => ReactNode;
  /** Content beside the form. */
  readonly aside?: (resource: Resource<Kind>, hasModel: boolean) => ReactNode;
  /** Handles a return from another site; undefined for ordinary visits. */
  readonly comeBack?: (request: PageRequest) => Promise<Response | undefined>;
  /** Actions of further forms, by name. */
  readonly actionFor?: (form: string) => ResourceAction | undefined;
}

/** Pages to create and edit items of this kind. */
export function resourcePages<Kind extends ResourceKind, Extra>(pages: ResourcePages<Kind, Extra>): readonly Route[] {
  const { kind, toFields = () => ({}), load } = pages;
  const { api, path, item, fields, noun, title } = RESOURCE_KINDS[kind];

  const read = (form: URLSearchParams): JsonObject => ({
    name: form.get('name')?.trim() ?? '',
    description: form.get('description') ?? '',
    ...readListing(form),
    ...toFields(form),
  });
  const fetch = async ({ hub }: PageRequest, id: string): Promise<Resource<Kind>> =>
    hub.get(`${api}/${encodeURIComponent(id)}/fetch`, item);
  const toStored = (resource: Resource<Kind>): Stored => ({
    state: resource.version,
    fields: pick(resource, Object.keys(read(new URLSearchParams()))),
  });

  async function show(request: PageRequest, sent: FormState = UNSENT): Promise<Page> {
    const id = request.params['id'];
    const resource = id === undefined ? undefined : await fetch(request, id);
    const stored = resource && toStored(resource);
    const state = stored ? withEdit(sent, 'thing', read, stored) : sent;
    const extra = await load(request, id);
    const name = resource && (resource.name || `Untitled ${noun}`);
    const aside = resource && pages.aside?.(resource, await hasModel(request, kind, resource.id));
    const publishing = resource && (await request.hub.get(`${api}/${resource.id}/publishing/fetch`, publishingSchema));
    const uses = resource && (await request.hub.get(`${api}/${resource.id}/uses/fetch`, usesResponseSchema));
    const source = resource?.clonedFrom ? await readSource(request, kind, resource.clonedFrom.id) : undefined;
    return accountPage(request, {
      title: name ?? `New ${noun}`,
      state,
      body: (
        <div className={aside ? 'editor with-aside' : 'editor'}>
          <div className="editor-main">
            <p className="eyebrow">
              <A to="/overview">Overview</A> › <A to={path}>{title}</A>
            </p>
            <Head title={name ?? `New ${noun}`} hasTrial={aside !== undefined} />
            {!resource && <p className="lead">{pages.lead}</p>}
            {source && (
              <p className="quiet small">
                Cloned from {source.path === undefined ? source.name : <A to={source.path}>{source.name}</A>}
              </p>
            )}
            <FormFrame
              name="thing"
              state={state}
              submit={resource ? 'Save' : `Create ${noun}`}
              {...(stored && { stored })}
            >
              <TextField
                form="thing"
                name="name"
                label="Name"
                state={state}
                stored={resource?.name ?? ''}
                maxLength={200}
                required
                autoComplete="off"
              />
              <TextBox
                form="thing"
                name="description"
                label="Description"
                state={state}
                stored={resource?.description ?? ''}
                maxLength={4000}
                rows={3}
              />
              {pages.fields?.({ state, resource, extra })}
              <ListingFields form="thing" state={state} stored={resource} />
            </FormFrame>
            {resource && pages.below?.({ state, resource, extra })}
            {publishing && <PublishingSection type={kind} id={resource.id} publishing={publishing} />}
            {uses && <UsedBy noun={noun} uses={uses} />}
            {uses && <DeleteForm noun={noun} note={deleteNote(kind, uses)} />}
          </div>
          {aside && <aside className="editor-aside">{aside}</aside>}
        </div>
      ),
    });
  }

  async function make(request: PageRequest): Promise<Page | Response> {
    const answer = await submitForm(request.form, fields, read(request.form), (value) =>
      request.hub.post(`${api}/create`, idResponseSchema, value as object),
    );
    return 'done' in answer ? redirect(request.href(`${path}/${answer.done.id}?saved`)) : show(request, answer.state);
  }

  const saveResource: ResourceAction = async (request, id) => {
    const answer = await saveEdit(request.form, fields, read(request.form), {
      load: async () => toStored(await fetch(request, request.params['id'] ?? '')),
      save: (value, version) => request.hub.post(`${api}/${id}/update`, updateResponseSchema, { ...value, version }),
    });
    return 'state' in answer ? answer.state : answer;
  };

  async function change(request: PageRequest): Promise<Page | Response> {
    const id = encodeURIComponent(request.params['id'] ?? '');
    const form = request.form.get('form') ?? '';
    if (form === 'delete') {
      const answer = await submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () =>
        request.hub.post(`${api}/${id}/delete`, idResponseSchema),
      );
      return 'done' in answer ? redirect(request.href('/overview')) : show(request, answer.state);
    }
    const action = pages.actionFor?.(form) ?? saveResource;
    const answer = await action(request, id);
    if (answer instanceof Response) return answer;
    return answer && 'name' in answer
      ? show(request, answer)
      : redirect(
          request.href(`${path}/${id}?saved${answer?.hasMerged === true ? '=merged' : ''}${anchorOf(request.form)}`),
        );
  }

  return [
    ownRoute({ path: `${path}/new`, show, act: make }),
    ownRoute({
      path: `${path}/:id`,
      show: async (request) => (await pages.comeBack?.(request)) ?? show(request),
      act: change,
    }),
  ];
}

/** Title of the page; beside a trial there is no launcher, so the assistant is one of the actions. */
function Head({ title, hasTrial }: { title: string; hasTrial: boolean }) {
  if (!hasTrial) return <h1>{title}</h1>;
  return (
    <header className="studio-head">
      <h1>{title}</h1>
      <div className="actions">
        <AskAssistant />
      </div>
    </header>
  );
}

/** Whether a language model answers in trials. */
async function hasModel({ hub }: PageRequest, kind: ResourceKind, id: string): Promise<boolean> {
  return (await hub.find(`/hub/${kind}/${encodeURIComponent(id)}/fetch`, hubItemSchema))?.hasModel !== false;
}

/** Some fields of a thing. */
function pick(resource: object, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(resource).filter((entry): entry is [string, Json] => names.includes(entry[0])),
  );
}

/** The item it was cloned from, if still visible. */
async function readSource(
  { hub }: PageRequest,
  kind: ResourceKind,
  id: string,
): Promise<{ name: string; path?: string }> {
  const found = await hub.find(`/hub/${kind}/${encodeURIComponent(id)}/fetch`, hubItemSchema);
  return found
    ? { name: found.item.name || id, path: `/hub/${kind}s/${found.item.slug ?? id}` }
    : { name: `a ${kind} that is no longer public` };
}

/** Returns to the edited part of the page. */
function anchorOf(form: URLSearchParams): string {
  const anchor = form.get('anchor') ?? '';
  return /^[\w-]{1,80}$/.test(anchor) ? `#${anchor}` : '';
}

/** Deleting requires a confirmation, also without scripts. `verb`: another action word, such as `Remove`. */
export function DeleteForm({
  noun,
  form = 'delete',
  verb = 'Delete',
  note = 'This cannot be undone.',
  children,
}: {
  noun: string;
  form?: string;
  verb?: string;
  note?: string;
  children?: ReactNode;
}) {
  return (
    <details className="more danger-zone">
      <summary>
        {verb} this {noun}
      </summary>
      <form method="post">
        <input type="hidden" name="form" value={form} />
        {children}
        <p>
          {note}{' '}
          <button className="button danger small" type="submit">
            Yes, {verb.toLowerCase()} it
          </button>
        </p>
      </form>
    </details>
  );
}
