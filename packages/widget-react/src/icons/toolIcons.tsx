import { Icon } from './icons';

/* Signs of tools and files. One that a single part has stands in that part. */
export const AttachIcon = () => (
  <Icon>
    <path d="m15.8 9.6-5.9 5.9a3.7 3.7 0 0 1-5.25-5.25l6.4-6.4a2.45 2.45 0 0 1 3.5 3.5l-6.3 6.3a1.2 1.2 0 0 1-1.75-1.75l5.4-5.4" />
  </Icon>
);
export const FileIcon = () => (
  <Icon>
    <path d="M11.3 3H6.5a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2V7.2z" />
    <path d="M11.2 3.2v2.6a1.4 1.4 0 0 0 1.4 1.4h2.7" />
  </Icon>
);
export const ExternalIcon = () => (
  <Icon>
    <path d="M11.5 4h4.5v4.5M15.7 4.3 9 11M14.5 11.5v3a1.5 1.5 0 0 1-1.5 1.5H5.5A1.5 1.5 0 0 1 4 14.5V7a1.5 1.5 0 0 1 1.5-1.5h3" />
  </Icon>
);
export const RestartIcon = () => (
  <Icon>
    <path d="M3.5 10a6.5 6.5 0 1 0 2.2-4.87L3.5 7" />
    <path d="M3.5 3.3V7h3.7" />
  </Icon>
);
