import { at } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { invitedJson, membershipsJson, receivedJson, workspaceJson } from './serialize.ts'
import type { Invitation, Membership, Workspace } from './workspace.ts'

const invitation: Invitation = {
  id: idOf(7),
  account: idOf(12),
  email: 'boris@example.com',
  role: 'Reviewer',
  dailySpendMaxUnits: 200_000n,
  createdAt: at('10:00:00'),
  expiresAt: new Date('2026-03-08T10:00:00.000Z'),
}
const workspace: Workspace = {
  name: 'Maps of Example',
  spendMaxUnits: 1_000_000n,
  now: at('12:00:00'),
  members: [
    {
      id: idOf(41),
      person: idOf(23),
      email: 'anna@example.com',
      role: 'Owner',
      dailySpendMaxUnits: 5_000_000n,
      since: at('09:00:00'),
      lastUsedAt: at('11:30:00'),
      spentOn: '2026-03-01',
      spentUnits: 110_000n,
    },
  ],
  invitations: [invitation],
}
const membership: Membership = {
  workspace: idOf(12),
  name: 'Maps of Example',
  role: 'Reviewer',
  since: at('11:00:00'),
  dailySpendMaxUnits: 200_000n,
  spentOn: '2026-03-01',
  spentUnits: 11_000n,
  spendMaxUnits: 1_000_000n,
  now: at('12:00:00'),
}

const shown = workspaceJson.serialize(workspace)
const withoutInvitations = workspaceJson.serialize({ ...workspace, invitations: [] })
const withoutMembers = workspaceJson.serialize({ ...workspace, members: [] })
const mailed = invitedJson.serialize({ ...invitation, link: null })
const handedOver = invitedJson.serialize({
  ...invitation,
  link: 'https://market.example/join?token=q83vEjRWeJCrze8SNFZ4kA',
})
const memberships = membershipsJson.serialize([membership])
const none = membershipsJson.serialize([])
const received = receivedJson.serialize({ ...invitation, name: 'Maps of Example', isAddressee: true })

const confirmed = 'Requires a session confirmed within ten minutes (`POST /console/api/auth/confirm`).'
const byLink = { token: 'q83vEjRWeJCrze8SNFZ4kA' }
const answered = ['invitation_not_found', 'invitation_for_other']

export const workspaceDocs = docsIn('Workspaces', {
  'GET /console/api/settings/workspace': {
    id: 'getWorkspace',
    summary: 'Read the members of the own workspace, and its open invitations',
    about:
      'A workspace is the account of an advertiser for whom several people work. A member is another account, with a role.',
    answers: { 200: { workspace: shown } },
  },
  'PATCH /console/api/settings/workspace': {
    id: 'updateWorkspace',
    summary: 'Change the name of the workspace, and what members may spend at once',
    about: `An operation of a member that would hold, spend or refund more than \`spendMax\` is refused with 409 \`approval_required\`. Members that the body leaves out stay as they are. Allowing more than before: ${confirmed}`,
    body: { plain: { name: 'Maps of Example', spendMax: 100 } },
    answers: { 200: { workspace: shown } },
    problems: ['confirmation_required'],
  },
  'POST /console/api/settings/invitations': {
    id: 'inviteMember',
    summary: 'Invite a person to the workspace',
    about: `The address gets a link that works once and is valid for seven days. Without a mail server the answer has the link instead, to be handed over. Only an account with this address can accept. The answer is the same whether or not the address has an account. Another invitation of the address is replaced. ${confirmed} Limits: 50 invitations per day, three per mailbox.`,
    body: { plain: { email: 'boris@example.com', role: 'Reviewer', dailySpendMax: 20 } },
    answers: { 201: { mailed, handedOver } },
    problems: ['confirmation_required', 'already_member', 'too_many_members'],
  },
  'DELETE /console/api/settings/invitations/:id': {
    id: 'revokeInvitation',
    summary: 'Revoke an open invitation',
    answers: { 200: { workspace: withoutInvitations } },
    problems: ['invitation_not_found'],
  },
  'PATCH /console/api/settings/members/:id': {
    id: 'updateMember',
    summary: 'Change the role of a member, and what they may spend per day',
    about: `Takes effect from the next request of the member. A new role without \`dailySpendMax\` has the limit of a new invitation. Another role, or a higher limit: ${confirmed}`,
    body: { plain: { role: 'Owner', dailySpendMax: 500 } },
    answers: { 200: { workspace: shown } },
    problems: ['confirmation_required', 'member_not_found'],
  },
  'DELETE /console/api/settings/members/:id': {
    id: 'removeMember',
    summary: 'Remove a member, who has no access from the next request on',
    answers: { 200: { workspace: withoutMembers } },
    problems: ['member_not_found'],
  },
  'GET /console/api/settings/workspaces': {
    id: 'listMemberships',
    summary: 'List the workspaces of which the account is a member',
    about:
      'A member calls operations of a workspace below `/console/api/workspaces/{workspaceId}/`, such as `/console/api/workspaces/12/v1/tasks`. There, 404 `workspace_not_found` means that the account is not a member, and 403 `workspace_role_required` that its role does not include the operation.',
    answers: { 200: { memberships } },
  },
  'DELETE /console/api/settings/workspaces/:id': {
    id: 'removeMembership',
    summary: 'Leave a workspace',
    answers: { 200: { none } },
    problems: ['workspace_not_found'],
  },
  'POST /console/api/settings/invitation/view': {
    id: 'viewInvitation',
    summary: 'Read an invitation by its link',
    body: { plain: byLink },
    answers: { 200: { received } },
    problems: answered,
  },
  'POST /console/api/settings/invitation/accept': {
    id: 'acceptInvitation',
    summary: 'Accept an invitation, and become a member',
    body: { plain: byLink },
    answers: { 200: { memberships } },
    problems: [...answered, 'already_member', 'too_many_workspaces'],
  },
  'POST /console/api/settings/invitation/decline': {
    id: 'declineInvitation',
    summary: 'Decline an invitation',
    body: { plain: byLink },
    answers: { 200: { none } },
    problems: answered,
  },
})
