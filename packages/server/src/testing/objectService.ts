import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ObjectStoreSettings } from '../config/serverConfig';

/** A service that speaks as much of S3 as a file store needs, and checks every signature (AWS Signature Version 4). */
export interface ObjectService {
  readonly settings: ObjectStoreSettings;
  /** Keys of the objects that are there. */
  keys(): string[];
  /** The next calls fail as a service does that is too busy. */
  failNext(count: number): void;
  close(): void;
}

const KEYS = { accessKeyId: 'AKIATEST', secretAccessKey: 'a secret of the tests/+=' };
const REGION = 'eu-central-1';

/** Starts the service on a free port of this machine with one bucket, `chat`. */
export async function startObjectService(): Promise<ObjectService> {
  const objects = new Map<string, Buffer>();
  let failures = 0;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      if (failures > 0) {
        failures -= 1;
        refuse(response, 503, 'SlowDown');
      } else if (!isSigned(request, body)) refuse(response, 403, 'SignatureDoesNotMatch');
      else if (!request.url?.startsWith('/chat/')) refuse(response, 404, 'NoSuchBucket');
      else answer(objects, request.method ?? '', request.url.slice('/chat/'.length), body, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${String(port)}/`,
      bucket: 'chat',
      region: REGION,
      prefix: 'files/',
      ...KEYS,
    },
    keys: () => [...objects.keys()],
    failNext: (count) => (failures = count),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(
  objects: Map<string, Buffer>,
  method: string,
  key: string,
  body: Buffer,
  response: ServerResponse,
): void {
  const object = objects.get(key);
  if (method === 'PUT') {
    objects.set(key, body);
    response.writeHead(200).end();
  } else if (method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
  } else if (!object) refuse(response, 404, 'NoSuchKey');
  else response.writeHead(200, { 'Content-Length': object.byteLength }).end(object);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`);
}

/** Makes the signature anew from what arrived, as the documentation of Signature Version 4 says. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  const [, credential = '', signedHeaders = '', signature] = header ?? [];
  const [keyId, date = '', region, service, last] = credential.split('/');
  if (
    keyId !== KEYS.accessKeyId ||
    region !== REGION ||
    service !== 's3' ||
    last !== 'aws4_request' ||
    !signedHeaders.split(';').includes('host')
  )
    return false;
  const claimed = String(request.headers['x-amz-content-sha256']);
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== digest(body)) return false;
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, request.url, '', headers.join(''), signedHeaders, claimed].join('\n');
  const scope = [date, region, service, last].join('/');
  const text = ['AWS4-HMAC-SHA256', String(request.headers['x-amz-date']), scope, digest(Buffer.from(canonical))].join(
    '\n',
  );
  const key = [date, region, service, last].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${KEYS.secretAccessKey}`,
  );
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
