import { fillWord } from '@sotto/widget-core';
import { useWidgetView, useWords } from '../../hooks/useWidgetStore';
import { FailureNotice } from './FailureNotice';

/** What stands behind the last message: why a reply did not come, and who is typing. */
export function ListEnd() {
  const words = useWords();
  const typist = useWidgetView((view) => view.typist);
  return (
    <>
      <FailureNotice />
      {typist !== undefined && (
        <p className="sotto-note sotto-typing" dir="auto">
          {fillWord(words.typing, { name: typist })}
        </p>
      )}
    </>
  );
}
