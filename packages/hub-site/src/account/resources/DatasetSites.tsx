import type { DatasetSite, DatasetSiteItem } from '@sotto/hub-api';
import { Island } from '../../site/Island';
import { A } from '../../site/SiteContext';
import { TextBox, TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';
import type { ReactNode } from 'react';
import { Ago } from '../pages/Moment';
import { DeleteForm } from './resourcePages';

interface DatasetSitesProps {
  /** Of the dataset. */
  readonly id: string;
  readonly sites: readonly DatasetSiteItem[];
  /** The site whose pages are listed. */
  readonly listed: DatasetSite | undefined;
  readonly state: FormState;
}

/** Sites in a dataset: progress, failures, changes and pages. */
export function DatasetSites({ id, state, sites, listed }: DatasetSitesProps) {
  return (
    <section id="sites" aria-labelledby="sites-title">
      <h2 id="sites-title">Websites</h2>
      <Island name="follow" when="load">
        <div data-live>
          <ul className="item-list rows">
            {sites.map((site) => (
              <Site key={site.id} dataset={id} site={site} pages={listed?.id === site.id ? listed.pages : undefined} />
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

/** Leads to the list of the pages that were read from a site. */
export function SitePagesLink({ dataset, site, children }: { dataset: string; site: string; children: ReactNode }) {
  return <A to={`/datasets/${dataset}?pages=${site}#sites`}>{children}</A>;
}

interface SiteProps {
  readonly dataset: string;
  readonly site: DatasetSiteItem;
  /** Undefined unless they are listed. */
  readonly pages: DatasetSite['pages'] | undefined;
}

function Site({ dataset, site, pages }: SiteProps) {
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
            <Result dataset={dataset} site={site} isListed={pages !== undefined} />
          )}
        </p>
        {pages && (
          <ol className="site-pages">
            {pages.map((page) => (
              <li key={page.id}>
                <A to={`/datasets/${dataset}/documents/${page.id}`}>
                  <bdi>{page.name.replace(/\.md$/, '')}</bdi>
                </A>
              </li>
            ))}
          </ol>
        )}
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

function Result({ dataset, site, isListed }: Omit<SiteProps, 'pages'> & { readonly isListed: boolean }) {
  if (site.error !== null) return `${site.error}. What was read before is kept.`;
  const count = countPages(site.pagesDone);
  const isLink = site.pagesDone > 0 && !isListed;
  return (
    <>
      {isLink ? (
        <SitePagesLink dataset={dataset} site={site.id}>
          {count}
        </SitePagesLink>
      ) : (
        count
      )}{' '}
      read {site.readAt !== null && <Ago at={site.readAt} now={Date.now()} />}
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
