import type { Check, CheckResult, CheckTurn, PlayedTurn } from '@sotto/hub-api';
import { renderKeptMarkdown } from '../../docs/keptMarkdown';
import { TrustedHtml } from '../../site/TrustedHtml';
import { Ago } from '../pages/Moment';
import { EXPECTATIONS, toRow } from './checkForm';

/** State of a check in a word, with its CSS class. */
export function CheckState({ check: { last, isRunning, isWaiting } }: { check: Check }) {
  const [words, kind] = isRunning
    ? ['Running', 'state']
    : isWaiting
      ? ['Waiting', 'state']
      : last === null
        ? ['Not run yet', 'state']
        : last.status === 'passed'
          ? ['Passes', 'badge']
          : last.status === 'failed'
            ? ['Fails', 'state state-failed']
            : ['Not run', 'state state-waiting'];
  return <span className={kind}>{words}</span>;
}

/** How many answers differ from the last run that passed. */
export function changedAnswers({ last, lastGreen }: Check): number {
  if (!last || !lastGreen || last.startedAt === lastGreen.startedAt) return 0;
  return last.turns.filter(({ answer }, index) => lastGreen.turns[index]?.answer !== answer).length;
}

/** Result question by question, with the answer of the last run that passed beside the new one. */
export function CheckResults({ check }: { check: Check }) {
  const { last, lastGreen, turns } = check;
  if (!last) return <p className="quiet">This check has not been run yet.</p>;
  const before = lastGreen && lastGreen.startedAt !== last.startedAt ? lastGreen : null;
  return (
    <>
      <p className="quiet">
        Run <Ago at={last.startedAt} now={Date.now()} />, in {seconds(last.durationMs)}.
        {before && (
          <>
            {' '}
            It last passed <Ago at={before.startedAt} now={Date.now()} />.
          </>
        )}
      </p>
      {last.status === 'notRun' && (
        <p className="notice" role="status">
          It could not be run: {last.reason}
        </p>
      )}
      <ol className="check-results">
        {turns.map((turn, index) => (
          <TurnResult key={index} turn={turn} now={last.turns[index]} before={before?.turns[index]} run={last} />
        ))}
      </ol>
    </>
  );
}

function TurnResult({
  turn,
  now,
  before,
  run,
}: {
  turn: CheckTurn;
  now: PlayedTurn | undefined;
  before: PlayedTurn | undefined;
  run: CheckResult;
}) {
  const isChanged = before !== undefined && now !== undefined && before.answer !== now.answer;
  return (
    <li>
      <h3 dir="auto">{turn.ask}</h3>
      {now ? (
        <div className={before ? 'check-answers both' : 'check-answers'}>
          {before && <Answer title="When it last passed" played={before} />}
          <Answer title={before ? (isChanged ? 'Now, changed' : 'Now, the same') : 'Answer'} played={now} />
        </div>
      ) : (
        <p className="quiet">{run.status === 'notRun' ? 'Not asked.' : 'No answer.'}</p>
      )}
      <ul className="check-list">
        {turn.expect.map((expectation, index) => {
          const outcome = now?.outcomes[index];
          const { kind, value } = toRow(expectation);
          const label = EXPECTATIONS.find(([name]) => name === kind)?.[1].replace(/ \(.*\)$/, '') ?? kind;
          const state = outcome === undefined ? 'Not checked: ' : outcome.isMet ? 'Met: ' : 'Not met: ';
          return (
            <li key={index} data-passes={outcome?.isMet ?? null}>
              <span className="check-mark" aria-hidden="true">
                {outcome === undefined ? '–' : outcome.isMet ? '✓' : '✗'}
              </span>
              <span>
                <span className="visually-hidden">{state}</span>
                Expected: the answer {label} {value !== '' && <bdi>“{value}”</bdi>}
                {outcome?.isJudged && <span className="quiet"> Judged by a language model.</span>}
                {outcome?.isMet === false && <span className="check-remedy"> {outcome.reason}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </li>
  );
}

/** What a check does instead of calling what acts. */
const OUTCOMES: Readonly<Record<PlayedTurn['calls'][number]['outcome'], string>> = {
  done: 'called',
  asked: 'asked first, answered with no',
  withheld: 'would run without asking, not called',
  failed: 'failed',
};

function Answer({ title, played: { answer, sources, calls } }: { title: string; played: PlayedTurn }) {
  return (
    <div className="check-answer">
      <h4>{title}</h4>
      <div className="check-text" dir="auto">
        <TrustedHtml className="line-text prose" html={renderKeptMarkdown(answer)} />
      </div>
      {sources.length > 0 && (
        <p className="quiet small">
          Sources: <bdi>{sources.map(({ title: name }) => name).join(', ')}</bdi>
        </p>
      )}
      {calls.map(({ name, outcome }, index) => (
        <p key={index} className="quiet small">
          <code>{name}</code> {OUTCOMES[outcome]}
        </p>
      ))}
    </div>
  );
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} seconds`;
}
