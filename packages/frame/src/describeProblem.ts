import { isWidgetError } from '@sotto/widget-core';
import { hostToFrame, type ConnectionProblem } from '@sotto/widget-core/internal/protocol';
import * as v from 'valibot';

/** Describes a rejected message of the host for the developer of the page. Loaded on demand. */
export function describeProblem({ code, name, cause }: ConnectionProblem): string {
  if (!Object.hasOwn(hostToFrame, name))
    return `The message ${name} is not known and is ignored; known are ${Object.keys(hostToFrame).join(', ')}.`;
  return `The message ${name} could not be used (${code}) and is ignored${describeCause(cause)}.`;
}

/** The field of a payload that does not fit, and what was expected there; else what went wrong. */
function describeCause(cause: unknown): string {
  if (!isWidgetError(cause)) return '';
  const issue = Array.isArray(cause.cause) ? (cause.cause as v.BaseIssue<unknown>[])[0] : undefined;
  if (!issue) return `: ${cause.message}`;
  const field = v.getDotPath(issue);
  return `: ${field === null ? '' : `its field ${field}: `}${issue.message}`;
}
