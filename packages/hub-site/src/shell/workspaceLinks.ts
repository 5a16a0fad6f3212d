import type { WorkspaceRole } from '@sotto/hub-api';

/** A page in the workspace's navigation. */
export interface WorkspaceLink {
  readonly label: string;
  readonly to: string;
  /** Its icon: an SVG path on a grid of 20. */
  readonly icon: string;
  /** Path prefixes of pages that belong to it. @default its own path */
  readonly owns?: readonly string[];
  /** Minimum role. @default 'editor' */
  readonly isFor?: 'answerer';
}

/** A navigation group. The first has no title. */
export interface WorkspaceGroup {
  readonly title?: string;
  readonly links: readonly WorkspaceLink[];
}

/** Pages of a workspace, in navigation order. */
export const WORKSPACE_GROUPS: readonly WorkspaceGroup[] = [
  {
    links: [
      {
        label: 'Overview',
        to: '/overview',
        icon: 'M3 9.2 10 3.5l7 5.7M5 8v8.5h3.8V12h2.4v4.5H15V8',
        owns: ['/overview', '/start'],
      },
      {
        label: 'Inbox',
        to: '/inbox',
        icon: 'M3.5 11.5 5.6 5h8.8l2.1 6.5V16h-13v-4.5ZM3.5 11.5h3.8l1 2h3.4l1-2h3.8',
        owns: ['/inbox', '/conversations', '/playground/situation'],
        isFor: 'answerer',
      },
      {
        label: 'Insights',
        to: '/insights',
        icon: 'M4 16.5V11M8 16.5v-8M12 16.5V6M16 16.5v-13',
        isFor: 'answerer',
      },
      {
        label: 'Contacts',
        to: '/contacts',
        icon: 'M10 10.2a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4.2 16.4c.5-2.6 2.8-4 5.8-4s5.3 1.4 5.8 4',
        isFor: 'answerer',
      },
    ],
  },
  {
    title: 'Build',
    links: [
      {
        label: 'Bots',
        to: '/bots',
        icon:
          'M5 8h10a1.5 1.5 0 0 1 1.5 1.5V15a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 ' +
          '15V9.5A1.5 1.5 0 0 1 5 8ZM10 8V4.5M8 4.5h4M7.5 11.5v1.2M12.5 11.5v1.2',
      },
      {
        label: 'Knowledge',
        to: '/datasets',
        icon: 'M10 5.6C8.4 4.4 6.2 4 3.5 4v11.5c2.7 0 4.9.4 6.5 1.6 1.6-1.2 3.8-1.6 6.5-1.600V4c-2.7 0-4.9.4-6.5 1.600ZM10 5.600v11.5',
      },
      {
        label: 'Abilities',
        to: '/skillsets',
        icon: 'M11 3.5 4.5 11.500h5L8.8 16.5 15.5 8.500h-5L11 3.500Z',
      },
      {
        label: 'Checks',
        to: '/checks',
        icon: 'M4 4.5h12v11H4ZM7 10l2.2 2.2L13.5 8',
      },
      {
        label: 'Widgets',
        to: '/integrations/widget',
        icon:
          'M4.5 4h11A1.5 1.5 0 0 1 17 5.500v7a1.5 1.5 0 0 1-1.5 1.500H9l-3.5 3v-3h-1A1.5 1.5 ' +
          '0 0 1 3 12.500v-7A1.5 1.5 0 0 1 4.5 4ZM7 9h.01M10 9h.01M13 9h.01',
      },
    ],
  },
  {
    title: 'Manage',
    links: [
      { label: 'Install', to: '/install', icon: 'm7 6-4 4 4 4M13 6l4 4-4 4' },
      {
        label: 'Team',
        to: '/team',
        icon:
          'M7.5 9.7a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM2.8 16c.4-2.5 2.2-3.8 4.7-3.8s4.3 ' +
          '1.3 4.7 3.8M12.5 9.5a2.3 2.3 0 1 0-.9-4.4M13.6 12.3c2 .3 3.3 1.5 3.6 3.7',
        isFor: 'answerer',
      },
      {
        label: 'Settings',
        to: '/account',
        icon: 'M4 6h7M15 6h1M4 14h1M9 14h7M13 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM7 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
        owns: ['/account', '/usage'],
        isFor: 'answerer',
      },
    ],
  },
];

/** Additional pages for operators, in every workspace. */
const OPERATOR_GROUP: WorkspaceGroup = {
  title: 'Server',
  links: [
    {
      label: 'Operator',
      to: '/operator',
      icon: 'M10 3.5 4.5 5.8v4c0 3.300 2.300 5.700 5.500 6.700 3.200-1 5.500-3.400 5.500-6.700v-4L10 3.500ZM7.800 10l1.600 1.600 2.900-3.200',
    },
  ],
};

/** Pages for a role, and for operators. */
export function groupsFor(role: WorkspaceRole, isOperator: boolean): readonly WorkspaceGroup[] {
  const groups = WORKSPACE_GROUPS.map((group) => ({
    ...group,
    links: group.links.filter(({ isFor }) => role !== 'answerer' || isFor === role),
  })).filter(({ links }) => links.length > 0);
  return isOperator ? [...groups, OPERATOR_GROUP] : groups;
}

/** Whether a path belongs to an entry. */
export function isWithin({ to, owns = [to] }: WorkspaceLink, path: string): boolean {
  return owns.some((start) => path === start || path.startsWith(`${start}/`));
}
