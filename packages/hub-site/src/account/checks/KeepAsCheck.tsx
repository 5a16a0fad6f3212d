import { cutText } from '@sotto/widget-core/internal/server';
import { A, roleIn, useSite } from '../../site/SiteContext';

/** Longest question of a check, and longest quoted answer, in characters: both are part of an address. */
const ASK_MAX_LENGTH = 1_000;
const ANSWER_MAX_LENGTH = 500;

/** Link to a new check with this question; nothing for members who may not create one. */
export function KeepAsCheck({
  of,
  question,
  answer = '',
}: {
  /** The bot, or a widget for which it answers. */
  of: { readonly bot: string } | { readonly widget: string };
  question: string;
  /** The answer it got, which the form quotes. */
  answer?: string;
}) {
  const { workspaces } = useSite();
  if (roleIn(workspaces) === 'answerer' || question.trim() === '') return null;
  const query = new URLSearchParams({
    ...of,
    ask: cutText(question.trim(), ASK_MAX_LENGTH),
    ...(answer.trim() !== '' && { answer: cutText(answer.trim(), ANSWER_MAX_LENGTH) }),
  });
  return (
    <A to={`/checks/new?${query.toString()}`} className="button quiet small">
      Keep as a check
    </A>
  );
}
