import { passkeyBeginResponseSchema, passkeyRequestResponseSchema, type PasskeyRequest } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { callApi, isCallFailure } from '../../browser/callApi';
import { showNotice } from '../../browser/notices';

const propsSchema = v.object({ address: v.string(), isNew: v.boolean(), offersInFields: v.boolean() });

const NOT_USED = 'No passkey was used. Try again, or choose another way.';
/** Messages for browser errors; anything else means that the user has cancelled. */
const SENTENCES: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey of your account.',
  SecurityError: 'Your browser does not use passkeys at this address.',
  NotSupportedError: 'Your device cannot make such a passkey.',
};
/** Fraction of a challenge's lifetime after which a new one is requested for autofill. */
const RENEWED_AFTER = 0.8;

/** Handles the passkey form (`PasskeyForm.tsx`): requests the passkey from the browser on submit. */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { address, isNew, offersInFields } = v.parse(propsSchema, props);
  const view = element.ownerDocument.defaultView;
  const form = element.querySelector('form');
  const button = element.querySelector('button');
  const field = element.querySelector<HTMLInputElement>('input[name="passkey"]');
  if (!view || !form || !button || !field || !hasPasskeys(view)) return;
  for (const words of element.querySelectorAll<HTMLElement>('[data-without]')) words.hidden = true;
  button.hidden = false;

  const send = (signed: object): void => {
    field.value = JSON.stringify(signed);
    form.requestSubmit();
  };
  const offer = offersInFields ? offerInFields(view, address, send) : undefined;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    isAsking = true;
    offer?.pause();
    try {
      send(isNew ? await makePasskey(address) : await signWithPasskey(address));
    } catch (error) {
      // The server's error is already shown.
      if (!isCallFailure(error)) showNotice(SENTENCES[(error as Error).name] ?? NOT_USED, 'error');
      offer?.resume();
    } finally {
      isAsking = false;
    }
  };
  form.addEventListener('submit', (event) => {
    if (field.value !== '') return;
    event.preventDefault();
    if (!isAsking) void ask();
  });
  // A page restored by the Back button still contains the previous response.
  view.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) field.value = '';
  });
}

function hasPasskeys(view: Window): boolean {
  return view.isSecureContext && 'PublicKeyCredential' in view;
}

/** Offers passkeys in address fields in browsers that support autofill; nothing is shown until the user picks one. */
function offerInFields(
  view: Window & typeof globalThis,
  address: string,
  send: (signed: object) => void,
): { pause(): void; resume(): void } {
  let pending: AbortController | undefined;
  let isPaused = false;
  let timer = 0;

  async function arm(): Promise<void> {
    pending?.abort();
    const controller = new AbortController();
    pending = controller;
    const options = await fetchQuietly(address);
    if (!options || controller.signal.aborted) return;
    timer = view.setTimeout(() => void arm(), options.timeout * RENEWED_AFTER);
    const chosen = await view.navigator.credentials
      .get({ publicKey: toRequest(options), mediation: 'conditional', signal: controller.signal })
      .catch(() => null);
    if (chosen && !controller.signal.aborted) send(toAssertion(chosen as PublicKeyCredential));
  }

  async function start(): Promise<void> {
    const isOffered = await view.PublicKeyCredential.isConditionalMediationAvailable?.();
    if (isOffered === true && !isPaused) await arm();
  }

  void start();
  return {
    pause() {
      isPaused = true;
      view.clearTimeout(timer);
      pending?.abort();
    },
    resume() {
      isPaused = false;
      void start();
    },
  };
}

/** Fails silently, because the user has not requested anything yet. */
async function fetchQuietly(address: string): Promise<PasskeyRequest | undefined> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    const parsed = v.safeParse(passkeyRequestResponseSchema, await response.json());
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

async function signWithPasskey(address: string): Promise<object> {
  const options = await callApi(address, passkeyRequestResponseSchema, {
    body: {},
    failure: 'The passkey could not be used',
  });
  return toAssertion((await navigator.credentials.get({ publicKey: toRequest(options) })) as PublicKeyCredential);
}

async function makePasskey(address: string): Promise<object> {
  const options = await callApi(address, passkeyBeginResponseSchema, {
    body: {},
    failure: 'The passkey could not be added',
  });
  const made = (await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: toBytes(options.challenge),
      user: { ...options.user, id: toBytes(options.user.id) },
      excludeCredentials: toDescriptors(options.excludeCredentials),
    },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

function toRequest(options: PasskeyRequest): PublicKeyCredentialRequestOptions {
  return {
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: toDescriptors(options.allowCredentials),
  };
}

function toDescriptors(list: PasskeyRequest['allowCredentials']): PublicKeyCredentialDescriptor[] {
  return list.map(({ type, id, transports }) => ({
    type,
    id: toBytes(id),
    transports: transports as AuthenticatorTransport[],
  }));
}

function toAssertion({ id, response: signed }: PublicKeyCredential): object {
  const response = signed as AuthenticatorAssertionResponse;
  return {
    id,
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      userHandle: response.userHandle && toText(response.userHandle),
    },
  };
}

/** Encodes bytes as Base64url. */
function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
