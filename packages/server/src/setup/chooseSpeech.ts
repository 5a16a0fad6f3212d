import type { Clock } from '@sotto/widget-core/api';
import { createEspeak, findProgram } from '../model/speech/espeak';
import { createOpenAiSpeech, type Speech } from '../model/speech/speech';
import type { ServerConfig } from '../config/serverConfig';

/**
 * The configured voice: a speech model if there is one, otherwise `espeak-ng` if it is installed.
 *
 * @param searchPath - the `PATH` to search for it
 * @returns undefined if no voice is available; browsers then use their own voices
 */
export async function chooseSpeech(
  { speech }: ServerConfig,
  clock: Clock,
  searchPath: string | undefined,
): Promise<Speech | undefined> {
  if (speech.model !== undefined) return createOpenAiSpeech({ ...speech, model: speech.model }, { clock, fetch });
  const program = await findProgram('espeak-ng', searchPath);
  return program === undefined ? undefined : createEspeak(program);
}
