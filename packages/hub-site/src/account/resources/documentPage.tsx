import {
  datasetFileSchema,
  datasetPassageListResponseSchema,
  datasetQuestionListResponseSchema,
  datasetSchema,
} from '@sotto/hub-api';
import type * as v from 'valibot';
import type { Route } from '../../site/route';
import { A } from '../../site/SiteContext';
import { showBytes, showCount } from '../../site/planTable';
import { accountPage, ownRoute } from '../pages/accountPage';
import { Ago } from '../pages/Moment';
import { ListPages } from '../workspace/listPages';
import { isNamedBy } from './isNamedBy';

/** Passages on one page, and questions that are shown. */
const SHOWN = 20;

/** /datasets/{id}/documents/{file id}: the text of a document as bots find it, and who asked for it. */
export const documentRoute: Route = ownRoute({
  path: '/datasets/:id/documents/:file',
  async show(request) {
    const { hub, params, url } = request;
    const dataset = encodeURIComponent(params['id'] ?? '');
    const at = `/dataset/${dataset}/file/${encodeURIComponent(params['file'] ?? '')}`;
    const cursor = url.searchParams.get('cursor')?.slice(0, 30);
    const [{ name }, file, passages, questions] = await Promise.all([
      hub.get(`/dataset/${dataset}/fetch`, datasetSchema),
      hub.get(`${at}/fetch`, datasetFileSchema),
      hub.get(`${at}/passage/list`, datasetPassageListResponseSchema, { cursor, take: SHOWN }),
      hub.get(`${at}/question/list`, datasetQuestionListResponseSchema, { take: SHOWN }),
    ]);
    return accountPage(request, {
      title: file.title,
      body: (
        <div className="editor-main document">
          <p className="eyebrow">
            <A to="/datasets">Knowledge</A> › <A to={`/datasets/${dataset}`}>{name || 'Untitled'}</A>
          </p>
          <h1>
            <bdi>{file.title}</bdi>
          </h1>
          <p className="lead small">
            {!isNamedBy(file.title, file.name) && (
              <>
                <bdi>{file.name}</bdi>,{' '}
              </>
            )}
            {showBytes(file.size)}, {file.passages === 1 ? '1 passage' : `${showCount(file.passages)} passages`}
          </p>
          {file.url !== null && /^https?:/.test(file.url) && (
            <p>
              <a href={file.url} rel="noopener">
                <bdi>{file.url}</bdi>
              </a>
            </p>
          )}
          <Questions items={questions.items} />
          <section id="passages" aria-labelledby="passages-title">
            <h2 id="passages-title">Text</h2>
            <p className="quiet">Bots find one of these passages at a time, and quote it as their source.</p>
            {passages.items.length === 0 ? (
              <p className="quiet">We couldn’t find any text in this document.</p>
            ) : (
              <ol className="document-passages">
                {passages.items.map(({ number, title, text }) => (
                  <li key={number} value={number}>
                    <h3 dir="auto">{title}</h3>
                    <p dir="auto">{text}</p>
                  </li>
                ))}
              </ol>
            )}
            <ListPages
              path={`/datasets/${dataset}/documents/${file.id}`}
              cursor={cursor}
              next={passages.cursor}
              labels={['First page', 'More']}
            />
          </section>
        </div>
      ),
    });
  },
});

function Questions({ items }: { items: v.InferOutput<typeof datasetQuestionListResponseSchema>['items'] }) {
  return (
    <section id="questions" aria-labelledby="questions-title">
      <h2 id="questions-title">Who asked for this</h2>
      {items.length === 0 ? (
        <p className="quiet">No visitor was answered from this document yet.</p>
      ) : (
        <ul className="item-list rows">
          {items.map(({ conversationId, text, createdAt }) => (
            <li key={`${conversationId} ${String(createdAt)}`}>
              <A to={`/conversations/${conversationId}`}>
                <span dir="auto">{text}</span>
              </A>
              <span className="quiet small">
                <Ago at={createdAt} now={Date.now()} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
