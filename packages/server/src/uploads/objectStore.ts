import { AwsClient } from 'aws4fetch';
import type { ObjectStoreSettings } from '../config/serverConfig';
import { requireFileId, type FileStore } from './fileStore';

/** Number of retries after a network or service error. Safe, because writes replace the whole object. */
const RETRIES = 3;
/** Time limit of a request, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** Stores files in a bucket, shared by all processes. @throws Error with the service's status and code */
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
      // A missing bucket is a configuration error, not a missing file.
      if (response.status === 404 && errorCode(await response.text()) === 'NoSuchBucket')
        throw new Error(`There is no bucket ${bucket}`);
      return response.status === 404 ? undefined : new Uint8Array(await response.arrayBuffer());
    },
    async delete(id) {
      await (await call(id, 'DELETE')).arrayBuffer();
    },
  };
}

/** Error code in S3's XML, such as `AccessDenied`; '' if there is none. */
function errorCode(body: string): string {
  return /<Code>(\w{1,64})<\/Code>/.exec(body)?.[1] ?? '';
}
