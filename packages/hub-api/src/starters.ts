import * as v from 'valibot';

/** Maximum number of questions that are proposed for a chat. */
export const STARTERS_MAX = 4;

/** Whether a starter asks something; otherwise it is a topic, such as the title of a page. */
export function isQuestion(text: string): boolean {
  return /[?？؟]$/.test(text);
}

/** GET /v1/dataset/{id}/site/{siteId}/starters: what visitors can ask about a site: questions of its headings, and then titles of pages. */
export const siteStartersResponseSchema = v.object({
  starters: v.array(v.string()),
  /** Whether a language model can write better ones. */
  canWrite: v.boolean(),
});

/** POST /v1/dataset/{id}/site/{siteId}/starters/write: name and language (BCP 47) of the chat. */
export const siteStartersWriteRequestSchema = v.object({
  name: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  language: v.optional(v.pipe(v.string(), v.maxLength(35)), ''),
});
/** `isWritten` is false if the model wrote nothing that can be used: the questions are then those of the headings. */
export const siteStartersWriteResponseSchema = v.object({
  greeting: v.nullable(v.string()),
  starters: v.array(v.string()),
  isWritten: v.boolean(),
});
export type WrittenStarters = v.InferOutput<typeof siteStartersWriteResponseSchema>;
