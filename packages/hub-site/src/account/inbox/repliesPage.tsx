import { cannedReplyListResponseSchema, cannedReplyUpsertRequestSchema, type CannedReply } from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { redirect, type Page, type PageRequest, type Route } from '../../site/route';
import { A, roleIn } from '../../site/SiteContext';
import { TextBox, TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import { BUTTON_ONLY, submitForm, UNSENT, type FormState } from '../forms/formState';
import { accountPage, ownRoute } from '../pages/accountPage';
import { DeleteForm } from '../resources/resourcePages';

/** /inbox/replies: the canned replies of the workspace. Owners and editors change them. */
export const cannedRepliesRoute: Route = ownRoute({
  path: '/inbox/replies',
  show: (request) => showReplies(request),
  async act(request) {
    const { form, hub, href } = request;
    const [, kind, id] = /^(reply|delete)(?:-(.+))?$/.exec(form.get('form') ?? '') ?? [];
    const submitted =
      kind === 'delete' && id !== undefined
        ? await submitForm(BUTTON_ONLY, v.object({}), {}, () =>
            hub.post(`/inbox/reply/${encodeURIComponent(id)}/delete`, idResponseSchema),
          )
        : await submitForm(
            form,
            cannedReplyUpsertRequestSchema,
            { id, name: form.get('name') ?? '', text: form.get('text') ?? '' },
            (value) => hub.post('/inbox/reply/upsert', idResponseSchema, value),
          );
    if ('state' in submitted) return showReplies(request, submitted.state);
    return redirect(href('/inbox/replies?saved'));
  },
});

async function showReplies(request: PageRequest, state: FormState = UNSENT): Promise<Page> {
  const { items } = await request.hub.get('/inbox/reply/list', cannedReplyListResponseSchema, { take: 100 });
  const mayEdit = roleIn(request.workspaces) !== 'answerer';
  return accountPage(request, {
    title: 'Canned replies',
    state,
    body: (
      <>
        <p className="eyebrow">
          <A to="/inbox">Inbox</A> › Canned replies
        </p>
        <h1>Canned replies</h1>
        <p className="lead">
          Texts that you send often. In the answer box, type <kbd>/</kbd> or open <b>Canned replies</b>.
        </p>
        {items.length === 0 ? (
          <p className="quiet">No canned replies yet.</p>
        ) : (
          <ul className="reply-list">
            {items.map((reply) => (
              <li key={reply.id}>
                <h2>
                  <bdi>{reply.name}</bdi>
                </h2>
                <p dir="auto">{reply.text}</p>
                {mayEdit && <EditReply reply={reply} state={state} />}
              </li>
            ))}
          </ul>
        )}
        {mayEdit ? (
          <section aria-labelledby="new-reply-title">
            <h2 id="new-reply-title">New canned reply</h2>
            <ReplyForm form="reply" submit="Add" state={state} />
          </section>
        ) : (
          <p className="quiet">Owners and editors of this team can change them.</p>
        )}
      </>
    ),
  });
}

function EditReply({ reply, state }: { reply: CannedReply; state: FormState }) {
  const form = `reply-${reply.id}`;
  return (
    <>
      <details className="more" open={state.name === form}>
        <summary>Edit</summary>
        <ReplyForm form={form} submit="Save" reply={reply} state={state} />
      </details>
      <DeleteForm noun="reply" form={`delete-${reply.id}`} />
    </>
  );
}

function ReplyForm({
  form,
  submit,
  reply,
  state,
}: {
  form: string;
  submit: string;
  reply?: CannedReply;
  state: FormState;
}) {
  return (
    <FormFrame name={form} state={state} submit={submit}>
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="What you type after the slash, such as shipping."
        stored={reply?.name ?? ''}
        state={state}
        maxLength={40}
        required
        dir="auto"
      />
      <TextBox
        form={form}
        name="text"
        label="Text"
        stored={reply?.text ?? ''}
        state={state}
        rows={4}
        maxLength={4_000}
        required
        dir="auto"
      />
    </FormFrame>
  );
}
