import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import { bodyError, conflict, forbidden, missing, ValidationError } from '../../values/problems/problem.ts'
import type { AttemptLimit } from '../attempt-limits.ts'
import type { MemberRole } from './member-roles.ts'

/** Lifetime of an invitation, in hours. */
export const invitationHours = 7 * 24
/** Members and open invitations of a workspace together. */
export const membersMax = 25
/** Workspaces of a person, beside their own account. */
export const workspacesMax = 20
export const workspaceNameLengthMax = 60

const invitationsPerDay = 50
/** Mails of all accounts to one mailbox: its owner may not know of them. */
const mailboxPerDay = 3
const daySeconds = 86_400

/** What a member may do and spend. */
export type Rights = {
  readonly role: MemberRole
  /** What the member may spend on a UTC day; null: no limit. */
  readonly dailySpendMaxUnits: Units | null
}

export type WorkspaceMember = Rights & {
  readonly id: Id<'credential'>
  readonly person: Id<'account'>
  /** The address that was invited. */
  readonly email: string
  readonly since: Date
  readonly lastUsedAt: Date | null
  readonly spentOn: string | null
  readonly spentUnits: Units
}

export type Invitation = Rights & {
  readonly id: Id<'invitation'>
  readonly account: Id<'account'>
  readonly email: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** An invitation that was just made; `link` is null if it was mailed. */
export type Invited = Invitation & { readonly link: string | null }

/** An open invitation with what its recipient may know of the workspace. */
export type Received = Invitation & { readonly name: string | null; readonly isAddressee: boolean }

/** The workspace of an advertiser's account, as the advertiser sees it. */
export type Workspace = {
  readonly name: string | null
  /** The most that one operation of a member may spend; null: no limit. */
  readonly spendMaxUnits: Units | null
  readonly members: readonly WorkspaceMember[]
  readonly invitations: readonly Invitation[]
  readonly now: Date
}

/** A workspace as its members see it. */
export type Membership = Rights & {
  readonly workspace: Id<'account'>
  readonly name: string | null
  readonly since: Date
  readonly spentOn: string | null
  readonly spentUnits: Units
  /** The most that one operation may spend; null: no limit. */
  readonly spendMaxUnits: Units | null
  readonly now: Date
}

export const WorkspaceNotFound = missing(
  'workspace_not_found',
  'Workspace not found',
  'This account is not a member of a workspace with this number. Its advertiser may have ended the membership.',
)
export const WorkspaceRoleRequired = forbidden<{ role: string; requiredRoles: readonly string[] }>(
  'workspace_role_required',
  'Role in the workspace required',
  ({ role, requiredRoles }) =>
    requiredRoles.length === 0
      ? 'Members cannot do this for a workspace. Its advertiser can.'
      : `The role ${role} in this workspace does not include this. Ask the advertiser for the role ${requiredRoles.join(' or ')}.`,
)
export const MemberNotFound = missing('member_not_found', 'Member not found', 'The workspace has no such member.')
export const InvitationNotFound = missing(
  'invitation_not_found',
  'Invitation not found',
  'There is no open invitation like this. It was used, revoked or declined, or has expired. Ask the advertiser for a new one.',
)
export const InvitationForOther = conflict(
  'invitation_for_other',
  'Invitation for another address',
  'This invitation is for another e-mail address than that of your account. Sign in with the account that has it.',
)
export const TooManyMembers = conflict<{ most: number }>(
  'too_many_members',
  'Too many members',
  ({ most }) => `The limit is ${most} members and open invitations. Remove or revoke one first.`,
)
export const TooManyWorkspaces = conflict<{ most: number }>(
  'too_many_workspaces',
  'Too many workspaces',
  ({ most }) => `The limit is ${most} workspaces per account. Leave one first.`,
)
export const AlreadyMember = conflict(
  'already_member',
  'Already a member',
  'This account is a member of the workspace already. Its advertiser can change the role.',
)

/** What members spend unless the advertiser says otherwise: those who manage offers without a limit, others nothing. */
export const defaultSpendMax = (role: MemberRole): Units | null => (role === 'Owner' ? null : 0n)

/** Rate limits of invitations: per account, and per mailbox, identified by its keyed hash. */
export const invitationLimits = (account: Id<'account'>, mailbox: Buffer): readonly AttemptLimit[] => [
  { subject: `invitations of ${account}`, max: invitationsPerDay, seconds: daySeconds },
  { subject: `invitations to ${mailbox.toString('base64url')}`, max: mailboxPerDay, seconds: daySeconds },
]

/** Throws ValidationError if the advertiser invites themselves. */
export function mustBeSomeoneElse(email: string, own: string): void {
  if (email === own)
    throw ValidationError([
      bodyError('email', 'invalid', { en: 'is your own address.', ru: 'это ваш собственный адрес.' }),
    ])
}

/** The name by which people know a workspace. */
export const nameOf = ({ workspace, name }: Pick<Membership, 'workspace' | 'name'>): string =>
  name ?? `Advertiser ${workspace}`
