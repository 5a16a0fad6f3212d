import { idSchema, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';

/** What members of a team may do: everything; everything but what concerns the team itself; answering visitors. */
export const WORKSPACE_ROLES = ['owner', 'editor', 'answerer'] as const;
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];
const roleSchema = v.picklist(WORKSPACE_ROLES);
const cursorSchema = v.nullable(v.string());
const tokenSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const nameSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100));

/** A workspace that a person may enter. */
export const workspaceSchema = v.object({
  id: idSchema,
  name: v.string(),
  role: roleSchema,
  /** False for the person's own workspace, which has no members. */
  isTeam: v.boolean(),
  /** Whether the calls of this browser or key are made in it. */
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
  /** Whether everything in the person's own workspace becomes the team's. */
  takesOver: v.optional(v.boolean(), false),
});

/** POST /v1/workspace/delete: the name of the team, so that nobody deletes it by accident. */
export const teamDeleteRequestSchema = v.object({ name: v.pipe(v.string(), v.trim(), v.maxLength(100)) });

/** Somebody who works in a team. */
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
/** Without a mail server the invitation is in the server's log. */
export const workspaceInvitationCreateResponseSchema = v.object({ id: idSchema, sendsMail: v.boolean() });

/** GET /v1/workspace/invitation/list. */
export const workspaceInvitationListResponseSchema = v.object({
  items: v.array(
    v.object({
      id: idSchema,
      email: v.string(),
      role: roleSchema,
      /** From when its link no longer works. */
      expiresAt: timeSchema,
      createdAt: timeSchema,
    }),
  ),
  cursor: cursorSchema,
});
export type WorkspaceInvitation = v.InferOutput<typeof workspaceInvitationListResponseSchema>['items'][number];

/** POST /v1/workspace/invitation/read and …/accept: the token of the link. */
export const workspaceInvitationAcceptRequestSchema = v.object({ token: tokenSchema });
/** Response to …/read: what the link invites to. */
export const workspaceInvitationReadResponseSchema = v.object({
  workspaceId: idSchema,
  name: v.string(),
  role: roleSchema,
  email: v.string(),
  expiresAt: timeSchema,
});
