import { idSchema, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';

/**
 * Roles in a team: owner, who can do everything; editor, everything except managing the team; answerer, who answers
 * visitors.
 */
export const WORKSPACE_ROLES = ['owner', 'editor', 'answerer'] as const;
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];
const roleSchema = v.picklist(WORKSPACE_ROLES);
const cursorSchema = v.nullable(v.string());
const tokenSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const nameSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100));

/** A workspace of a person. */
export const workspaceSchema = v.object({
  id: idSchema,
  name: v.string(),
  role: roleSchema,
  /** False for the person's own workspace, which has no members. */
  isTeam: v.boolean(),
  /** Whether calls of this browser or key are made in it. */
  isCurrent: v.boolean(),
});
export type Workspace = v.InferOutput<typeof workspaceSchema>;
/** GET /v1/workspace/list. */
export const workspaceListResponseSchema = v.object({ items: v.array(workspaceSchema), cursor: cursorSchema });

/** POST /v1/workspace/select. */
export const workspaceSelectRequestSchema = v.object({ workspaceId: idSchema });

/** POST /v1/workspace/create. */
export const teamCreateRequestSchema = v.object({
  name: nameSchema,
  /** Whether everything in the person's own workspace moves to the team. */
  takesOver: v.optional(v.boolean(), false),
});

/** POST /v1/workspace/delete: with the team's name, to prevent accidents. */
export const teamDeleteRequestSchema = v.object({ name: v.pipe(v.string(), v.trim(), v.maxLength(100)) });

/** A member of a team. */
const memberSchema = v.object({
  /** Of the account. */
  id: idSchema,
  name: v.string(),
  email: v.string(),
  picture: v.nullable(v.string()),
  role: roleSchema,
  /** Whether it is the caller. */
  isYou: v.boolean(),
  createdAt: timeSchema,
});
export type Member = v.InferOutput<typeof memberSchema>;
/** GET /v1/workspace/member/list. */
export const memberListResponseSchema = v.object({ items: v.array(memberSchema), cursor: cursorSchema });

/** POST /v1/workspace/member/{userId}/update. */
export const memberUpdateRequestSchema = v.object({ role: roleSchema });

/** POST /v1/workspace/invitation/create. */
export const workspaceInvitationCreateRequestSchema = v.object({
  email: v.pipe(v.string(), v.trim(), v.maxLength(254)),
  role: roleSchema,
});
/** Without a mail server, invitations are in the server's log. */
export const workspaceInvitationCreateResponseSchema = v.object({ id: idSchema, sendsMail: v.boolean() });

/** GET /v1/workspace/invitation/list. */
export const workspaceInvitationListResponseSchema = v.object({
  items: v.array(
    v.object({
      id: idSchema,
      email: v.string(),
      role: roleSchema,
      /** Expiry of its link. */
      expiresAt: timeSchema,
      createdAt: timeSchema,
    }),
  ),
  cursor: cursorSchema,
});
export type WorkspaceInvitation = v.InferOutput<typeof workspaceInvitationListResponseSchema>['items'][number];

/** POST /v1/workspace/invitation/read and …/accept: the token of the link. */
export const workspaceInvitationAcceptRequestSchema = v.object({ token: tokenSchema });
/** Response to …/read: details of the invitation. */
export const workspaceInvitationReadResponseSchema = v.object({
  workspaceId: idSchema,
  name: v.string(),
  role: roleSchema,
  email: v.string(),
  expiresAt: timeSchema,
});
