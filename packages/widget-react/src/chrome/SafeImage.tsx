import { useState, type ReactNode } from 'react';
import { iconUrl } from '@sotto/widget-core';
import { useWidget } from '../hooks/useWidget';

/**
 * A picture of the settings: an address, or the id of a file of the server [W-42]. What stands in for it is shown when
 * there is none, or it is no address for an icon, or it does not load.
 */
export function SafeImage({
  address,
  fallback = null,
  className,
}: {
  readonly address: string | null | undefined;
  readonly fallback?: ReactNode;
  readonly className?: string;
}) {
  const { base, integration } = useWidget();
  const [broken, setBroken] = useState<string>();
  const clean = iconUrl(address ?? undefined, { server: base, version: integration.updatedAt });
  if (clean === undefined || clean === broken) return fallback;
  return (
    <img
      className={className}
      src={clean}
      alt=""
      decoding="async"
      onError={() => {
        setBroken(clean);
      }}
    />
  );
}
