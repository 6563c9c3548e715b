import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { ApiError, type B, groupB } from '../../api.ts'
import { ArrivedActions } from '../../offers/studies/arrived-actions.tsx'
import { useApiMutation } from '../../queries.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { LoadingSkeleton } from '../../ui/query-content.tsx'
import { Outcome } from './outcome.tsx'
import type { ReturnAction } from './return-link.ts'
import { useOnce } from './use-once.ts'

type TestReturnProps = {
  readonly offerId: number
  readonly body: { readonly reservation: string; readonly action: ReturnAction; readonly signature: string }
}

/** Records that a return link of an advertiser's test run arrived. */
export function TestReturn({ offerId, body }: TestReturnProps) {
  const report = useApiMutation<undefined, B['StudyTest']>(['study-test'], (_, header) =>
    groupB.POST('/tasks/{id}/test-run/return', { params: { path: { id: offerId }, header }, body }),
  )
  const retry = useOnce(report)
  const links = (
    <LinkButton to="/advertiser/offers/$offerId" params={{ offerId: String(offerId) }}>
      <Trans>Open the task</Trans>
    </LinkButton>
  )
  if (report.data)
    return (
      <Outcome color="teal" title={<Trans>The test run arrived</Trans>} links={links}>
        <Stack gap="xs">
          <Text size="sm">
            <Trans>This was a test: no money moved, and nobody's work changed.</Trans>
          </Text>
          <ArrivedActions test={report.data} />
        </Stack>
      </Outcome>
    )
  if (report.error) return <Refused error={report.error} retry={retry} />
  return <LoadingSkeleton rows={2} />
}

function Refused({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'return_link_invalid')
    return (
      <Outcome color="red" title={<Trans>This link is not valid</Trans>}>
        <Trans>It must belong to the last test run, and be signed with the current secret. Start a new test run.</Trans>
      </Outcome>
    )
  if (code === 'task_not_found' || code === 'role_required')
    return (
      <Outcome color="red" title={<Trans>This test run is not yours</Trans>}>
        <Trans>Nothing was recorded. Sign in as the advertiser of the task, and open the link again.</Trans>
      </Outcome>
    )
  return <ErrorAlert error={error} onRetry={retry} />
}
