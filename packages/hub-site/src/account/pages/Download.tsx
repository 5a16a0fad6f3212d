import { useSite } from '../../site/SiteContext';

/** A button that downloads a file which is made for it: a form, because nothing but a person sends one. */
export function Download({ from, children }: { from: string; children: string }) {
  const { href } = useSite();
  return (
    <form method="post" action={href(from)} data-download>
      <button className="button quiet small" type="submit">
        {children}
      </button>
    </form>
  );
}
