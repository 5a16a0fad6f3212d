import type { RemotePolicy } from '@sotto/widget-core/content';
import { originOf } from '../lib/originOf';
import { useHost } from './useHost';
import { useWidget } from './useWidget';

/** Hosts whose pictures, videos and sounds load without asking (contract 3.5). */
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
