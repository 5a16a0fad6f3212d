import type { RemotePolicy } from '@sotto/widget-core/content';
import { useHost } from './useHost';
import { useWidget } from './useWidget';

/** Whose pictures, videos and sounds load by themselves here (contract 3.5). */
export function useRemotePolicy(): RemotePolicy {
  const { base, integration } = useWidget();
  const { hostAddress, isPictureSource } = useHost();
  return {
    hostAddress,
    serverOrigin: originOf(base, hostAddress),
    imageOrigins: integration.imageOrigins,
    isHostAllowed: isPictureSource,
  };
}

/** Origin of the server; a base without one (`/sotto`) is on the page's own. */
export function originOf(base: string, hostAddress: string): string {
  try {
    return new URL(base, hostAddress).origin;
  } catch {
    return base;
  }
}
