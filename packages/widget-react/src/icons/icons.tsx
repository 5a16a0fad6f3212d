import type { ReactNode } from 'react';

/** An icon in the common size and stroke. */
export function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      className="sotto-icon"
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

/* Drawn at 20 px on a 1.5 px stroke with round ends. */
export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
);
export const MoreIcon = () => (
  <Icon>
    <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" strokeWidth="2.2" />
  </Icon>
);
export const MaximizeIcon = () => (
  <Icon>
    <path d="M11.5 3.5h5v5M16.3 3.7l-5.1 5.1M8.5 16.5h-5v-5M3.7 16.3l5.1-5.1" />
  </Icon>
);
export const MinimizeIcon = () => (
  <Icon>
    <path d="M16.5 8.5h-5v-5M11.7 8.3l5.1-5.1M3.5 11.5h5v5M8.3 11.7l-5.1 5.1" />
  </Icon>
);
export const SendIcon = () => (
  <Icon>
    <path d="M10 16V4.5M5 9.3 10 4.3l5 5" strokeWidth="1.8" />
  </Icon>
);
export const StopIcon = () => (
  <Icon>
    <rect x="5.5" y="5.5" width="9" height="9" rx="2" fill="currentColor" stroke="none" />
  </Icon>
);
export const CopyIcon = () => (
  <Icon>
    <rect x="7" y="7" width="9.5" height="9.5" rx="2" />
    <path d="M13 4.5A1.8 1.8 0 0 0 11.5 3.5h-6a2 2 0 0 0-2 2v6A1.8 1.8 0 0 0 4.5 13" />
  </Icon>
);
export const CheckIcon = () => (
  <Icon>
    <path d="m4.5 10.5 3.8 3.8 7.4-8.3" />
  </Icon>
);
export const DownIcon = () => (
  <Icon>
    <path d="M10 4v11.5M5 10.7l5 5 5-5" />
  </Icon>
);
export const AlertIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="6.8" />
    <path d="M10 6.7v3.8M10 13.2h.01" />
  </Icon>
);
export const ClockIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="6.8" />
    <path d="M10 6.5V10l2.3 1.6" />
  </Icon>
);
export const OfflineIcon = () => (
  <Icon>
    <path d="m3.5 3.5 13 13M7.3 12.2a4 4 0 0 1 4.2-.9M4.7 9.4A8 8 0 0 1 7.9 7.5M10.6 6.9a8 8 0 0 1 4.9 2.5M10 15.2h.01" />
  </Icon>
);
/** The built-in avatar of the bot: a speech bubble. */
export const BotIcon = () => (
  <Icon>
    <path d="M10 3.5c4 0 7 2.55 7 5.9s-3 5.9-7 5.9c-.75 0-1.48-.09-2.16-.26L4.3 16.5l.66-2.9C3.74 12.53 3 11.05 3 9.4c0-3.35 3-5.9 7-5.9Z" />
    <path d="M7 9.5c.7-1 1.5-1 2 0s1.3 1 2 0 1.3-1 2 0" />
  </Icon>
);
