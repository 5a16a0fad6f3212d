import type { Member, Workspace, WorkspaceInvitation, WorkspaceRole } from '@sotto/hub-api';
import { SelectField, TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';
import { Ago } from '../pages/Moment';
import { DeleteForm } from '../resources/resourcePages';
import { ROLE_NAMES, ROLE_NOTES, ROLE_OPTIONS } from './roleNames';

/** A new invitation. */
export interface Sent {
  readonly email: string;
  readonly isMail: boolean;
}

interface TeamMembersProps {
  readonly team: Workspace;
  readonly members: readonly Member[];
  readonly invitations: readonly WorkspaceInvitation[];
  /** The invitation that was just sent. */
  readonly sent: Sent | undefined;
  readonly state: FormState;
  readonly now: number;
}

/** Members of a team; for owners, with management controls. */
export function TeamMembers({ team, members, invitations, sent, state, now }: TeamMembersProps) {
  const isOwner = team.role === 'owner';
  const owners = members.filter(({ role }) => role === 'owner').length;
  return (
    <div className="editor-main">
      <h1>
        <bdi>{team.name}</bdi>
      </h1>
      <p className="lead">
        As an {team.role}, you can {ROLE_NOTES[team.role]}.
      </p>
      {sent && <SentNotice {...sent} />}
      <section aria-labelledby="members-title">
        <h2 id="members-title">Members</h2>
        <ul className="item-list rows">
          {members.map((member) => (
            <MemberRow key={member.id} member={member} isLastOwner={member.role === 'owner' && owners === 1}>
              {isOwner && <MemberForms member={member} isLastOwner={member.role === 'owner' && owners === 1} />}
            </MemberRow>
          ))}
        </ul>
      </section>
      {isOwner && <Invitations invitations={invitations} state={state} now={now} />}
      <section aria-labelledby="leave-title">
        <h2 id="leave-title">Leave</h2>
        {isOwner && owners === 1 ? (
          <p className="quiet">You are the only owner. Make another member an owner before you leave.</p>
        ) : (
          <DeleteForm
            noun="team"
            verb="Leave"
            note="You lose access immediately, and keys you made for this team stop working."
            form="leave"
          >
            <input type="hidden" name="id" value={team.id} />
          </DeleteForm>
        )}
      </section>
      {isOwner && <DeleteTeam state={state} />}
    </div>
  );
}

function SentNotice({ email, isMail }: Sent) {
  return (
    <p className="notice" role="status">
      {isMail ? (
        <>
          The invitation is on its way to <bdi>{email}</bdi>.
        </>
      ) : (
        <>
          This server sends no mail. The link for <bdi>{email}</bdi> is in the server’s log.
        </>
      )}
    </p>
  );
}

function MemberRow({
  member: { name, email, role, isYou },
  isLastOwner,
  children,
}: {
  member: Member;
  isLastOwner: boolean;
  children: React.ReactNode;
}) {
  return (
    <li>
      <div>
        <p>
          <strong>
            <bdi>{name.trim() || email}</bdi>
          </strong>{' '}
          <span className="badge">{ROLE_NAMES[role]}</span>
          {isYou && <span className="quiet small"> You</span>}
        </p>
        {name.trim() !== '' && (
          <p className="quiet small">
            <bdi>{email}</bdi>
          </p>
        )}
        {isLastOwner && <p className="quiet small">The only owner</p>}
      </div>
      {children}
    </li>
  );
}

/** Controls for a member. The only owner cannot be changed. */
function MemberForms({
  member: { id, name, email, role, isYou },
  isLastOwner,
}: {
  member: Member;
  isLastOwner: boolean;
}) {
  if (isLastOwner) return null;
  const who = name.trim() || email;
  return (
    <div className="member-forms">
      <form method="post" className="role-form">
        <input type="hidden" name="form" value={`role-${id}`} />
        <label className="visually-hidden" htmlFor={`role-of-${id}`}>
          Role of {who}
        </label>
        <select id={`role-of-${id}`} name="role" defaultValue={role}>
          {ROLE_OPTIONS.map(([value]) => (
            <option key={value} value={value}>
              {ROLE_NAMES[value]}
            </option>
          ))}
        </select>
        <button className="button quiet small" type="submit">
          Change<span className="visually-hidden"> the role of {who}</span>
        </button>
      </form>
      {!isYou && (
        <DeleteForm
          noun="member"
          verb="Remove"
          note="They lose access immediately, and keys they made for this team stop working."
          form={`remove-${id}`}
        />
      )}
    </div>
  );
}

function Invitations({
  invitations,
  state,
  now,
}: {
  invitations: readonly WorkspaceInvitation[];
  state: FormState;
  now: number;
}) {
  return (
    <section aria-labelledby="invitations-title">
      <h2 id="invitations-title">Invitations</h2>
      {invitations.length === 0 ? (
        <p className="quiet">No open invitations.</p>
      ) : (
        <ul className="item-list rows">
          {invitations.map(({ id, email, role, createdAt, expiresAt }) => (
            <li key={id}>
              <div>
                <p>
                  <bdi>{email}</bdi> <span className="badge">{ROLE_NAMES[role]}</span>
                </p>
                <p className="quiet small">
                  {expiresAt <= now ? (
                    'The link has expired. Invite this address again.'
                  ) : (
                    <>
                      Sent <Ago at={createdAt} now={now} />
                    </>
                  )}
                </p>
              </div>
              <DeleteForm noun="invitation" verb="Withdraw" note="Its link stops working." form={`uninvite-${id}`} />
            </li>
          ))}
        </ul>
      )}
      <div className="invite">
        <h3>Invite somebody</h3>
        <FormFrame name="invite" state={state} submit="Send the invitation" keepsDraft={false}>
          <TextField
            form="invite"
            name="email"
            label="Email"
            type="email"
            state={state}
            maxLength={254}
            required
            autoComplete="off"
            dir="ltr"
            hint="They sign in with this address. The link can be used once, within seven days."
          />
          <SelectField
            form="invite"
            name="role"
            label="Role"
            state={state}
            stored={'answerer' satisfies WorkspaceRole}
            options={ROLE_OPTIONS}
          />
        </FormFrame>
      </div>
    </section>
  );
}

function DeleteTeam({ state }: { state: FormState }) {
  return (
    <details className="more danger-zone" open={state.name === 'delete'}>
      <summary>Delete this team</summary>
      <p>
        Everything the team owns is deleted: bots, knowledge, abilities, and widgets with all their conversations. This
        cannot be undone.
      </p>
      <FormFrame name="delete" state={state} keepsDraft={false}>
        <TextField
          form="delete"
          name="name"
          label="Enter the name of the team"
          state={state}
          maxLength={100}
          required
          autoComplete="off"
          dir="auto"
        />
        <p>
          <button className="button danger small" type="submit">
            Delete the team
          </button>
        </p>
      </FormFrame>
    </details>
  );
}
