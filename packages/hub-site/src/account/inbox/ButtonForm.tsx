/** A form on a conversation's page that is only a button. @param shortcut - a key of the page */
export function ButtonForm({ name, label, shortcut }: { name: string; label: string; shortcut?: string }) {
  return (
    <form method="post" className="inline-form">
      <input type="hidden" name="form" value={name} />
      <button className="button quiet" type="submit" aria-keyshortcuts={shortcut} data-key={shortcut}>
        {label}
      </button>
    </form>
  );
}
