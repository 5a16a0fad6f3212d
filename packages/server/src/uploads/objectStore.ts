import { AwsClient } from 'aws4fetch';
import type { ObjectStoreSettings } from '../config/serverConfig';
import { requireFileId, type FileStore } from './fileStore';

/**
 * How often a call that failed on the way or in the service is repeated; a write replaces the whole object, so
 * repeating does no harm.
 */
const RETRIES = 3;
/** A call that has not been answered after this long, in milliseconds, has failed. */
const TIMEOUT_MS = 30_000;

/**
 * Keeps files in a bucket: every process of an installation sees the same ones. @throws Error with the service's status
 * and code when it refuses
 */
export function createObjectStore(settings: ObjectStoreSettings): FileStore {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}/${prefix}`;

  async function call(id: string, method: 'GET' | 'PUT' | 'DELETE', bytes?: Uint8Array): Promise<Response> {
    requireFileId(id);
    const response = await client.fetch(base + id, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(bytes && {
        body: Uint8Array.from(bytes),
        headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': String(bytes.byteLength) },
      }),
    });
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response;
    throw new Error(`The object store answered ${String(response.status)} ${errorCode(await response.text())}`.trim());
  }

  return {
    async write(id, bytes) {
      await (await call(id, 'PUT', bytes)).arrayBuffer();
    },
    async read(id) {
      const response = await call(id, 'GET');
      // A bucket that is missing is a fault of the settings, not a missing file.
      if (response.status === 404 && errorCode(await response.text()) === 'NoSuchBucket')
        throw new Error(`There is no bucket ${bucket}`);
      return response.status === 404 ? undefined : new Uint8Array(await response.arrayBuffer());
    },
    async delete(id) {
      await (await call(id, 'DELETE')).arrayBuffer();
    },
  };
}

/** The code of an error in S3's XML, such as `AccessDenied`; '' when there is none. */
function errorCode(body: string): string {
  return /<Code>(\w{1,64})<\/Code>/.exec(body)?.[1] ?? '';
}
