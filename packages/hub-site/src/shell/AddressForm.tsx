import { useSite } from '../site/SiteContext';

/** What may be the address of a site: checked by the browser, as the visitor has to sign in before the server does. */
const ADDRESS = String.raw`\s*(https?:\/\/)?[^\s@]+[.:][^\s@]+\s*`;

/** Form for a site's address; `/start` creates the chat. */
export function AddressForm({ submit = 'Create my chat' }: { submit?: string }) {
  const { href } = useSite();
  return (
    <form method="post" action={href('/start')} className="joined" aria-label="Start from your site">
      <input type="hidden" name="form" value="start" />
      <label className="visually-hidden" htmlFor="start-address">
        Address of your site
      </label>
      <input
        type="text"
        id="start-address"
        name="url"
        inputMode="url"
        autoComplete="url"
        placeholder="example.com"
        pattern={ADDRESS}
        title="An address such as example.com"
        maxLength={2048}
        required
        dir="ltr"
      />
      <button className="button" type="submit">
        {submit}
      </button>
    </form>
  );
}
