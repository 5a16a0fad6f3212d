/**
 * What reads Chat Completions, for Sotto's server, which has it in common with the browser's transport. It changes with
 * any release. An entry of its own: the transport fetches it alone, when the first answer comes.
 */
export { createTextCleaner } from '../lib/cleanText';
export { createCompletionReader } from './chatCompletion';
export { toWireCall, type CompletedCall } from './completedCall';
export type { ModelHabits, Words } from './thinkTags';
