import type { Route } from '../site/route';
import { TrustedHtml } from '../site/TrustedHtml';
import { renderMarkdown } from '../docs/renderMarkdown';

const TEXT = `
Nothing on the Hub can be paid for, and nothing is ordered by hand outside the collections. Numbers are counted, never set.

## What is counted

- **Clones**: accounts that made a complete copy. Each account counts once for a thing; its author never.
- **Tries**: conversations with at least one message of a visitor. The author's own do not count.
- **Ratings**: one to five stars from a signed-in person who sent at least three messages to the thing, or cloned \
it. One for each account; authors cannot rate their own. Several from one network within an hour wait for an operator.

## Trending

(3 × clones of the last 7 days + tries of the last 7 days) ÷ (1 + age in days ÷ 14). What is new needs less to rise, and everything sinks again.

## Best rated

(10 × m + sum of the stars) ÷ (10 + number of ratings). *m* is 4.7 until this Hub has 100 ratings, then their mean. \
One enthusiastic rating therefore moves a thing a little, a hundred of them a lot. This number orders lists; it is never shown.

## What is shown as a rating

The plain mean with one decimal, from five ratings on. Search engines get the same number, and only when the page shows it.

## Most cloned, newest, recently changed

By the number of clones; by the day a thing was made; by the day it was changed. Equal ones follow each other newest first.

## Best match

By how well the words fit: in the name most, then in the tags, then in the description. A name that is exactly what \
was looked for comes first. Without words, trending.

Where nothing has all of the words as they were written, typing mistakes are corrected to words of public items; where \
nothing has all of those either, what has some of them is listed. The page then names the words that were searched. \
A phrase in quotation marks and a word with a minus before it are never relaxed.

## What is not listed

Private things, and things that are open by their address only. Search engines are also asked to leave out pages \
without a description and skillsets without an ability.
`;

/** Address: /hub/about-ranking */
export const rankingRoute: Route = {
  path: '/hub/about-ranking',
  show: ({ href }) => ({
    shell: 'hub',
    head: {
      title: 'How the Hub ranks | Hub',
      description: 'Every formula behind the order of lists and ratings, in words.',
      canonical: '/hub/about-ranking',
    },
    body: (
      <div className="column hub-page">
        <header className="page-head">
          <h1>How the Hub ranks</h1>
        </header>
        <TrustedHtml html={renderMarkdown(TEXT, (link) => (link.startsWith('/') ? href(link) : link)).html} />
      </div>
    ),
  }),
};
