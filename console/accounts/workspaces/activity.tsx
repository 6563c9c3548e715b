import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, sessionApi } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Time } from '../../ui/formatted.tsx'
import { type Labels, useLabels } from '../../ui/labels.ts'
import { List } from '../../ui/lists/list.tsx'
import { Section } from '../../ui/page.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { EmailAddress } from '../../ui/user-text.tsx'
import { workspaceActionLabels } from '../workspace-action-labels.ts'

type Activity = A['WorkspaceActivity']

const route = getRouteApi('/settings/members')

/** What members ask for, by the operation; others are shown as one. */
const requestLabels: Labels = {
  'POST /v1/reports/:id/accept': msg`Accept a submission`,
  'POST /v1/reports/:id/reject': msg`Reject a submission`,
  'POST /v1/reports/:id/rework': msg`Request changes`,
  'POST /v1/reports/:id/bonus': msg`Pay a bonus`,
  'POST /v1/reports/bulk': msg`Decide on several submissions`,
  'POST /v1/reports/import': msg`Decide by a file`,
  'POST /v1/reports/:id/dispute/answer': msg`Answer a dispute`,
  'POST /v1/reports/:id/dispute/concede': msg`Concede a dispute`,
  'POST /api/advertiser/offers/submit': msg`Submit a task`,
  'POST /api/advertiser/offers/draft': msg`Save a draft`,
  'PUT /api/advertiser/offers/:offerId': msg`Change a task`,
  'DELETE /api/advertiser/offers/:offerId': msg`Archive a task`,
  'POST /api/advertiser/offers/:offerId/pause': msg`Pause a task`,
  'POST /api/advertiser/offers/:offerId/resume': msg`Resume a task`,
  'POST /api/advertiser/deposits': msg`Deposit money`,
  'POST /api/advertiser/deposits/:depositId/refund': msg`Request a refund`,
  'PUT /api/advertiser/billing-details': msg`Change billing details`,
}

/** What happened to members, and what they asked for, newest first. */
export function WorkspaceActivity() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const result = useQuery(
    apiPageQuery(['workspaces', 'activity', query], (signal) =>
      sessionApi.GET('/console/api/settings/workspace/activity', { params: { query }, signal }),
    ),
  )
  return (
    <Section title={t`Activity`} description={t`What members asked for, whether or not it was possible.`}>
      <List
        label={t`Activity`}
        query={result}
        keyOf={({ id }) => id}
        columns={[
          { title: t`When`, render: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
          { title: t`Who`, render: (entry) => <Who entry={entry} /> },
          { title: t`What`, render: (entry) => <What entry={entry} /> },
        ]}
        empty={<Empty title={t`Nothing yet`} />}
      />
    </Section>
  )
}

function Who({ entry: { personId, email } }: { readonly entry: Activity }) {
  if (personId === null) return <Trans>You</Trans>
  return email ? <EmailAddress email={email} /> : <Trans>Account {personId}</Trans>
}

function What({ entry: { action, data } }: { readonly entry: Activity }) {
  const { t } = useLingui()
  const happened = useLabels(workspaceActionLabels)
  const request = useLabels(requestLabels)
  if (action !== 'workspace.request') return happened(action)
  const { operation, path } = data as { readonly operation: string; readonly path: string }
  const id = /\/(\d+)(?:\/|$)/.exec(path)?.[1]
  return (
    <>
      {Object.hasOwn(requestLabels, operation) ? request(operation) : t`Another change`}
      {id && (
        <>
          {' '}
          <RecordNumber id={Number(id)} />
        </>
      )}
    </>
  )
}
