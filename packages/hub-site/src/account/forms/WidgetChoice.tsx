interface WidgetChoiceProps {
  /** Unique on the page. */
  readonly id: string;
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly chosen: string;
  /** Offers all widgets together, under this name. */
  readonly all?: string;
}

/** Reads the page again for one widget (`?widget=`). */
export function WidgetChoice({ id, items, chosen, all }: WidgetChoiceProps) {
  return (
    <form className="joined" aria-label="Choose a widget">
      <label className="visually-hidden" htmlFor={id}>
        Widget
      </label>
      <select id={id} name="widget" defaultValue={chosen}>
        {all !== undefined && <option value="">{all}</option>}
        {items.map((widget) => (
          <option key={widget.id} value={widget.id}>
            {widget.name || 'Untitled widget'}
          </option>
        ))}
      </select>
      <button className="button quiet" type="submit">
        Show
      </button>
    </form>
  );
}
