import type { HubItem, ratingListResponseSchema } from '@sotto/hub-api';
import { REPORT_REASONS } from '@sotto/hub-api';
import type * as v from 'valibot';
import { itemPath, personName } from '../site/hubTypes';
import { countOf } from '../shell/ItemGrid';
import { RATINGS_SHOWN_FROM } from '../head/structuredData';
import { A, useSite } from '../site/SiteContext';
import { longDate } from './Hero';

interface RatingsProps {
  readonly data: HubItem;
  readonly rating: { value: number; count: number } | undefined;
  readonly given: v.InferOutput<typeof ratingListResponseSchema>['items'];
}

/** Ratings; the mean is shown only once there are enough (hub.md 4) [H-6]. */
export function Ratings({ data, rating, given }: RatingsProps) {
  const { item, viewer } = data;
  const count = item.rating?.count ?? 0;
  const { settings } = useSite();
  return (
    <section className="item-section" aria-labelledby="ratings">
      <h2 id="ratings">Ratings</h2>
      {rating ? (
        <p className="rating-line">
          <strong>{rating.value.toFixed(1)}</strong> out of 5, {countOf(rating.count, 'rating', 'ratings')}
          {settings.rating === 'fixed' && <span className="quiet"> (set by the operator of this Hub)</span>}
        </p>
      ) : (
        <p className="quiet">{count === 0 ? 'No ratings yet.' : `Not enough ratings yet (${String(count)}).`}</p>
      )}
      {item.rating && count >= RATINGS_SHOWN_FROM && <Histogram histogram={item.rating.histogram} count={count} />}
      {given.length > 0 && (
        <ul className="rating-list">
          {given
            .filter(({ comment }) => comment !== '')
            .map(({ id, value, comment, user, createdAt }) => (
              <li key={id}>
                <p>
                  <Stars value={value} />{' '}
                  <span className="quiet small" dir="auto">
                    {personName(user)}, {longDate(createdAt)}
                  </span>
                </p>
                <p dir="auto">{comment}</p>
              </li>
            ))}
        </ul>
      )}
      {viewer.mayRate && <RatingForm data={data} />}
      <ReportForm data={data} />
    </section>
  );
}

function Histogram({ histogram, count }: { histogram: readonly number[]; count: number }) {
  return (
    <table className="histogram">
      <caption className="visually-hidden">Ratings by stars</caption>
      <tbody>
        {[5, 4, 3, 2, 1].map((stars) => {
          const number = histogram[stars - 1] ?? 0;
          return (
            <tr key={stars}>
              <th scope="row">
                {stars}
                <span className="visually-hidden"> stars</span>
              </th>
              <td>
                <meter min={0} max={count} value={number} aria-label={`${String(stars)} stars`} />
              </td>
              <td>{number}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Stars({ value }: { value: number }) {
  return (
    <span className="stars" role="img" aria-label={`${String(value)} out of 5`}>
      {'★'.repeat(value)}
      {'☆'.repeat(5 - value)}
    </span>
  );
}

function RatingForm({ data: { item, viewer } }: { data: HubItem }) {
  const { href } = useSite();
  return (
    <form className="rating-form" method="post" action={href(itemPath(item))}>
      <fieldset>
        <legend>{viewer.rating ? 'Change your rating' : 'Your rating'}</legend>
        <div className="star-row">
          {[1, 2, 3, 4, 5].map((value) => (
            <label key={value}>
              <input type="radio" name="value" value={value} required defaultChecked={viewer.rating?.value === value} />
              <span>{value} ★</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="rating-comment">In a few words (optional)</label>
        <input id="rating-comment" name="comment" maxLength={1000} defaultValue={viewer.rating?.comment ?? ''} />
      </div>
      <p className="actions">
        <button className="button small" name="do" value="rate" type="submit">
          Save rating
        </button>
        {viewer.rating && (
          <button className="button quiet small" name="do" value="unrate" type="submit" formNoValidate>
            Take it back
          </button>
        )}
      </p>
    </form>
  );
}

const REASON_LABELS: Readonly<Record<(typeof REPORT_REASONS)[number], string>> = {
  spam: 'Advertising or spam',
  harmful: 'Harmful or dangerous',
  rights: 'Somebody’s rights',
  misleading: 'Not what it says',
  other: 'Something else',
};

function ReportForm({ data: { item } }: { data: HubItem }) {
  const { href } = useSite();
  return (
    <details className="report">
      <summary>Report this</summary>
      <form method="post" action={href(itemPath(item))}>
        <div className="field">
          <label htmlFor="report-reason">What is wrong?</label>
          <select id="report-reason" name="reason">
            {REPORT_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {REASON_LABELS[reason]}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="report-text">In your words (optional)</label>
          <textarea id="report-text" name="text" rows={3} maxLength={2000} />
        </div>
        <p className="field-hint">
          The operators of this Hub read it. See <A to="/legal/terms">the terms</A>.
        </p>
        <button className="button quiet small" name="do" value="report" type="submit">
          Send report
        </button>
      </form>
    </details>
  );
}
