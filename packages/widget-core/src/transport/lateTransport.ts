import type { OwnTransport, OwnTransportOptions } from './ownTransport';
import type { WireTransport } from './wireTransport';

/** Loads the module for a host's own transport on first use. */
export function createLateTransport(options: OwnTransportOptions): WireTransport & Pick<OwnTransport, 'publish'> {
  let made: Promise<OwnTransport> | undefined;
  const load = (): Promise<OwnTransport> =>
    (made ??= import('./ownTransport').then(
      ({ createOwnTransport }) => createOwnTransport(options),
      (error: unknown) => {
        made = undefined;
        throw error;
      },
    ));
  return {
    async *send(request, following) {
      yield* (await load()).send(request, following);
    },
    async *resume(lastEventId, following) {
      yield* (await load()).resume(lastEventId, following);
    },
    publish(channel, message) {
      load().then(
        (own) => {
          own.publish(channel, message);
        },
        () => undefined,
      );
    },
  };
}
