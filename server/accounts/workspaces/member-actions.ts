import { type MemberRole, rolesFor } from './member-roles.ts'

/** The operations behind the actions that records offer to advertisers, by the path under which a record is read. */
const operations: readonly (readonly [path: string, actions: Readonly<Record<string, string>>])[] = [
  [
    '/api/advertiser/offers',
    {
      Submit: 'POST /api/advertiser/offers/:offerId/submit',
      Withdraw: 'POST /api/advertiser/offers/:offerId/withdraw',
      Pause: 'POST /api/advertiser/offers/:offerId/pause',
      Resume: 'POST /api/advertiser/offers/:offerId/resume',
      Update: 'PUT /api/advertiser/offers/:offerId',
      Archive: 'DELETE /api/advertiser/offers/:offerId',
    },
  ],
  ['/api/advertiser/task-templates', { Delete: 'DELETE /api/advertiser/task-templates/:templateId' }],
  [
    '/api/advertiser/deposits',
    {
      RequestRefund: 'POST /api/advertiser/deposits/:depositId/refund',
      Cancel: 'POST /api/advertiser/refunds/:id/cancel',
    },
  ],
  ['/v1/deposits', { RequestRefund: 'POST /api/advertiser/deposits/:depositId/refund' }],
  ['/api/advertiser/refunds', { Cancel: 'POST /api/advertiser/refunds/:id/cancel' }],
  [
    '/v1/tasks',
    {
      Submit: 'PATCH /v1/tasks/:id',
      Withdraw: 'PATCH /v1/tasks/:id',
      Pause: 'PATCH /v1/tasks/:id',
      Resume: 'PATCH /v1/tasks/:id',
      Update: 'PATCH /v1/tasks/:id',
      Archive: 'DELETE /v1/tasks/:id',
    },
  ],
  [
    '/v1/reports',
    {
      Accept: 'POST /v1/reports/:id/accept',
      Reject: 'POST /v1/reports/:id/reject',
      RequestRework: 'POST /v1/reports/:id/rework',
      OverrideRejection: 'POST /v1/reports/:id/accept',
      WithdrawRejection: 'POST /v1/reports/:id/withdraw-rejection',
      Bonus: 'POST /v1/reports/:id/bonus',
      Concede: 'POST /v1/reports/:id/dispute/concede',
      Answer: 'POST /v1/reports/:id/dispute/answer',
    },
  ],
  ['/v1/disputes', { Concede: 'POST /v1/reports/:id/dispute/concede', Answer: 'POST /v1/reports/:id/dispute/answer' }],
  [
    '/v1/executor-lists',
    {
      Update: 'PATCH /v1/executor-lists/:id',
      Delete: 'DELETE /v1/executor-lists/:id',
      AddMembers: 'POST /v1/executor-lists/:id/members',
      RemoveMembers: 'DELETE /v1/executor-lists/:id/members/:executorId',
      Remove: 'DELETE /v1/executor-lists/:id/members/:executorId',
    },
  ],
  [
    '/v1/qualifications',
    {
      Update: 'PATCH /v1/qualifications/:id',
      Delete: 'DELETE /v1/qualifications/:id',
      Grant: 'POST /v1/qualifications/:id/grants',
      Take: 'DELETE /v1/qualifications/:id/grants/:executorId',
    },
  ],
  [
    '/v1/conversations',
    {
      Send: 'POST /v1/conversations/:id/messages',
      Read: 'POST /v1/conversations/:id/read',
      Report: 'POST /v1/messages/:id/report',
    },
  ],
  [
    '/v1/webhooks',
    {
      Enable: 'PATCH /v1/webhooks/:id',
      Disable: 'PATCH /v1/webhooks/:id',
      Update: 'PATCH /v1/webhooks/:id',
      Delete: 'DELETE /v1/webhooks/:id',
      RotateSecret: 'POST /v1/webhooks/:id/rotate-secret',
      Test: 'POST /v1/webhooks/:id/test',
      Verify: 'POST /v1/webhooks/:id/verify',
      Replay: 'POST /v1/webhooks/:id/replay',
      Resend: 'POST /v1/webhooks/:id/deliveries/:deliveryId/resend',
    },
  ],
]

/** The reports of a task are records of another kind than the task. */
const ofReports = /^\/v1\/tasks\/:id\/(?:reports|results)/

const actionsAt = (route: string): Readonly<Record<string, string>> => {
  const path = ofReports.test(route) ? '/v1/reports' : route
  return operations.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? {}
}

/** Returns the operation behind an action that an answer of this route offers; undefined if it has none for advertisers. */
export const operationOf = (route: string, action: string): string | undefined => actionsAt(route)[action]

/** Members of records that advertisers fill with what they like. */
const free: ReadonlySet<string> = new Set(['details', 'metadata', 'data', 'answers', 'value'])

/** Returns the JSON text of an answer of this route with only those allowed actions that the member's role may call. */
export function answerFor(role: MemberRole, route: string, json: string): string {
  if (!json.includes('"allowedActions"')) return json
  const isOffered = (action: unknown): boolean => {
    const operation = operationOf(route, String(action))
    return operation !== undefined && rolesFor(operation).includes(role)
  }
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (name === 'allowedActions' && Array.isArray(member)) return [name, member.filter(isOffered)]
        return [name, free.has(name) ? member : shown(member)]
      }),
    )
  }
  return JSON.stringify(shown(JSON.parse(json)))
}
