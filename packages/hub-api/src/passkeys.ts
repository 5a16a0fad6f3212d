import { idSchema, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';

/** Bytes in Base64url. @param max - maximum length in characters */
const bytes = (max: number) => v.pipe(v.string(), v.maxLength(max), v.regex(/^[A-Za-z0-9_-]*$/, 'Expected Base64url'));
const credentialIdSchema = v.pipe(bytes(1400), v.minLength(1));

/** References to passkeys, for the browser. */
const descriptorSchema = v.object({
  type: v.literal('public-key'),
  id: v.string(),
  transports: v.array(v.string()),
});

/** POST /v1/auth/passkey/begin: options to create a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
export const passkeyBeginResponseSchema = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(descriptorSchema),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
});
export type PasskeyCreation = v.InferOutput<typeof passkeyBeginResponseSchema>;

/**
 * POST /v1/auth/signin/passkey/begin and /v1/auth/second-factor/passkey/begin: options to use a passkey
 * (`PublicKeyCredentialRequestOptionsJSON`).
 */
export const passkeyRequestResponseSchema = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
  /** Empty: any passkey of this site. */
  allowCredentials: v.array(descriptorSchema),
});
export type PasskeyRequest = v.InferOutput<typeof passkeyRequestResponseSchema>;

/** POST /v1/auth/passkey/create: a new passkey with a name. */
export const passkeyCreateRequestSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  response: v.object({
    id: credentialIdSchema,
    response: v.object({
      clientDataJSON: bytes(8_192),
      attestationObject: bytes(65_536),
      transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(8))),
    }),
  }),
});
export type PasskeyRegistration = v.InferOutput<typeof passkeyCreateRequestSchema>;

/** A signed challenge. */
export const passkeyAssertionSchema = v.object({
  id: credentialIdSchema,
  response: v.object({
    clientDataJSON: bytes(8_192),
    authenticatorData: bytes(8_192),
    signature: bytes(8_192),
    userHandle: v.nullish(bytes(128)),
  }),
});
export type PasskeyAssertion = v.InferOutput<typeof passkeyAssertionSchema>;

/** POST /v1/auth/signin/passkey. */
export const signInPasskeyRequestSchema = v.object({
  passkey: passkeyAssertionSchema,
  callbackUrl: v.optional(v.pipe(v.string(), v.maxLength(2048))),
});

/**
 * POST /v1/auth/second-factor/verify, confirm, recovery and remove: a code of the app, a recovery code (except for
 * confirm), or a passkey.
 */
export const secondFactorRequestSchema = v.object({
  code: v.optional(v.pipe(v.string(), v.trim(), v.minLength(6, 'Enter a code'), v.maxLength(40))),
  passkey: v.optional(passkeyAssertionSchema),
});

/** GET /v1/auth/passkey/list. `isAvailable`: whether browsers support passkeys at this server's address. */
export const passkeyListResponseSchema = v.object({
  isAvailable: v.boolean(),
  items: v.array(
    v.object({
      id: idSchema,
      name: v.string(),
      /** Whether it is synced between devices. */
      isSynced: v.boolean(),
      createdAt: timeSchema,
      lastUsedAt: v.nullable(timeSchema),
    }),
  ),
  cursor: v.nullable(v.string()),
});
