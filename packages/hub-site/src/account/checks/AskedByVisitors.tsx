import { KeepAsCheck } from './KeepAsCheck';

/** Most questions that are proposed. */
const SHOWN = 5;

/** Questions that a bot could not answer, to be kept as checks once it can. */
export function AskedByVisitors({ botId, questions }: { botId: string; questions: readonly string[] }) {
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="asked-title">
      <h2 id="asked-title">Asked by visitors</h2>
      <p className="quiet">Your bot could not answer these. Teach it the answer, and keep the question as a check.</p>
      <ul className="item-list rows">
        {questions.slice(0, SHOWN).map((question) => (
          <li key={question}>
            <div dir="auto">{question}</div>
            <KeepAsCheck of={{ bot: botId }} question={question} />
          </li>
        ))}
      </ul>
    </section>
  );
}
