import type { WorkspaceRole } from '@sotto/hub-api';
import { and, asc, count, desc, eq, inArray, ne, notExists, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../database';
import {
  blueprints,
  bots,
  cannedReplies,
  conversations,
  datasets,
  checks,
  labels,
  secrets,
  skillsets,
  users,
  webhooks,
  widgets,
  workspaceInvitations,
  workspaceMembers,
} from '../../schema';

/** A member of a team. */
export interface StoredMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly image: string | null;
  readonly role: WorkspaceRole;
  readonly createdAt: number;
}

/** A person's role in a team; undefined for none. */
export async function readRole(db: Database, workspaceId: string, userId: string): Promise<WorkspaceRole | undefined> {
  const [found] = await db
    .select({ role: workspaceMembers.role })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId)))
    .limit(1);
  return found?.role;
}

/** A person's teams, by name. */
export async function listTeams(
  db: Database,
  userId: string,
): Promise<{ id: string; name: string; role: WorkspaceRole }[]> {
  return db
    .select({ id: users.id, name: users.name, role: workspaceMembers.role })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.workspaceId))
    .where(eq(workspaceMembers.userId, userId))
    .orderBy(sql`lower(${users.name})`, users.id);
}

/** Members of a team, in the order of joining. */
export async function listMembers(db: Database, workspaceId: string): Promise<StoredMember[]> {
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      image: users.image,
      role: workspaceMembers.role,
      createdAt: workspaceMembers.createdAt,
    })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(eq(workspaceMembers.workspaceId, workspaceId))
    .orderBy(asc(workspaceMembers.createdAt), users.id);
}

/** Names of teams whose only owner is this person. */
export async function listTeamsOfLastOwner(db: Database, userId: string): Promise<string[]> {
  const others = alias(workspaceMembers, 'others');
  const otherOwner = db
    .select({ id: others.userId })
    .from(others)
    .where(
      and(eq(others.workspaceId, workspaceMembers.workspaceId), eq(others.role, 'owner'), ne(others.userId, userId)),
    );
  const rows = await db
    .select({ name: users.name })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.workspaceId))
    .where(and(eq(workspaceMembers.userId, userId), eq(workspaceMembers.role, 'owner'), notExists(otherOwner)))
    .orderBy(users.name);
  return rows.map(({ name }) => name);
}

/**
 * Creates a team with its first owner.
 *
 * @param takesOver - whether everything in the owner's own workspace moves to the team
 */
export async function insertTeam(
  db: Database,
  team: { readonly id: string; readonly name: string; readonly email: string },
  owner: { readonly id: string; readonly now: number; readonly takesOver: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    // The weeks before it was made have been mailed about: what it takes over was another workspace's then.
    await tx.insert(users).values({ ...team, isTeam: true, weeksMailedUntil: owner.now });
    await tx
      .insert(workspaceMembers)
      .values({ workspaceId: team.id, userId: owner.id, role: 'owner', createdAt: owner.now });
    if (!owner.takesOver) return;
    const ownerId = team.id;
    await tx.update(blueprints).set({ ownerId }).where(eq(blueprints.ownerId, owner.id));
    await tx.update(bots).set({ ownerId }).where(eq(bots.ownerId, owner.id));
    await tx.update(datasets).set({ ownerId }).where(eq(datasets.ownerId, owner.id));
    await tx.update(skillsets).set({ ownerId }).where(eq(skillsets.ownerId, owner.id));
    await tx.update(widgets).set({ ownerId }).where(eq(widgets.ownerId, owner.id));
    await tx.update(checks).set({ ownerId }).where(eq(checks.ownerId, owner.id));
    await tx.update(labels).set({ ownerId }).where(eq(labels.ownerId, owner.id));
    await tx.update(cannedReplies).set({ ownerId }).where(eq(cannedReplies.ownerId, owner.id));
    await tx.update(webhooks).set({ ownerId }).where(eq(webhooks.ownerId, owner.id));
    await tx
      .update(secrets)
      .set({ workspaceId: team.id })
      .where(and(eq(secrets.userId, owner.id), sql`coalesce(${secrets.workspaceId}, ${owner.id}) = ${owner.id}`));
  });
}

/** Assigns what a member was to answer to nobody. @param where - of which widgets */
export async function forgetAssignments(db: Database, userId: string, where: SQL): Promise<void> {
  const theirs = db.select({ id: widgets.id }).from(widgets).where(where);
  await db
    .update(conversations)
    .set({ assignedTo: null })
    .where(and(eq(conversations.assignedTo, userId), inArray(conversations.widgetId, theirs)));
}

