import { msg } from '@lingui/core/macro'
import { type A, sessionApi } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import type { Labels } from '../../ui/labels.ts'

export type Workspace = A['Workspace']
export type Member = Workspace['members'][number]

/** The workspaces of which the person is a member. */
export const membershipsQuery = apiQuery(['workspaces', 'memberships'], (signal) =>
  sessionApi.GET('/console/api/settings/workspaces', { signal }),
)

export const memberRoles = ['Owner', 'Reviewer', 'Finance', 'ReadOnly'] as const
export type MemberRole = (typeof memberRoles)[number]

export const memberRoleLabels: Labels = {
  Owner: msg({ message: `Owner`, context: `member` }),
  Reviewer: msg({ message: `Reviewer`, context: `member` }),
  Finance: msg({ message: `Finance`, context: `member` }),
  ReadOnly: msg({ message: `Read only`, context: `member` }),
}

export const memberRoleExplanations: Labels = {
  Owner: msg`Does everything with tasks, money and webhooks. Not the members and the API keys.`,
  Reviewer: msg`Sees tasks, decides on submissions and disputes, and manages executor lists.`,
  Finance: msg`Sees the money, deposits it, requests refunds and changes billing details.`,
  ReadOnly: msg`Sees tasks, submissions and money, and changes nothing.`,
}
