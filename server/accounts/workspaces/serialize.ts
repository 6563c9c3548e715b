import { Type } from 'typebox'
import { decimalOf } from '../../values/money.ts'
import { arrayOf, id, instant, known, money, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { spentTodayUnits } from '../spending/spending.ts'
import { memberRoles } from './member-roles.ts'
import {
  type Invitation,
  type Invited,
  type Membership,
  membersMax,
  nameOf,
  type Received,
  type Workspace,
  type WorkspaceMember,
} from './workspace.ts'

const role = known('MemberRole', memberRoles)
const decimalOrNull = (units: Invitation['dailySpendMaxUnits']) => (units === null ? null : decimalOf(units))
const dailySpendMax = nullable({ ...money, description: 'What the member may spend per UTC day; null: no limit' })

const memberJson = serializer<WorkspaceMember & { readonly now: Date }>({ title: 'WorkspaceMember' })({
  id,
  personId: [Type.Integer({ description: 'The account of the person' }), 'person'],
  email: [Type.String({ description: 'The address that was invited' }), 'email'],
  role,
  dailySpendMax: [dailySpendMax, ({ dailySpendMaxUnits }) => decimalOrNull(dailySpendMaxUnits)],
  spentToday: [money, (member) => decimalOf(spentTodayUnits(member, member.now))],
  sinceUtc: instant,
  lastUsedAtUtc: nullable(instant),
})

const invitationMembers = {
  id,
  email: text,
  role,
  dailySpendMax: [dailySpendMax, ({ dailySpendMaxUnits }: Invitation) => decimalOrNull(dailySpendMaxUnits)],
  createdAtUtc: instant,
  expiresAtUtc: instant,
} as const

const invitationJson = serializer<Invitation>({ title: 'WorkspaceInvitation' })(invitationMembers)

export const invitedJson = serializer<Invited>({ title: 'WorkspaceInvitationSent' })({
  ...invitationMembers,
  link: nullable(Type.String({ description: 'The link to hand over, shown once; null: it was mailed to the address' })),
})

export const workspaceJson = serializer<Workspace>({ title: 'Workspace' })({
  name: [
    nullable(Type.String({ description: 'By which members know it; null: the number of the advertiser' })),
    'name',
  ],
  spendMax: [
    nullable({ ...money, description: 'The most that one operation of a member may spend; null: no limit' }),
    ({ spendMaxUnits }) => decimalOrNull(spendMaxUnits),
  ],
  membersMax: [Type.Integer({ description: 'The most members and open invitations' }), () => membersMax],
  members: [
    arrayOf(memberJson.schema),
    ({ members, now }) => members.map((each) => memberJson.serialize({ ...each, now })),
  ],
  invitations: [arrayOf(invitationJson.schema), ({ invitations }) => invitations.map(invitationJson.serialize)],
})

const membershipJson = serializer<Membership>({ title: 'WorkspaceMembership' })({
  workspaceId: [
    Type.Integer({ description: 'The account of the advertiser: `/console/api/workspaces/{workspaceId}/…`' }),
    'workspace',
  ],
  name: [text, nameOf],
  role,
  dailySpendMax: [dailySpendMax, ({ dailySpendMaxUnits }) => decimalOrNull(dailySpendMaxUnits)],
  spentToday: [money, (membership) => decimalOf(spentTodayUnits(membership, membership.now))],
  spendMax: [
    nullable({ ...money, description: 'The most that one operation may hold or spend; null: no limit' }),
    ({ spendMaxUnits }) => decimalOrNull(spendMaxUnits),
  ],
  sinceUtc: instant,
})

type Memberships = readonly Membership[]
export const membershipsJson = serializer<Memberships>({ title: 'WorkspaceMemberships' })({
  workspaces: [arrayOf(membershipJson.schema), (list) => list.map(membershipJson.serialize)],
})

export const receivedJson = serializer<Received>({ title: 'WorkspaceInvitationReceived' })({
  workspaceId: [Type.Integer({ description: 'The account of the advertiser who invites' }), 'account'],
  name: [text, ({ account, name }) => nameOf({ workspace: account, name })],
  role,
  expiresAtUtc: instant,
})
