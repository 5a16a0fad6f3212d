import type { insightsResponseSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import { showCount } from '../../site/planTable';
import { dayName } from '../pages/Moment';

type Days = v.InferOutput<typeof insightsResponseSchema>['days'];

const WIDTH = 960;
const HEIGHT = 160;
/** Width of a bar, as a share of its day's width. */
const BAR = 0.72;

/** Visitors' messages per day, as bars and, for screen readers, as a table. */
export function DayChart({ days }: { days: Days }) {
  const most = Math.max(...days.map(({ messages }) => messages));
  if (most <= 0) return null;
  const step = WIDTH / days.length;
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  return (
    <figure className="day-chart">
      <figcaption id="chart-title">
        Messages per day <span className="quiet">busiest day: {showCount(most)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ day, messages }, index) => {
          const height = (messages / most) * HEIGHT;
          return (
            <rect
              key={day}
              x={(index + (1 - BAR) / 2) * step}
              y={HEIGHT - height}
              width={step * BAR}
              height={height}
              rx={Math.min(3, step / 6)}
            >
              <title>{`${dayName(day)}: ${showCount(messages)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="day-chart-ends" aria-hidden="true">
        <span>{dayName(first)}</span>
        <span>{dayName(last)}</span>
      </p>
      <details>
        <summary>As a table</summary>
        <DayTable days={days} />
      </details>
    </figure>
  );
}

function DayTable({ days }: { days: Days }) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Table of days">
      <table>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            {['Conversations', 'Messages', 'Helpful', 'Not helpful'].map((name) => (
              <th scope="col" className="number" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ messages, votesUp, votesDown }) => messages + votesUp + votesDown > 0)
            .toReversed()
            .map(({ day, conversations, messages, votesUp, votesDown }) => (
              <tr key={day}>
                <th scope="row">{dayName(day)}</th>
                {[conversations, messages, votesUp, votesDown].map((value, index) => (
                  <td className="number" key={index}>
                    {showCount(value)}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
