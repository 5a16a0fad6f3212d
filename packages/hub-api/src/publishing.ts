import * as v from 'valibot';
import { VISIBILITIES } from './builder';

/** What must be true before something is listed on the Hub. */
export const PUBLISH_CHECKS = ['name', 'description', 'abilities', 'trial'] as const;
export type PublishCheckName = (typeof PUBLISH_CHECKS)[number];

/** An ability that everybody can have run who tries a public item out. */
const runnableSchema = v.object({
  name: v.string(),
  /** Whether a call changes something. */
  isActing: v.boolean(),
  /** Whether the visitor is asked before. */
  asksFirst: v.boolean(),
  /** Whether only visitors can use it for whom a page has shown a proof. */
  needsProof: v.boolean(),
  /** Hosts that its requests go to. */
  hosts: v.array(v.string()),
  /** Names of the owner's secrets that its requests carry. */
  secrets: v.array(v.string()),
});

/** GET /v1/{kind}/{id}/publishing/fetch: whether it may be public, what everybody then reads, and what they can run. */
export const publishingSchema = v.object({
  visibility: v.picklist(VISIBILITIES),
  /** Whether every check passes. */
  isReady: v.boolean(),
  checks: v.array(
    v.object({ name: v.picklist(PUBLISH_CHECKS), title: v.string(), passes: v.boolean(), remedy: v.string() }),
  ),
  /** What everybody can read, as sentences. */
  shows: v.array(v.string()),
  runs: v.array(runnableSchema),
  /** Names of the MCP servers whose tools everybody can have run. */
  mcpServers: v.array(v.string()),
});
export type Publishing = v.InferOutput<typeof publishingSchema>;
