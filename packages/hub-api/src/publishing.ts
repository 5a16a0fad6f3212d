import * as v from 'valibot';
import { VISIBILITIES } from './builder';

/** A requirement for being listed on the Hub. */
export const PUBLISH_CHECKS = ['name', 'description', 'abilities', 'trial', 'checks'] as const;
export type PublishCheckName = (typeof PUBLISH_CHECKS)[number];

/** An ability that anybody trying the item can run. */
const runnableSchema = v.object({
  name: v.string(),
  /** Whether a call changes something. */
  isActing: v.boolean(),
  /** Whether visitors are asked before. */
  asksFirst: v.boolean(),
  /** Whether only visitors with a verified identity can use it. */
  needsProof: v.boolean(),
  /** Hosts of its requests. */
  hosts: v.array(v.string()),
  /** Names of the owner's secrets in its requests. */
  secrets: v.array(v.string()),
});

/** GET /v1/{kind}/{id}/publishing/fetch: whether it may be public, and what others could then read and run. */
export const publishingSchema = v.object({
  visibility: v.picklist(VISIBILITIES),
  /** Whether all requirements are met. */
  isReady: v.boolean(),
  checks: v.array(
    v.object({ name: v.picklist(PUBLISH_CHECKS), title: v.string(), passes: v.boolean(), remedy: v.string() }),
  ),
  /** Its checks, and where they are shown; null for kinds without checks. */
  tested: v.nullable(v.object({ total: v.number(), passed: v.number(), path: v.string() })),
  /** What everybody could read, as sentences. */
  shows: v.array(v.string()),
  runs: v.array(runnableSchema),
  /** MCP servers whose tools everybody could run. */
  mcpServers: v.array(v.string()),
});
export type Publishing = v.InferOutput<typeof publishingSchema>;
