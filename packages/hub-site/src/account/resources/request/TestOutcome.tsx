import type { Json, JsonObject } from '@sotto/widget-core/api';
import type { ReactNode } from 'react';

/** What a test found: for each request its status, what to do if it failed, and the answer; then what the bot reads. */
export function TestOutcome({ result }: { result: JsonObject }) {
  const value = result['value'] ?? null;
  const results = isObject(value) && Array.isArray(value['results']) ? value['results'].filter(isObject) : [];
  const hasFailed = result['hasFailed'] === true || results.some((each) => Number(each['status'] ?? 0) >= 400);
  return (
    <div role="status" className="test-outcome">
      <p>
        <strong>{hasFailed ? 'It failed.' : 'It answered.'}</strong>{' '}
        <span className="quiet">{Number(result['durationMs'])} ms</span>
      </p>
      {results.map((each, index) => (
        <RequestOutcome key={index} outcome={each} number={results.length > 1 ? index + 1 : undefined} />
      ))}
      {results.length === 0 && isObject(value) && typeof value['error'] === 'string' && (
        <p className="complaint">{value['error']}</p>
      )}
      <details className="more" open={results.length === 0}>
        <summary>What the bot reads</summary>
        <Code label="The answer as the bot reads it">{JSON.stringify(value, null, 2)}</Code>
      </details>
    </div>
  );
}

function RequestOutcome({ outcome, number }: { outcome: JsonObject; number: number | undefined }) {
  const advice = adviceFor(outcome);
  const body = outcome['body'] ?? null;
  return (
    <>
      {outcome['status'] !== undefined && (
        <p className="test-status">
          {number !== undefined && `Request ${number}: `}
          <span className={Number(outcome['status']) < 400 ? 'good' : 'bad'}>
            Status {Number(outcome['status'])}
          </span>{' '}
          <span className="quiet small">{typeOf(outcome)}</span>
        </p>
      )}
      {advice !== undefined && <p className="complaint">{advice}</p>}
      {outcome['status'] !== undefined &&
        (body === null ? (
          <p className="quiet">The answer is empty.</p>
        ) : (
          <Code label="What the service answered">
            {typeof body === 'string' ? body : JSON.stringify(body, null, 2)}
          </Code>
        ))}
    </>
  );
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    <pre className="code" tabIndex={0} aria-label={label} role="region" dir="ltr">
      {children}
    </pre>
  );
}

/** What an owner can do about a failed request; undefined for one that worked. */
function adviceFor(outcome: JsonObject): ReactNode {
  const error = outcome['error'];
  if (typeof error === 'string')
    return (
      <>
        {error}.{' '}
        {/^The secret \S+ is not set/.test(error) ? (
          <>
            Set it under <a href="#secrets">Secrets</a>.
          </>
        ) : error === 'The address could not be reached' ? (
          'Check it for typing errors, and open it in a browser: this server has to be able to reach it, too.'
        ) : (
          ''
        )}
      </>
    );
  const status = Number(outcome['status'] ?? 200);
  const found = ADVICE.find(([from, to]) => status >= from && status <= to);
  if (found) return found[2];
  return /^text\/html/i.test(typeOf(outcome))
    ? 'This is a web page, not data. Look for the address of the API in the documentation of the service.'
    : undefined;
}

/** Advice by status (RFC 9110, section 15): first and last status, sentence. */
const ADVICE: readonly (readonly [from: number, to: number, sentence: string])[] = [
  [
    401,
    401,
    'The service did not accept the key. Check it under “Key and headers”: the header, and how it is written.',
  ],
  [
    403,
    403,
    'The service knows the key, but it is not allowed to do this. Give it the right in the settings of the service.',
  ],
  [404, 404, 'The service found nothing: either there is nothing for these values, or the address is wrong.'],
  [405, 405, 'The service does not take this method at this address. Choose another one beside the address.'],
  [429, 429, 'The service was asked too often. Wait a minute, then send the test again.'],
  [400, 499, 'The service did not accept the request. Its answer usually names the value that is wrong.'],
  [500, 599, 'The service itself has a problem. Send the test again later.'],
];

function typeOf({ type }: JsonObject): string {
  return typeof type === 'string' ? type : '';
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
