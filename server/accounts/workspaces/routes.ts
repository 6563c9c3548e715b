import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { ownRoute, recordRoute } from '../../platform/http/record-routes.ts'
import { networkOf } from '../../platform/rate-limits/http.ts'
import { idFromPath } from '../../values/id.ts'
import { amountMax } from '../../values/money.ts'
import { amount, idParams, nullable } from '../../values/requests/schema.ts'
import { titleText } from '../../values/requests/texts.ts'
import { changeMember, changeWorkspace, invite, ownWorkspace, removeMember, revokeInvitationOf } from './actions.ts'
import { answerInvitation, leaveWorkspace, openInvitation, ownMemberships } from './actions-invitations.ts'
import { memberRoles } from './member-roles.ts'
import { invitedJson, membershipsJson, receivedJson, workspaceJson } from './serialize.ts'
import { workspaceNameLengthMax } from './workspace.ts'

/** PostgreSQL cannot store NUL. */
const email = Type.String({ minLength: 1, maxLength: 254, pattern: '^[^\\u0000]*$' })
const role = Type.Enum([...memberRoles], { description: 'What the member may do' })
const most = (description: string) => Type.Optional(nullable(amount({ minimum: 0, maximum: amountMax, description })))
const dailySpendMax = most(
  'What the member may hold and spend per UTC day; null: no limit. Default: no limit for the role Owner, otherwise 0',
)

/** Console settings: the members of the advertiser's own workspace. */
export async function workspaceRoutes(api: Api) {
  const response = { 200: workspaceJson.schema }
  ownRoute(api, 'GET /workspace', workspaceJson, ownWorkspace)
  const change = Type.Object({
    name: Type.Optional(
      nullable(titleText({ maxLength: workspaceNameLengthMax, description: 'By which members know the workspace' })),
    ),
    spendMax: most('The most that one operation of a member may hold, spend or refund; null: no limit'),
  })
  api.patch('/workspace', { schema: { body: change, response } }, async ({ ctx, body }) =>
    workspaceJson.serialize(await changeWorkspace(ctx, body)),
  )
  const invitation = Type.Object({ email, role, dailySpendMax })
  const schema = { body: invitation, response: { 201: invitedJson.schema } }
  api.post('/invitations', { schema }, async ({ ctx, body }, reply) => {
    const invited = await invite(ctx, body)
    reply.code(201).header('Location', `${ctx.config.publicUrl}/console/api/settings/invitations/${invited.id}`)
    return invitedJson.serialize(invited)
  })
  recordRoute(api, 'DELETE /invitations/:id', workspaceJson, revokeInvitationOf)
  const rights = Type.Object({ role: Type.Optional(role), dailySpendMax })
  api.patch(
    '/members/:id',
    { schema: { params: idParams('id'), body: rights, response } },
    async ({ ctx, params, body }) => workspaceJson.serialize(await changeMember(ctx, idFromPath(params.id), body)),
  )
  recordRoute(api, 'DELETE /members/:id', workspaceJson, removeMember)
}

/** Console settings: the workspaces of which a person is a member, and invitations to them. */
export async function membershipRoutes(api: Api) {
  ownRoute(api, 'GET /workspaces', membershipsJson, ownMemberships)
  recordRoute(api, 'DELETE /workspaces/:id', membershipsJson, leaveWorkspace)
  const body = Type.Object({
    token: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[^\\u0000]*$',
      description: 'What the link contains',
    }),
  })
  api.post(
    '/invitation/view',
    { schema: { body, response: { 200: receivedJson.schema } } },
    async ({ ctx, body, ip }) => receivedJson.serialize(await openInvitation(ctx, body.token, networkOf(ip))),
  )
  const schema = { body, response: { 200: membershipsJson.schema } }
  api.post('/invitation/accept', { schema }, async ({ ctx, body, ip }) =>
    membershipsJson.serialize(await answerInvitation(ctx, body.token, networkOf(ip), 'Accepted')),
  )
  api.post('/invitation/decline', { schema }, async ({ ctx, body, ip }) =>
    membershipsJson.serialize(await answerInvitation(ctx, body.token, networkOf(ip), 'Declined')),
  )
}
