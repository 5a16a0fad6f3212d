import type { ReactNode } from 'react';
import { useSite } from '../site/SiteContext';
import { uploadedPicture } from './widgetForm';

/**
 * Uploads a picture into the field of an icon, whose value is then the id of the file. Needs scripts; without them the
 * field takes an address.
 */
export function IconUpload({ label, stored, children }: { label: string; stored: string; children: ReactNode }) {
  const { href } = useSite();
  const picture = uploadedPicture(stored);
  return (
    <div className="icon-field" data-icon={href('/v1/integration/widget/icon/upload')} data-pictures={href('')}>
      {children}
      <div className="icon-upload" hidden>
        <img
          src={picture === undefined ? undefined : href(picture)}
          hidden={picture === undefined}
          alt=""
          width="32"
          height="32"
          loading="lazy"
        />
        <label className="button quiet small">
          Upload
          <input
            className="visually-hidden"
            type="file"
            aria-label={`Upload: ${label}`}
            accept="image/png,image/jpeg,image/gif,image/webp,image/avif,image/svg+xml,image/x-icon"
          />
        </label>
        <button type="button" className="text-button" aria-label={`Remove: ${label}`} hidden={stored === ''}>
          Remove
        </button>
        <p className="quiet small" role="status" />
      </div>
    </div>
  );
}
