import { jsonObjectSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import type { Database } from '../../db/database';
import { handOverRun, type Run } from '../../db/queries/conversations/runQueries';
import type { Draft } from '../../db/schema';
import type { EventLog } from '../../events/eventLog';
import type { ReplyOptions } from './answerer';
import { toStorable } from './replyParts';

/** Options of a reply left by another process, possibly of another release. */
export const optionsSchema = v.object({
  functions: v.optional(
    v.record(
      v.string(),
      v.object({ description: v.optional(v.string(), ''), parameters: v.optional(jsonObjectSchema, {}) }),
    ),
  ),
  language: v.optional(v.string()),
  timezone: v.optional(v.string()),
  limits: v.optional(v.object({ iterations: v.optional(v.number()), calls: v.optional(v.number()) })),
  counters: v.optional(v.array(v.object({ subject: v.string(), period: v.string() }))),
  isVerbose: v.boolean(),
  extensions: v.optional(
    v.object({
      backstory: v.optional(v.string()),
      model: v.optional(v.string()),
      skillsets: v.optional(v.array(v.string())),
      datasets: v.optional(v.array(v.string())),
    }),
  ),
  canWaitForBrowser: v.boolean(),
});

/**
 * Hands a reply over to another process, with everything needed to continue. @returns false if that is impossible:
 * then it stays with this process
 */
export async function handOver(
  { db, log }: { readonly db: Database; readonly log: EventLog },
  run: Run,
  draft: Draft,
  options: ReplyOptions,
): Promise<boolean> {
  const { functions, language, timezone, limits, counters, isVerbose, extensions, canWaitForBrowser } = options;
  const kept = toStorable({
    functions,
    language,
    timezone,
    limits,
    counters,
    isVerbose,
    extensions,
    canWaitForBrowser,
  });
  if (!log.leave || !v.is(optionsSchema, kept)) return false;
  return (
    (await log.leave(run.id)) &&
    handOverRun(db, run.id, run.owner, { ...draft, options: v.parse(jsonObjectSchema, kept) })
  );
}
