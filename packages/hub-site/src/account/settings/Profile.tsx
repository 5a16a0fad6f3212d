import { UNNAMED_PERSON, type User } from '@sotto/hub-api';
import { DefaultAvatar } from '../../shell/Author';
import { Island } from '../../site/Island';
import { A, useSite } from '../../site/SiteContext';
import { TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';

/** Name and picture of the person, as others see them. */
export function Profile({ user, state }: { user: User; state: FormState }) {
  const { href } = useSite();
  return (
    <section id="profile" aria-labelledby="profile-title">
      <h2 id="profile-title">Profile</h2>
      <p className="quiet">
        Visitors read your name and see your picture when you answer them, and so do readers of what you publish.{' '}
        <A to={`/hub/users/${user.id}`}>Your page on the Hub</A>
      </p>
      <div className="profile-picture">
        {user.image === null ? (
          <DefaultAvatar />
        ) : (
          <img src={user.image} alt="Your picture" width="72" height="72" referrerPolicy="no-referrer" />
        )}
        <Island
          name="upload"
          when="load"
          props={{ address: href('/v1/account/picture/upload') }}
          className="upload upload-small"
        >
          <label htmlFor="profile-file">{user.image === null ? 'Add a picture' : 'Replace the picture'}</label>
          <input
            id="profile-file"
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp,image/avif,image/svg+xml"
          />
          <p className="field-hint">Up to 5 MB; shown as a circle. Uploading needs JavaScript.</p>
          <ul className="upload-list" aria-live="polite" />
        </Island>
        {user.image !== null && (
          <form method="post">
            <input type="hidden" name="form" value="picture" />
            <input type="hidden" name="anchor" value="profile" />
            <button className="button quiet small" type="submit">
              Remove the picture
            </button>
          </form>
        )}
      </div>
      <FormFrame name="profile" state={state} submit="Save the name" keepsDraft={false}>
        <input type="hidden" name="anchor" value="profile" />
        <TextField
          form="profile"
          name="name"
          label="Display name"
          state={state}
          stored={user.name}
          maxLength={80}
          required
          autoComplete="name"
          dir="auto"
          {...(user.name.trim() === '' && {
            hint: `Until you choose one, visitors read “${UNNAMED_PERSON}”, in their language.`,
          })}
        />
      </FormFrame>
    </section>
  );
}
