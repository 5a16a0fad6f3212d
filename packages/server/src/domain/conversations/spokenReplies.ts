import { createHash } from 'node:crypto';
import { createId, type Clock } from '@sotto/widget-core/api';
import type { Counted } from '../accounts/costs';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { readMessage } from '../../db/queries/conversations/messageQueries';
import { readSpeech, saveFile, type NewFile } from '../../db/queries/conversations/fileQueries';
import type { Speech } from '../../model/speech/speech';
import { toSpokenText } from '../../model/speech/spokenText';
import type { FileStore } from '../../uploads/fileStore';
import { keepFile } from '../../uploads/keepFile';
import { LINK_LIFE_MS } from '../../uploads/signedLinks';

/** How long a recording is kept, in milliseconds: a link created within the first hour is valid for another hour. */
const KEPT_MS = 2 * LINK_LIFE_MS;

/** A request to read a reply aloud. */
export interface SpeakRequest {
  readonly conversationId: string;
  readonly messageId: string;
  /** Instead of the stored text. */
  readonly text: string | undefined;
  readonly language: string | undefined;
}

/** Recordings of messages. */
export interface SpokenReplies {
  /** Whether a voice is configured. */
  readonly isPossible: boolean;
  /**
   * @param enter - counts a synthesis; cached recordings are free
   * @returns the file's id. @throws ApiError 404 for an unknown message, 501 without a voice, 422 without text
   */
  speak(request: SpeakRequest, enter: () => Promise<Counted>): Promise<string>;
}

/** Synthesizes speech with one voice, and caches recordings: the same text in one conversation is synthesized once. */
export function createSpokenReplies(deps: {
  db: Database;
  clock: Clock;
  store: FileStore;
  speech: Speech | undefined;
}): SpokenReplies {
  const { db, clock, store, speech } = deps;

  async function record(
    speaker: Speech,
    conversationId: string,
    digest: string,
    text: string,
    language: string | undefined,
  ): Promise<string> {
    const { type, bytes } = await speaker.speak(text, language);
    const now = clock.now();
    const file: NewFile = {
      id: createId('speech', clock),
      kind: 'speech',
      conversationId,
      name: type === 'audio/wav' ? 'reply.wav' : 'reply.mp3',
      type,
      size: bytes.byteLength,
      digest,
      createdAt: now,
      updatedAt: now,
      expiresAt: now + KEPT_MS,
    };
    await keepFile(store, { id: file.id, bytes }, () => saveFile(db, file));
    return file.id;
  }

  return {
    isPossible: speech !== undefined,
    async speak({ conversationId, messageId, text, language }, enter) {
      const message = await readMessage(db, conversationId, messageId);
      if (!message) throw new ApiError('NOT_FOUND');
      if (!speech) throw new ApiError('NOT_IMPLEMENTED', 'This server has no voice');
      const spoken = await toSpokenText(text ?? message.text);
      if (spoken === '') throw new ApiError('UNPROCESSABLE_ENTITY', 'This message has no text to read aloud');
      const digest = createHash('sha256')
        .update(JSON.stringify([speech.name, language ?? null, spoken]))
        .digest('base64url');
      const kept = await readSpeech(db, conversationId, digest, clock.now() + LINK_LIFE_MS);
      if (kept) return kept.id;
      await enter();
      return record(speech, conversationId, digest, spoken, language);
    },
  };
}
