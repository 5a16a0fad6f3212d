import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { ApiError } from '../../lib/apiError';
import { AUDIO_MAX_BYTES, SPEECH_MS, toAudio, type Speech, type SpokenAudio } from './speech';

const FAILED = 'This reply cannot be spoken right now';

/** Absolute path of an executable, or undefined. @param searchPath - like `PATH`; relative entries are ignored */
export async function findProgram(name: string, searchPath: string | undefined): Promise<string | undefined> {
  for (const folder of (searchPath ?? '').split(delimiter).filter(isAbsolute)) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

/**
 * Speech with eSpeak NG, a separate program that needs no network.
 *
 * The text is passed through standard input, so that it cannot be read as an option. Unsupported languages are spoken
 * with the English voice.
 */
export function createEspeak(program: string): Speech {
  return {
    name: 'espeak-ng',
    async speak(text, language) {
      const voice = /^[a-z]{2,3}(?=$|-)/i.exec(language ?? '')?.[0].toLowerCase() ?? 'en';
      const bytes = await run(program, voice, text).catch((error: unknown) => {
        if (voice === 'en' || error instanceof ApiError) throw error;
        return run(program, 'en', text);
      });
      return withSizes(toAudio(bytes));
    },
  };
}

function run(program: string, voice: string, text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['-v', voice, '--stdin', '--stdout'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: SPEECH_MS,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > AUDIO_MAX_BYTES) {
        child.kill('SIGKILL');
        reject(new ApiError('BAD_GATEWAY', 'This reply is too long to be spoken'));
      }
    });
    child.once('error', (cause) => {
      reject(new ApiError('BAD_GATEWAY', FAILED, { cause }));
    });
    child.once('close', (code, killedBy) => {
      if (code === 0 && size > 44) resolve(Buffer.concat(chunks));
      else if (killedBy === null) reject(new Error(`espeak-ng ended with ${String(code)}`));
      else reject(new ApiError('GATEWAY_TIMEOUT', FAILED));
    });
    // If the program ends early, its exit code reports the error.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
}

/**
 * Fills in the length fields of a WAV file that was written to a pipe; players need them for duration and seeking.
 */
function withSizes({ type, bytes }: SpokenAudio): SpokenAudio {
  const data = bytes.byteLength > 44 ? Buffer.from(bytes.subarray(0, 256)).indexOf('data', 12, 'latin1') : -1;
  if (type !== 'audio/wav' || data < 0) return { type, bytes };
  const mended = Buffer.from(bytes);
  mended.writeUInt32LE(bytes.byteLength - 8, 4);
  mended.writeUInt32LE(bytes.byteLength - data - 8, data + 4);
  return { type, bytes: mended };
}
