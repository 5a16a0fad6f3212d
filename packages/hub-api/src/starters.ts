import * as v from 'valibot';

/** Maximum number of questions that are proposed for a chat. */
export const STARTERS_MAX = 4;

/** GET /v1/dataset/{id}/site/{siteId}/starters: questions that the pages of a site answer, best first. */
export const siteStartersResponseSchema = v.object({ starters: v.array(v.string()) });