/** Result of a change to a team's members. */
export type MemberChange = 'done' | 'unknown' | 'last-owner';

/**
 * Changes or ends a membership. A team always keeps an owner, even with concurrent calls. Invitations by somebody who
 * is no longer an owner are deleted.
 *
 * @param role - null removes the member
 */
export async function changeMember(
  db: Database,
  workspaceId: string,
  userId: string,
  role: WorkspaceRole | null,
): Promise<MemberChange> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from users where id = ${workspaceId} for update`);
    const own = and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId));
    const [member] = await tx.select({ role: workspaceMembers.role }).from(workspaceMembers).where(own);
    if (!member) return 'unknown';
    if (member.role === 'owner' && role !== 'owner') {
      const [owners] = await tx
        .select({ value: count() })
        .from(workspaceMembers)
        .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.role, 'owner')));
      if ((owners?.value ?? 0) < 2) return 'last-owner';
      await tx
        .delete(workspaceInvitations)
        .where(and(eq(workspaceInvitations.workspaceId, workspaceId), eq(workspaceInvitations.invitedBy, userId)));
    }
    if (role !== null) {
      await tx.update(workspaceMembers).set({ role }).where(own);
      return 'done';
    }
    await forgetAssignments(tx, userId, eq(widgets.ownerId, workspaceId));
    await tx.delete(secrets).where(and(eq(secrets.workspaceId, workspaceId), eq(secrets.userId, userId)));
    await tx.delete(workspaceMembers).where(own);
    return 'done';
  });
}

/** An invitation to a team. */
export type StoredInvitation = typeof workspaceInvitations.$inferSelect;

/** Stores an invitation, replacing an earlier one to the same address. @returns false if the team has too many */
export async function insertWorkspaceInvitation(
  db: Database,
  invitation: typeof workspaceInvitations.$inferInsert,
  most: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from users where id = ${invitation.workspaceId} for update`);
    await tx
      .delete(workspaceInvitations)
      .where(
        and(
          eq(workspaceInvitations.workspaceId, invitation.workspaceId),
          eq(workspaceInvitations.email, invitation.email),
        ),
      );
    const [open] = await tx
      .select({ value: count() })
      .from(workspaceInvitations)
      .where(eq(workspaceInvitations.workspaceId, invitation.workspaceId));
    const [members] = await tx
      .select({ value: count() })
      .from(workspaceMembers)
      .where(eq(workspaceMembers.workspaceId, invitation.workspaceId));
    if ((open?.value ?? 0) + (members?.value ?? 0) >= most) return false;
    await tx.insert(workspaceInvitations).values(invitation);
    return true;
  });
}

/** The open invitations of a team, newest first. */
export async function listWorkspaceInvitations(db: Database, workspaceId: string): Promise<StoredInvitation[]> {
  return db
    .select()
    .from(workspaceInvitations)
    .where(eq(workspaceInvitations.workspaceId, workspaceId))
    .orderBy(desc(workspaceInvitations.createdAt), workspaceInvitations.id);
}

/** The invitation with this token, and the name of its team. */
export async function readWorkspaceInvitation(
  db: Database,
  digest: string,
): Promise<(StoredInvitation & { name: string }) | undefined> {
  const [found] = await db
    .select({ invitation: workspaceInvitations, name: users.name })
    .from(workspaceInvitations)
    .innerJoin(users, eq(users.id, workspaceInvitations.workspaceId))
    .where(eq(workspaceInvitations.digest, digest))
    .limit(1);
  return found && { ...found.invitation, name: found.name };
}

/** Revokes an invitation. @returns whether it existed */
export async function deleteWorkspaceInvitation(db: Database, workspaceId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(workspaceInvitations)
    .where(and(eq(workspaceInvitations.workspaceId, workspaceId), eq(workspaceInvitations.id, id)))
    .returning({ id: workspaceInvitations.id });
  return gone.length > 0;
}

/** Accepts an invitation, once. @returns false if it no longer exists */
export async function acceptWorkspaceInvitation(
  db: Database,
  { id, workspaceId, role }: StoredInvitation,
  userId: string,
  now: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(workspaceInvitations)
      .where(eq(workspaceInvitations.id, id))
      .returning({ id: workspaceInvitations.id });
    if (gone.length === 0) return false;
    // Existing members keep their role.
    await tx.insert(workspaceMembers).values({ workspaceId, userId, role, createdAt: now }).onConflictDoNothing();
    return true;
  });
}
