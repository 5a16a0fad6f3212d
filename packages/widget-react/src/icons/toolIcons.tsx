import { Icon } from './icons';

/* Signs of tools, files and votes. One that a single later part has stands in that part. */
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
export const ThumbDownIcon = () => (
  <Icon>
    <path
      d={
        'M13.5 3.5v8l-3.3 5.2a1.7 1.7 0 0 1-2.1-2.2L8.8 12H5.2a1.9 1.9 0 0 1-1.85-2.35l1.1-4.7A1.9 1.9 0 0 1 6.3 3.5zM13.5' +
        ' 11.5H16a.5.5 0 0 0 .5-.5V4a.5.5 0 0 0-.5-.5h-2.5'
      }
    />
  </Icon>
);
export const ThumbUpIcon = () => (
  <Icon>
    <path
      d={
        'M6.5 16.5v-8l3.3-5.2a1.7 1.7 0 0 1 2.1 2.2L11.2 8h3.6a1.9 1.9 0 0 1 1.85 2.35l-1.1 4.7a1.9 1.9 0 0 1-1.85 1.45zM6.5' +
        ' 8.5H4a.5.5 0 0 0-.5.5v7a.5.5 0 0 0 .5.5h2.5'
      }
    />
  </Icon>
);
export const MicrophoneIcon = () => (
  <Icon>
    <rect x="7.5" y="2.8" width="5" height="9" rx="2.5" />
    <path d="M4.8 9.6a5.2 5.2 0 0 0 10.4 0M10 14.8v2.4" />
  </Icon>
);
export const SpeakIcon = () => (
  <Icon>
    <path d="M9.8 4.2 6.6 7H4.5a1 1 0 0 0-1 1v4a1 1 0 0 0 1 1h2.1l3.2 2.8zM12.8 7.6a3.4 3.4 0 0 1 0 4.8M15 5.4a6.5 6.5 0 0 1 0 9.2" />
  </Icon>
);
