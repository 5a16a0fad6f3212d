import { fillWord } from '@sotto/widget-core/internal';
import { ignoreShown } from '../hooks/ignoreShown';
import { useWidget } from '../hooks/useWidget';
import { useWidgetView, useWords } from '../hooks/useWidgetStore';
import { ConfirmDialog } from './ConfirmDialog';

interface QuestionsProps {
  /** Receives the focus when a question is answered. */
  readonly onAnswered: () => void;
}

/** Dialogs before the conversation is deleted [W-11], and before a function of the page is called [W-40]. */
export function Questions({ onAnswered }: QuestionsProps) {
  const widget = useWidget();
  const words = useWords();
  const isConfirmingRestart = useWidgetView((view) => view.isConfirmingRestart);
  const call = useWidgetView((view) => view.functionQuestion);
  if (isConfirmingRestart) {
    const answer = (yes: boolean): void => {
      ignoreShown(widget.view.answerRestart(yes));
      onAnswered();
    };
    return <ConfirmDialog key="restart" question={words.confirmRestart} onAnswer={answer} />;
  }
  if (!call) return null;
  const answer = (yes: boolean): void => {
    widget.functions.answer(call.callId, yes);
    onAnswered();
  };
  const { text, title } = call;
  return (
    <ConfirmDialog
      key={call.callId}
      question={text ?? (title === undefined ? words.allowUnnamed : fillWord(words.allowCall, { name: title }))}
      // The page's question describes the action; the function's title is shown below.
      detail={text === undefined ? undefined : title}
      values={call.args}
      isUnasked
      onAnswer={answer}
    />
  );
}
