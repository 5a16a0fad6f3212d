import { accountContentsResponseSchema, profileResponseSchema, profileUpdateRequestSchema } from '@sotto/hub-api';
import { toUser } from '../../accounts/toUser';
import type { PersonCaller } from '../../accounts/userCaller';
import type { Database } from '../../db/database';
import { countResources } from '../../db/queries/accounts/accountDataQueries';
import { countConversations } from '../../db/queries/hub/useQueries';
import { deletePicture, picturePath, savePicture } from '../../db/queries/accounts/pictureQueries';
import { readUser, updateProfile, type StoredUser } from '../../db/queries/accounts/userQueries';
import { ApiError } from '../../lib/apiError';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import type { Services } from '../services';
import { takePicture } from '../takePicture';

/** What others see of an account: name and picture, on the Hub and to visitors that the person answers [H-12]. */
export function profileEndpoints(services: Services): Endpoint[] {
  const { db } = services;
  const show = (user: StoredUser | undefined) => {
    if (!user) throw new ApiError('NOT_FOUND');
    return { user: toUser(user, user) };
  };
  const update = endpoint(
    {
      method: 'POST',
      path: '/account/profile/update',
      summary: 'Change the name that others read',
      auth: 'person',
      cost: 'none',
      body: profileUpdateRequestSchema,
      answer: profileResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) =>
      answer(context, show(await updateProfile(db, caller.user.id, (await body()).value))),
  );
  const contents = endpoint(
    {
      method: 'GET',
      path: '/account/contents/fetch',
      summary: 'How much is deleted with the account',
      auth: 'person',
      cost: 'none',
      answer: accountContentsResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller: { user } }) =>
      answer(context, {
        ...(await countResources(db, user.id)),
        conversations: await countConversations(db, { ownerId: user.id }),
      }),
  );
  return [update, contents, ...pictureEndpoints(services, show)];
}

function pictureEndpoints(services: Services, show: (user: StoredUser | undefined) => object): Endpoint[] {
  const { db, media, origins, publicUrl } = services;

  /** Replaces the picture and deletes the bytes of the one before. */
  async function replace(
    { user }: PersonCaller,
    image: string | null,
    save: (tx: Database) => Promise<void> = () => Promise.resolve(),
  ): Promise<StoredUser | undefined> {
    const { changed, gone } = await db.transaction(async (tx) => {
      const before = await readUser(tx, user.id);
      const after = await updateProfile(tx, user.id, { image });
      if (!after) throw new ApiError('NOT_FOUND');
      await save(tx);
      return { changed: after, gone: await deletePicture(tx, user.id, before?.image ?? null) };
    });
    for (const id of gone) await media.store.delete(id);
    return changed;
  }

  const upload = endpoint(
    {
      method: 'POST',
      path: '/account/picture/upload',
      summary: 'Set the picture of the account; it is stored at most 256 pixels wide and high, without metadata',
      auth: 'person',
      cost: 'document',
      takesFile: true,
      answer: profileResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, pass }) => {
      const changed = await takePicture(services, context, { pass, accountId: caller.user.id }, (picture) => {
        const image = `${publicUrl ?? origins.own(context)}${picturePath(picture)}`;
        return replace(caller, image, (tx) => savePicture(tx, caller.user.id, picture));
      });
      return answer(context, show(changed));
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/account/picture/delete',
      summary: 'Remove the picture of the account',
      auth: 'person',
      cost: 'none',
      answer: profileResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => answer(context, show(await replace(caller, null))),
  );
  return [upload, remove];
}
