import type { DatasetSiteItem } from '@sotto/hub-api';
import { Island } from '../../site/Island';
import { TextBox, TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';
import { Ago } from '../pages/Moment';
import { DeleteForm } from './resourcePages';

/** Sites in a dataset: progress, failures and changes. */
export function DatasetSites({ state, sites }: { state: FormState; sites: readonly DatasetSiteItem[] }) {
  return (
    <section id="sites" aria-labelledby="sites-title">
      <h2 id="sites-title">Websites</h2>
      <Island name="follow" when="load">
        <div data-live>
          <ul className="item-list rows">
            {sites.map((site) => (
              <Site key={site.id} site={site} />
            ))}
          </ul>
        </div>
      </Island>
      <FormFrame name="site" state={state} submit="Read this site" keepsDraft={false}>
        <input type="hidden" name="anchor" value="sites" />
        <TextField
          form="site"
          name="url"
          label="Address"
          state={state}
          stored=""
          maxLength={2048}
          inputMode="url"
          autoComplete="url"
          required
          hint="A page of the site, or its sitemap. Up to 100 pages of the same site are read, as its robots.txt allows, and again every week."
        />
      </FormFrame>
    </section>
  );
}

function Site({ site }: { site: DatasetSiteItem }) {
  const { id, url, failures, changes } = site;
  const isBusy = site.state === 'queued' || site.state === 'reading';
  return (
    <li>
      <div>
        <a href={url} rel="noopener noreferrer" target="_blank">
          <bdi>{url}</bdi>
        </a>
        <p className={site.error === null ? 'quiet' : 'field-error'}>
          {isBusy ? (
            `Reading: ${countPages(site.pagesDone)} of ${String(site.pagesFound || '…')}`
          ) : (
            <Result site={site} />
          )}
        </p>
        {changes && changes.added.length + changes.changed.length + changes.removed.length > 0 && (
          <Addresses
            title="Changes since the week before"
            rows={[
              ...changes.added.map((address) => [address, 'new'] as const),
              ...changes.changed.map((address) => [address, 'changed'] as const),
              ...changes.removed.map((address) => [address, 'removed'] as const),
            ]}
          />
        )}
        {failures.length > 0 && (
          <Addresses
            title={
              failures.length === 1 ? '1 page could not be read' : `${String(failures.length)} pages could not be read`
            }
            rows={failures.map(({ url: address, reason }) => [address, reason] as const)}
          />
        )}
      </div>
      {!isBusy && (
        <form method="post">
          <input type="hidden" name="form" value={`site-renew-${id}`} />
          <input type="hidden" name="anchor" value="sites" />
          <button className="button quiet small" type="submit">
            Read again
          </button>
        </form>
      )}
      <DeleteForm noun="site" verb="Remove" note="Its pages are removed, too." form={`site-delete-${id}`}>
        <input type="hidden" name="anchor" value="sites" />
      </DeleteForm>
    </li>
  );
}

function Result({ site }: { site: DatasetSiteItem }) {
  if (site.error !== null) return `${site.error}. What was read before is kept.`;
  return (
    <>
      {countPages(site.pagesDone)} read {site.readAt !== null && <Ago at={site.readAt} now={Date.now()} />}
    </>
  );
}

function Addresses({ title, rows }: { title: string; rows: readonly (readonly [address: string, note: string])[] }) {
  return (
    <details className="more">
      <summary>{title}</summary>
      <ul>
        {rows.map(([address, note]) => (
          <li key={address}>
            <bdi>{address}</bdi> <span className="quiet">{note}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function countPages(count: number): string {
  return count === 1 ? '1 page' : `${String(count)} pages`;
}

/** Form for a pasted text, or a question with its answer. */
export function DatasetText({ state }: { state: FormState }) {
  return (
    <section id="text" aria-labelledby="text-title">
      <h2 id="text-title">Text, or a question and its answer</h2>
      <FormFrame name="text" state={state} submit="Add text" keepsDraft={false}>
        <input type="hidden" name="anchor" value="documents" />
        <TextField
          form="text"
          name="title"
          label="Title or question"
          state={state}
          stored=""
          maxLength={500}
          required
          autoComplete="off"
        />
        <TextBox
          form="text"
          name="text"
          label="Text or answer"
          state={state}
          stored=""
          maxLength={200_000}
          rows={3}
          required
        />
      </FormFrame>
    </section>
  );
}
