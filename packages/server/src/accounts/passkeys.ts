import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { PasskeyCreation, PasskeyRequest, PasskeyAssertion, PasskeyRegistration } from '@sotto/hub-api';
import { createId, type Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import type { PasskeyPurpose } from '../db/accountSchema';
import {
  deleteOldChallenges,
  listPasskeys,
  notePasskeyUse,
  readPasskey,
  saveChallenge,
  savePasskey,
  takeChallenge,
  type StoredPasskey,
} from '../db/queries/accounts/passkeyQueries';

/** Who may answer a challenge: a session, or a browser that is not signed in, by its cookie. */
export type ChallengeHolder = { readonly session: string } | { readonly browser: string };

/** What came of the answer of a passkey. */
export interface PasskeyUse {
  readonly isRight: boolean;
  /** Whose passkey it is, also where the answer is not right. */
  readonly userId?: string;
}

/** Passkeys (WebAuthn): a key on a device or in a keychain, which signs for this site alone. */
export interface Passkeys {
  /** Whether browsers use the passkeys of this server at an origin: it is the server's own, with https or on localhost. */
  isAvailable(at: string): boolean;
  list(userId: string): Promise<StoredPasskey[]>;
  /** What a browser needs to make a passkey for this account. */
  beginAdd(user: { readonly id: string; readonly email: string }, holder: ChallengeHolder): Promise<PasskeyCreation>;
  /** Stores a passkey that a browser has made. @returns its id; undefined when the answer is not right */
  add(user: { readonly id: string }, holder: ChallengeHolder, made: PasskeyRegistration): Promise<string | undefined>;
  /**
   * What a browser needs to use a passkey.
   *
   * @param userId - for a passkey of this account; undefined: for any, to sign in
   */
  beginUse(holder: ChallengeHolder, userId?: string): Promise<PasskeyRequest>;
  /**
   * Checks what a passkey has signed. An answer counts once, for who asked for it.
   *
   * @param userId - whose passkey it must be; undefined: anybody's, to sign in
   */
  use(holder: ChallengeHolder, answer: PasskeyAssertion, userId?: string): Promise<PasskeyUse>;
  /** Throws challenges away that nobody has answered. */
  sweep(): Promise<void>;
}

/** How long a challenge can be answered, in milliseconds. */
const CHALLENGE_MS = 300_000;
const CHALLENGE_BYTES = 32;
/** EdDSA, ES256, RS256 (COSE). */
const ALGORITHMS = [-8, -7, -257];
/** Who asks, as a browser shows it. */
const NAME = 'Sotto';

/** The library and its parsers, read when the first passkey is made or used. */
const loadLibrary = () => import('@simplewebauthn/server');

/** @param baseUrl - the address of the server: its host is what passkeys are bound to */
export function createPasskeys({
  db,
  clock,
  baseUrl,
}: {
  db: Database;
  clock: Clock;
  baseUrl: () => string;
}): Passkeys {
  const own = (): URL => new URL(baseUrl());
  const place = () => ({ expectedOrigin: own().origin, expectedRPID: own().hostname });

  async function begin(holder: ChallengeHolder, purpose: PasskeyPurpose): Promise<string> {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
    const expiresAt = clock.now() + CHALLENGE_MS;
    await saveChallenge(db, { challenge, holder: digestOf(holder), purpose, expiresAt });
    return challenge;
  }

  /** Takes the challenge that an answer was made for. */
  async function take(
    clientData: string,
    holder: ChallengeHolder,
    purpose: PasskeyPurpose,
  ): Promise<string | undefined> {
    const challenge = challengeOf(clientData);
    if (challenge === undefined) return undefined;
    const isOpen = await takeChallenge(db, { challenge, holder: digestOf(holder), purpose, now: clock.now() });
    return isOpen ? challenge : undefined;
  }

  return {
    isAvailable: (at) => at === own().origin && isUsable(own()),
    list: (userId) => listPasskeys(db, userId),
    async beginAdd({ id, email }, holder) {
      const known = (await listPasskeys(db, id)).map(toDescriptor);
      return creationOf({ challenge: await begin(holder, 'add'), hostname: own().hostname, id, email, known });
    },
    async add({ id: userId }, holder, { name, response: { id, response } }) {
      const challenge = await take(response.clientDataJSON, holder, 'add');
      if (challenge === undefined) return undefined;
      const { verifyRegistrationResponse } = await loadLibrary();
      const checked = await whenRight(async () =>
        verifyRegistrationResponse({
          response: {
            id,
            rawId: id,
            type: 'public-key',
            clientExtensionResults: {},
            response: {
              clientDataJSON: response.clientDataJSON,
              attestationObject: await withoutAttestation(response.attestationObject),
            },
          },
          expectedChallenge: challenge,
          ...place(),
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      );
      if (checked?.verified !== true || checked.registrationInfo.credential.id !== id) return undefined;
      const { credential, credentialBackedUp } = checked.registrationInfo;
      const passkey = {
        id: createId('passkey', clock),
        userId,
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        signCount: credential.counter,
        transports: [...(response.transports ?? [])],
        isSynced: credentialBackedUp,
        createdAt: clock.now(),
      };
      return (await savePasskey(db, passkey)) ? passkey.id : undefined;
    },
    async beginUse(holder, userId) {
      return {
        challenge: await begin(holder, userId === undefined ? 'signin' : 'factor'),
        rpId: own().hostname,
        timeout: CHALLENGE_MS,
        userVerification: 'required',
        allowCredentials: userId === undefined ? [] : (await listPasskeys(db, userId)).map(toDescriptor),
      };
    },
    async use(holder, { id, response }, userId) {
      const challenge = await take(response.clientDataJSON, holder, userId === undefined ? 'signin' : 'factor');
      const passkey = challenge === undefined ? undefined : await readPasskey(db, id);
      if (challenge === undefined || !passkey) return { isRight: false };
      const refused = { isRight: false, userId: passkey.userId };
      if (userId !== undefined && passkey.userId !== userId) return refused;
      const handle = response.userHandle == null ? undefined : Buffer.from(response.userHandle, 'base64url').toString();
      if (handle !== passkey.userId && (handle !== undefined || userId === undefined)) return refused;
      const { verifyAuthenticationResponse } = await loadLibrary();
      const checked = await whenRight(() =>
        verifyAuthenticationResponse({
          response: {
            id,
            rawId: id,
            type: 'public-key',
            clientExtensionResults: {},
            response: {
              clientDataJSON: response.clientDataJSON,
              authenticatorData: response.authenticatorData,
              signature: response.signature,
            },
          },
          expectedChallenge: challenge,
          ...place(),
          requireUserVerification: true,
          credential: {
            id: passkey.credentialId,
            publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
            counter: passkey.signCount,
          },
        }),
      );
      if (checked?.verified !== true) return refused;
      const { newCounter, credentialBackedUp } = checked.authenticationInfo;
      const use = { id: passkey.id, signCount: newCounter, isSynced: credentialBackedUp, now: clock.now() };
      return (await notePasskeyUse(db, use)) ? { ...refused, isRight: true } : refused;
    },
    sweep: () => deleteOldChallenges(db, clock.now()),
  };
}

/** Whether browsers use passkeys at an address: by https under a name, or on this machine. */
function isUsable({ hostname, protocol }: URL): boolean {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isLocal || (protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0);
}

/** What a browser needs to make a passkey that signs in without an address being typed, and knows its owner. */
function creationOf({
  challenge,
  hostname,
  id,
  email,
  known,
}: {
  challenge: string;
  hostname: string;
  id: string;
  email: string;
  known: PasskeyCreation['excludeCredentials'];
}): PasskeyCreation {
  return {
    challenge,
    rp: { id: hostname, name: NAME },
    user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** What the library finds wrong it throws: an answer that is not right is not a failure of the server. */
async function whenRight<Checked>(check: () => Promise<Checked>): Promise<Checked | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}

/**
 * Takes the certificates of its maker away from a new passkey. They are not wanted, browsers leave them out, and a
 * check of them would read what their addresses name.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const made = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', made.get('authData')],
  ]);
  return Buffer.from(isoCBOR.encode(bare)).toString('base64url');
}

/** The challenge that a response names; undefined when it cannot be read. */
function challengeOf(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' && challenge.length <= 64 ? challenge : undefined;
  } catch {
    return undefined;
  }
}

function toDescriptor({ credentialId, transports }: StoredPasskey): PasskeyCreation['excludeCredentials'][number] {
  return { type: 'public-key', id: credentialId, transports };
}

/** The cookie of a browser is not stored. */
function digestOf(holder: ChallengeHolder): string {
  return createHash('sha256').update(JSON.stringify(holder)).digest('base64url');
}
