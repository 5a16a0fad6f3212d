import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { PasskeyAssertion, PasskeyCreation, PasskeyRegistration, PasskeyRequest } from '@sotto/hub-api';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a test makes different from what a browser and its authenticator do. */
export interface PasskeyFaults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  /** Not asked for a finger or a PIN. */
  readonly isUnverified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  /** The kind of attestation, and what it states. */
  readonly attestation?: { readonly format: string; readonly statement: Map<string, unknown> };
}

/** An authenticator and the browser before it, in software: ES256 as FIDO2 has it. */
export interface TestPasskey {
  readonly id: string;
  create(options: PasskeyCreation, faults?: PasskeyFaults): PasskeyRegistration['response'];
  /** Signs; each signature counts. */
  get(options: PasskeyRequest, faults?: PasskeyFaults): PasskeyAssertion;
}

const ORIGIN = 'http://localhost:3000';
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** @param counts - whether it counts its signatures; those in keychains do not. @default true */
export function createTestPasskey({ counts = true } = {}): TestPasskey {
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;
  let userHandle = '';

  function authenticatorData(rpId: string, faults: PasskeyFaults, extra: Buffer, flags: number): Buffer {
    counter += counts ? 1 : 0;
    const head = Buffer.alloc(5);
    head.writeUInt8(PRESENT | (faults.isUnverified === true ? 0 : VERIFIED) | flags);
    head.writeUInt32BE(faults.counter ?? counter, 1);
    return Buffer.concat([sha256(faults.rpId ?? rpId), head, extra]);
  }

  return {
    id,
    create({ challenge, rp, user }, faults = {}) {
      userHandle = user.id;
      const key = Buffer.from(isoCBOR.encode(coseOf(publicKey)));
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credential, key]);
      const made = new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', faults.attestation?.format ?? 'none'],
        ['attStmt', (faults.attestation?.statement ?? new Map()) as Map<string, never>],
        ['authData', new Uint8Array(authenticatorData(rp.id, faults, attested, HAS_KEY))],
      ]);
      return {
        id,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, faults).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(made)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get({ challenge, rpId }, faults = {}) {
      const data = authenticatorData(rpId, faults, Buffer.alloc(0), 0);
      const client = clientData('webauthn.get', challenge, faults);
      return {
        id,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: faults.userHandle ?? userHandle,
        },
      };
    },
  };
}

function clientData(type: string, challenge: string, { origin = ORIGIN, type: other = type }: PasskeyFaults): Buffer {
  return Buffer.from(JSON.stringify({ type: other, challenge, origin, crossOrigin: false }));
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** EC2, ES256, P-256 (RFC 9053). */
function coseOf(key: KeyObject): Map<number, number | Uint8Array> {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'));
  return new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
}
