import { hubProfileSchema } from '@sotto/widget-core/api';
import type * as v from 'valibot';
import type { Route } from '../site/route';
import { DefaultAvatar } from '../skillset/Author';
import { longDate } from '../skillset/Hero';
import { countOf, ItemGrid } from './ItemGrid';

/** Address: /hub/users/{userId} */
export const profileRoute: Route = {
  path: '/hub/users/:userId',
  async show({ hub, params, absolute }) {
    const profile = await hub.get(`/hub/user/${encodeURIComponent(params['userId'] ?? '')}/fetch`, hubProfileSchema);
    const name = profile.user.name || 'Somebody';
    const path = `/hub/users/${profile.user.id}`;
    const graph = [{ '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name, url: absolute(path), ...(profile.user.image !== null && { image: profile.user.image }) } }];
    return { shell: 'hub', head: { title: `${name} | Hub`, description: `What ${name} shares on the Hub.`, canonical: path, kind: 'profile', graph }, body: <Profile profile={profile} name={name} /> };
  },
};

function Profile({ profile: { user, totals, items }, name }: { profile: v.InferOutput<typeof hubProfileSchema>; name: string }) {
  return (
    <div className="column hub-page">
      <header className="page-head profile-head">
        {user.image === null ? <DefaultAvatar /> : <img src={user.image} alt="" width="72" height="72" referrerPolicy="no-referrer" />}
        <div>
          <h1 dir="auto">{name}</h1>
          <p className="quiet">{countOf(items.length, 'thing', 'things')} shared, {countOf(totals.clones, 'clone', 'clones')}, {countOf(totals.tries, 'try', 'tries')}. Here since {longDate(user.createdAt)}.</p>
        </div>
      </header>
      <ItemGrid items={items} showsType level={2} />
    </div>
  );
}
