import { cutText } from '@sotto/widget-core/internal/server';
import {
  datasetFileListResponseSchema,
  datasetSearchResponseSchema,
  datasetSiteListResponseSchema,
  datasetSiteRequestSchema,
  datasetSiteSchema,
  datasetTextRequestSchema,
  emptyResponseSchema,
  type DatasetSite,
  type DatasetSiteItem,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import type * as v from 'valibot';
import { Island } from '../../site/Island';
import { A, useSite } from '../../site/SiteContext';
import type { PageRequest, Route } from '../../site/route';
import { BUTTON_ONLY, submitForm } from '../forms/formState';
import { showBytes, showCount } from '../../site/planTable';
import { DeleteForm, resourcePages, type ResourceAction } from './resourcePages';
import { DatasetSites, DatasetText } from './DatasetSites';
import { isNamedBy } from './isNamedBy';
import { TryIt } from './TryIt';

type Files = v.InferOutput<typeof datasetFileListResponseSchema>['items'];
type Found = v.InferOutput<typeof datasetSearchResponseSchema>;

/** Supported file extensions (specification 9). */
const ACCEPTED = '.txt,.md,.mdx,.html,.htm,.csv,.json,.jsonl,.ndjson,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx';

interface Contents {
  readonly id: string;
  readonly files: Files;
  readonly sites: readonly DatasetSiteItem[];
  /** The site whose pages are listed. */
  readonly listed: DatasetSite | undefined;
  readonly found: Found | undefined;
  readonly search: string;
}

/** Documents and sites of a dataset, the pages of a site, and search results. */
async function loadFiles({ hub, url }: PageRequest, id: string | undefined): Promise<Contents> {
  const search = cutText(url.searchParams.get('search')?.trim() ?? '', 500);
  if (id === undefined) return { id: '', files: [], sites: [], listed: undefined, found: undefined, search };
  const site = url.searchParams.get('pages');
  const at = `/dataset/${encodeURIComponent(id)}`;
  const { items } = await hub.get(`${at}/file/list`, datasetFileListResponseSchema, { take: 100 });
  return {
    id,
    files: items,
    sites: (await hub.get(`${at}/site/list`, datasetSiteListResponseSchema, { take: 100 })).items,
    listed:
      site === null ? undefined : await hub.find(`${at}/site/${encodeURIComponent(site)}/fetch`, datasetSiteSchema),
    found: search === '' ? undefined : await hub.post(`${at}/search`, datasetSearchResponseSchema, { search }),
    search,
  };
}

const deleteFile: ResourceAction = async ({ form, hub }, id) => {
  const file = encodeURIComponent((form.get('form') ?? '').replace(/^file-/, ''));
  const answer = await submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () =>
    hub.post(`/dataset/${id}/file/${file}/delete`, idResponseSchema),
  );
  return 'state' in answer ? answer.state : undefined;
};

const addSite: ResourceAction = async ({ form, hub }, id) => {
  const answer = await submitForm(form, datasetSiteRequestSchema, { url: form.get('url') ?? '' }, (value) =>
    hub.post(`/dataset/${id}/site/create`, idResponseSchema, value),
  );
  return 'state' in answer ? answer.state : undefined;
};

const addText: ResourceAction = async ({ form, hub }, id) => {
  const fields = { title: form.get('title') ?? '', text: form.get('text') ?? '' };
  const answer = await submitForm(form, datasetTextRequestSchema, fields, (value) =>
    hub.post(`/dataset/${id}/text/create`, idResponseSchema, value),
  );
  return 'state' in answer ? answer.state : undefined;
};

/** Reads a site again or removes it, depending on the form's name. */
const changeSite: ResourceAction = async ({ form, hub }, id) => {
  const [, verb = '', site = ''] = /^site-(renew|delete)-(.+)$/.exec(form.get('form') ?? '') ?? [];
  const answer = await submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () =>
    hub.post(`/dataset/${id}/site/${encodeURIComponent(site)}/${verb}`, idResponseSchema),
  );
  return 'state' in answer ? answer.state : undefined;
};

function actionFor(form: string): ResourceAction | undefined {
  if (form === 'site') return addSite;
  if (form === 'text') return addText;
  if (form.startsWith('site-')) return changeSite;
  return form.startsWith('file-') ? deleteFile : undefined;
}

/** /datasets/new and /datasets/{id}: documents that bots search. */
export const datasetRoutes: readonly Route[] = resourcePages({
  kind: 'dataset',
  lead: 'A knowledge base holds documents. A bot that uses it searches them before it answers, and cites its sources.',
  load: loadFiles,
  actionFor,
  below: ({ state, extra }) => (
    <>
      <DatasetSites {...extra} state={state} />
      <DatasetText state={state} />
      <Documents {...extra} />
      <Search {...extra} />
    </>
  ),
  aside: ({ id, name }, hasModel) => <TryIt type="dataset" id={id} name={name} hasModel={hasModel} />,
});

function Documents({ id, files, sites }: Contents) {
  const { href } = useSite();
  return (
    <section id="documents" aria-labelledby="documents-title">
      <h2 id="documents-title">Documents</h2>
      <Island
        name="upload"
        when="load"
        props={{ address: href(`/v1/dataset/${encodeURIComponent(id)}/file/upload`) }}
        className="upload"
      >
        <label htmlFor="upload-files">Add documents</label>
        <input id="upload-files" type="file" multiple accept={ACCEPTED} />
        <p className="field-hint">
          Text, markdown, HTML, CSV, JSON, PDF, Word, Excel and PowerPoint, 10 MB each. Drop them here, or choose them.
          Uploading needs JavaScript, or use the API.
        </p>
        <ul className="upload-list" aria-live="polite" />
      </Island>
      {files.length === 0 ? (
        <p className="quiet">
          {sites.length === 0 ? 'No documents yet.' : 'No documents besides the pages of your sites.'}
        </p>
      ) : (
        <div className="table-scroll" tabIndex={0} role="region" aria-label="Table of documents">
          <table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className="number">
                  Size
                </th>
                <th scope="col" className="number">
                  Passages
                </th>
                <th scope="col">
                  <span className="visually-hidden">Delete</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {files.map(({ id: file, name, title, size, passages }) => (
                <tr key={file}>
                  <th scope="row">
                    <A to={`/datasets/${id}/documents/${file}`}>
                      <bdi>{title}</bdi>
                    </A>
                    {!isNamedBy(title, name) && <span className="document-name">{name}</span>}
                  </th>
                  <td className="number">{showBytes(size)}</td>
                  <td className="number">{showCount(passages)}</td>
                  <td>
                    <DeleteForm noun="document" form={`file-${file}`}>
                      <input type="hidden" name="anchor" value="documents" />
                    </DeleteForm>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Searches like a bot, with a GET form. */
function Search({ found, search }: { found: Found | undefined; search: string }) {
  return (
    <section id="search" aria-labelledby="search-title">
      <h2 id="search-title">Test the search</h2>
      <form className="form search-form" role="search" aria-label="Search this knowledge base" action="#search">
        <label htmlFor="search-words">Question</label>
        <span className="joined">
          <input id="search-words" name="search" type="search" defaultValue={search} maxLength={500} required />
          <button className="button quiet" type="submit">
            Search
          </button>
        </span>
      </form>
      {found && (
        <div role="status">
          <p>{found.result}</p>
          <ol className="passages">
            {found.passages.map(({ number, title, source, text }) => (
              <li key={number}>
                <p className="small">
                  <strong>{title || source}</strong>
                </p>
                <blockquote>{text}</blockquote>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}
