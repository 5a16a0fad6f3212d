import { useState, type ReactNode } from 'react';
import { readIconAddress } from '@sotto/widget-core/content';

/** A picture of the settings; what stands in for it is shown when there is none, or it is no address for an icon, or it does not load. */
export function SafeImage({ address, fallback = null, className }: { readonly address: string | null | undefined; readonly fallback?: ReactNode; readonly className?: string }) {
  const [broken, setBroken] = useState<string>();
  const clean = address == null ? undefined : readIconAddress(address);
  if (clean === undefined || clean === broken) return fallback;
  return <img className={className} src={clean} alt="" decoding="async" onError={() => { setBroken(clean); }} />;
}
