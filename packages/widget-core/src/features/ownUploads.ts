import { toNetworkError } from '../http/httpClient';
import { typeOfFile, type Uploader } from '../transport/uploads';
import type { Clock } from '../lib/clock';
import { createId } from '../lib/ids';
import type { Transport } from '../transports/transport';

/** Uploads files through a host's own transport. They belong to no conversation. */
export function createOwnUploader(transport: Transport, clock: Clock): Uploader {
  return {
    conversationId: () => '',
    async upload(file, _key, { signal, onProgress }) {
      try {
        const kept = await transport.upload?.(file, { signal, onProgress });
        return {
          id: kept?.id ?? createId('file', clock),
          name: kept?.localName ?? file.name,
          type: kept?.type ?? typeOfFile(file),
          size: kept?.size ?? file.size,
          url: kept?.url ?? '',
          conversationId: '',
        };
      } catch (error) {
        throw toNetworkError(error, signal);
      }
    },
  };
}
