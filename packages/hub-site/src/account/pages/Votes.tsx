import type { OwnVote } from '@sotto/hub-api';
import { Moment } from './Moment';

const WORDS = { up: 'Helpful', down: 'Not helpful' } as const;

/** The number of helpful and unhelpful votes; nothing if there are none. */
export function VoteCount({ up, down }: { up: number; down: number }) {
  return (
    <>
      {up > 0 && <span className="vote vote-up">{up} helpful</span>}
      {down > 0 && <span className="vote vote-down">{down} not helpful</span>}
    </>
  );
}

/** The visitor's vote on one reply, with the reason if there is one. */
export function VoteLine({ vote: { direction, reason, updatedAt } }: { vote: OwnVote }) {
  return (
    <div className="vote-line">
      <p className="small">
        <span className={`vote vote-${direction}`}>{WORDS[direction]}</span>{' '}
        <span className="quiet">
          <Moment at={updatedAt} />
        </span>
      </p>
      {reason !== null && reason.trim() !== '' && <blockquote dir="auto">{reason}</blockquote>}
    </div>
  );
}
