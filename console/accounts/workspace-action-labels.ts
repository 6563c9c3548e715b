import { msg } from '@lingui/core/macro'
import type { Labels } from '../ui/labels.ts'

/** Changes of a workspace and its members, by the action of the audit log. */
export const workspaceActionLabels = {
  'workspace.change': msg`Workspace changed`,
  'workspace.invite': msg`Member invited`,
  'workspace.invitation_accept': msg`Invitation accepted`,
  'workspace.invitation_decline': msg`Invitation declined`,
  'workspace.invitation_revoke': msg`Invitation revoked`,
  'workspace.join': msg`Became a member`,
  'workspace.leave': msg`Left the workspace`,
  'workspace.member_change': msg`Role or limit of a member changed`,
  'workspace.member_remove': msg`Member removed`,
} as const satisfies Labels
