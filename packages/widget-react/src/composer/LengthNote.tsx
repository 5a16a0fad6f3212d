import { fillWord } from '@sotto/widget-core/internal';
import { useWidget } from '../hooks/useWidget';
import { useWidgetView, useWords } from '../hooks/useWidgetStore';

/** Shown below a text that exceeds the server's limit: by how much, and the limit. */
export function LengthNote({ id, length }: { readonly id: string; readonly length: number }) {
  const limit = useWidget().integration.limits.textMaxLength;
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const numbers = new Intl.NumberFormat(language);
  return (
    <p id={id} className="sotto-note sotto-note-failed" role="status">
      {fillWord(words.tooLong, { count: length - limit }, language)} · {numbers.format(length)} /{' '}
      {numbers.format(limit)}
    </p>
  );
}
