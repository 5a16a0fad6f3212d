// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { alertRefusals } from './refusals';

type DeliveryState = Parameters<Parameters<Parameters<typeof alertRefusals>[0]['subscribe']>[0]>[0];

/** A conversation of which a test says what happens, and the codes that the page is told. */
function setUp(start: Partial<DeliveryState> = {}) {
  let state: DeliveryState = { deliveries: {}, failure: undefined, ...start };
  let notify: (state: DeliveryState, before: DeliveryState) => void = () => undefined;
  const page = document.implementation.createHTMLDocument();
  const codes: unknown[] = [];
  page.addEventListener('sotto:alert', (event) => codes.push((event as CustomEvent<{ code: unknown }>).detail.code));
  alertRefusals(
    {
      subscribe: (listener) => {
        notify = listener;
      },
    },
    page,
  );
  const become = (change: Partial<DeliveryState>): void => {
    const before = state;
    state = { ...state, ...change };
    notify(state, before);
  };
  return { codes, become };
}

describe('H-8 a message that is refused', () => {
  it('opens the popup of its code, once for each try', () => {
    const { codes, become } = setUp();
    const refused = { deliveries: { a: { state: 'failed', code: 'LIMITS_REACHED' } } };
    become({ deliveries: { a: { state: 'sending' } } });
    expect(codes).toEqual([]);
    become(refused);
    become({ ...refused, failure: undefined });
    expect(codes).toEqual(['LIMITS_REACHED']);
    become({ deliveries: { a: { state: 'sending' } } });
    become(refused);
    expect(codes).toEqual(['LIMITS_REACHED', 'LIMITS_REACHED']);
  });

  it('opens it for a reply that ends so', () => {
    const { codes, become } = setUp();
    become({ failure: { code: 'NO_SUBSCRIPTION' } });
    become({ deliveries: {} });
    expect(codes).toEqual(['NO_SUBSCRIPTION']);
  });

  it('opens none for what was refused before the page was opened, nor for what a popup does not answer', () => {
    const { codes, become } = setUp();
    become({ deliveries: { old: { state: 'failed', code: 'LIMITS_REACHED' }, now: { state: 'sending' } } });
    become({ deliveries: { now: { state: 'failed', code: 'NETWORK' } }, failure: { code: 'INTERNAL_SERVER_ERROR' } });
    expect(codes).toEqual([]);
  });
});
