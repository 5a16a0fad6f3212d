import {
  collectionRequestSchema,
  emptyResponseSchema,
  hubCollectionListSchema,
  hubCollectionSchema,
} from '@sotto/hub-api';
import * as v from 'valibot';
import { redirect, type Page, type PageRequest } from '../../site/route';
import { A } from '../../site/SiteContext';
import { TextBox, TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import { BUTTON_ONLY, submitForm, UNSENT, type FormState } from '../forms/formState';
import { accountPage } from '../pages/accountPage';
import { DeleteForm } from '../resources/resourcePages';
import { OperatorHead, operatorRoute } from './operatorRoute';

type Collection = v.InferOutput<typeof hubCollectionSchema>;

/** /operator/collections: items that operators chose for the Hub; `?edit=` is the one in the form. */
export const collectionsRoute = operatorRoute({
  path: '/operator/collections',
  show: (request) => show(request),
  async act(request) {
    const { form, hub, href } = request;
    const answer =
      form.get('form') === 'delete'
        ? await submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () =>
            hub.post(
              `/operator/collection/${encodeURIComponent(form.get('slug') ?? '')}/delete`,
              v.object({ slug: v.string() }),
            ),
          )
        : await submitForm(form, collectionRequestSchema, readFields(form), (value) =>
            hub.post('/operator/collection/upsert', v.object({ slug: v.string() }), value),
          );
    return 'state' in answer ? show(request, answer.state) : redirect(href('/operator/collections?saved'));
  },
});

/** Each line is an item: its kind, its slug or id, and a note. */
function readFields(form: URLSearchParams): object {
  const text = (name: string): string => form.get(name)?.trim() ?? '';
  return {
    slug: text('slug'),
    title: text('title'),
    description: text('description'),
    position: Number(text('position') || '0'),
    items: text('items')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => {
        const [type = '', id = '', ...note] = line.split(/\s+/);
        return { type, id, note: note.join(' ') };
      }),
  };
}

function writeItems({ items }: Collection): string {
  return items.map(({ card: { type, slug, id }, note }) => `${type} ${slug ?? id} ${note}`.trim()).join('\n');
}

async function show(request: PageRequest, state: FormState = UNSENT): Promise<Page> {
  const { hub, url } = request;
  const slug = url.searchParams.get('edit') ?? '';
  const [{ items }, edited] = await Promise.all([
    hub.get('/hub/collection/list', hubCollectionListSchema, { take: 100 }),
    slug === '' ? undefined : hub.find(`/hub/collection/${encodeURIComponent(slug)}/fetch`, hubCollectionSchema),
  ]);
  return accountPage(request, {
    title: 'Collections',
    state,
    body: (
      <div className="editor-main">
        <OperatorHead
          title="Collections"
          lead="Items that you choose for the Hub, each with a note on why it is there."
        />
        {items.length === 0 && <p className="quiet">No collections yet.</p>}
        <ul className="item-list rows">
          {items.map((each) => (
            <li key={each.slug}>
              <p>
                <A to={`/operator/collections?edit=${each.slug}#collection`} dir="auto">
                  {each.title}
                </A>
              </p>
              <p className="quiet small">
                {each.count === 1 ? '1 public item' : `${String(each.count)} public items`} ·{' '}
                <A to={`/hub/collections/${each.slug}`}>See it on the Hub</A>
              </p>
            </li>
          ))}
        </ul>
        <CollectionForm state={state} edited={edited} />
      </div>
    ),
  });
}

function CollectionForm({ state, edited }: { state: FormState; edited: Collection | undefined }) {
  const parts = { form: 'collection', state };
  return (
    <section id="collection" aria-labelledby="collection-title">
      <h2 id="collection-title">{edited ? `Change “${edited.title}”` : 'New collection'}</h2>
      <FormFrame name="collection" state={state} submit={edited ? 'Save' : 'Create the collection'} keepsDraft={false}>
        <TextField {...parts} name="title" label="Title" stored={edited?.title ?? ''} maxLength={100} required />
        <TextField
          {...parts}
          name="slug"
          label="Address"
          stored={edited?.slug ?? ''}
          maxLength={60}
          required
          readOnly={edited !== undefined}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          hint="The last part of /hub/collections/…: lower-case words joined by hyphens."
        />
        <TextBox
          {...parts}
          name="description"
          label="Description"
          stored={edited?.description ?? ''}
          maxLength={500}
          rows={2}
        />
        <TextBox
          {...parts}
          name="items"
          label="Items"
          stored={edited ? writeItems(edited) : ''}
          rows={6}
          spellCheck={false}
          hint="One per line: its type, its slug or id, and a note, for example: skillset order-help Answers the most frequent question. Only public items."
        />
        <TextField
          {...parts}
          name="position"
          label="Place among the others"
          stored={String(edited?.position ?? 0)}
          inputMode="numeric"
          autoComplete="off"
          hint="The lowest comes first."
        />
      </FormFrame>
      {edited && (
        <>
          <p>
            <A to="/operator/collections">Create a new one instead</A>
          </p>
          <DeleteForm noun="collection" note="Its items stay.">
            <input type="hidden" name="slug" value={edited.slug} />
          </DeleteForm>
        </>
      )}
    </section>
  );
}
