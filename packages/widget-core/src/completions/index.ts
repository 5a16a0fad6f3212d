/**
 * Parser of Chat Completions, shared by Sotto's server and the browser's transport. It may change in any release. A
 * separate entry, because the transport loads it only with the first response.
 */
export { createTextCleaner } from '../lib/cleanText';
export { createCompletionReader } from './chatCompletion';
export { toWireCall, type CompletedCall } from './completedCall';
export type { ModelHabits, Words } from './thinkTags';
