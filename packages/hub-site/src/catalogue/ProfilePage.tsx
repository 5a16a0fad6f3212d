import { HUB_TYPES, hubProfileSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import type { Route } from '../site/route';
import { A } from '../site/SiteContext';
import { DefaultAvatar } from '../shell/Author';
import { longDate } from '../skillset/Hero';
import { HUB_TYPE_WORDS, personName } from '../site/hubTypes';
import { countOf, ItemGrid } from '../shell/ItemGrid';

/** Address: /hub/users/{userId} */
export const profileRoute: Route = {
  path: '/hub/users/:userId',
  async show({ hub, params, absolute }) {
    const profile = await hub.get(`/hub/user/${encodeURIComponent(params['userId'] ?? '')}/fetch`, hubProfileSchema);
    const name = personName(profile.user);
    const path = `/hub/users/${profile.user.id}`;
    const graph = [
      {
        '@type': 'ProfilePage',
        mainEntity: {
          '@type': 'Person',
          name,
          url: absolute(path),
          ...(profile.user.image !== null && { image: profile.user.image }),
        },
      },
    ];
    return {
      shell: 'hub',
      head: {
        title: `${name} | Hub`,
        description: `What ${name} shares on the Hub.`,
        canonical: path,
        kind: 'profile',
        graph,
      },
      body: <Profile profile={profile} name={name} />,
    };
  },
};

function Profile({
  profile: { user, totals, items },
  name,
}: {
  profile: v.InferOutput<typeof hubProfileSchema>;
  name: string;
}) {
  const counts = [
    `${countOf(items.length, 'item', 'items')} shared`,
    totals.clones > 0 && countOf(totals.clones, 'clone', 'clones'),
    totals.tries > 0 && countOf(totals.tries, 'try', 'tries'),
  ].filter((part) => part !== false);
  return (
    <div className="column hub-page">
      <header className="page-head profile-head">
        {user.image === null ? (
          <DefaultAvatar />
        ) : (
          <img src={user.image} alt="" width="72" height="72" referrerPolicy="no-referrer" />
        )}
        <div>
          <h1 dir="auto">{name}</h1>
          <p className="quiet">
            {counts.join(', ')}. Here since {longDate(user.createdAt)}.
          </p>
        </div>
      </header>
      {HUB_TYPES.map((type) => ({ type, own: items.filter((item) => item.type === type) }))
        .filter(({ own }) => own.length > 0)
        .map(({ type, own }) => (
          <section key={type}>
            <header className="row-head">
              <h2>{HUB_TYPE_WORDS[type].many}</h2>
            </header>
            <ItemGrid items={own} showsAuthor={false} />
          </section>
        ))}
      {items.length === 0 && (
        <p className="quiet">
          Nothing is shared at the moment. <A to="/hub">Browse everything</A>
        </p>
      )}
    </div>
  );
}
