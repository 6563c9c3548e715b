import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { type A, ApiError, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Money } from '../../ui/formatted.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { LoadingSkeleton } from '../../ui/query-content.tsx'
import { keepReturnedCode } from '../returned-code.ts'
import { Outcome, WrongLink } from './outcome.tsx'
import type { ReturnAction } from './return-link.ts'
import { useOnce } from './use-once.ts'

type Returned = A['Returned']
type ExecutorReturnProps = {
  readonly reservationId: number
  readonly link: { readonly action: ReturnAction; readonly signature: string }
}

/** Reports what the site of a study says about a reservation of the signed-in executor. */
export function ExecutorReturn({ reservationId, link }: ExecutorReturnProps) {
  const report = useApiMutation<undefined, Returned>(['offers', 'reservations', 'executions'], (_, header) =>
    groupA.POST('/api/executor/reservations/{reservationId}/return', {
      params: { path: { reservationId }, header },
      body: link,
    }),
  )
  const retry = useOnce(report)
  if (report.data) return <Reported returned={report.data} />
  if (report.error) return <Refused error={report.error} retry={retry} />
  return <LoadingSkeleton rows={2} />
}

function Reported({ returned }: { readonly returned: Returned }) {
  if (returned.outcome === 'ScreenedOut') return <ScreenedOut returned={returned} />
  if (returned.executionId === null) return <FormNeeded returned={returned} />
  const { action, executionId } = returned
  const links = (
    <LinkButton to="/executor/work/$executionId" params={{ executionId: String(executionId) }}>
      <Trans>Show my work</Trans>
    </LinkButton>
  )
  if (action === 'failed-check')
    return (
      <Outcome color="yellow" title={<Trans>Submitted, with a failed check</Trans>} links={links}>
        <FailedCheck />
      </Outcome>
    )
  return (
    <Outcome color="teal" title={<Trans>Your work is submitted</Trans>} links={links}>
      <Trans>The study reported that you completed it. There is nothing more to do.</Trans>
    </Outcome>
  )
}

const FailedCheck = () => (
  <>
    <Trans>
      The site of the study reported that you failed one of its checks. The advertiser decides about your work.
    </Trans>{' '}
    <Trans>It can still be accepted and paid. You can appeal if it is rejected.</Trans>
  </>
)

function ScreenedOut({ returned: { paid, currency } }: { readonly returned: Returned }) {
  const links = (
    <LinkButton to="/executor">
      <Trans>Find other work</Trans>
    </LinkButton>
  )
  return (
    <Outcome color="yellow" title={<Trans>This study does not fit you</Trans>} links={links}>
      {paid === null ? (
        <Trans>
          Your reservation has ended without pay. That is not held against you, and you can reserve other tasks.
        </Trans>
      ) : (
        <Trans>
          Your reservation has ended. You earned <Money amount={paid} currency={currency} /> for your time.
        </Trans>
      )}
    </Outcome>
  )
}

/** The work needs more than the report: the form has the code already. */
function FormNeeded({ returned }: { readonly returned: Returned }) {
  const { t } = useLingui()
  const { action, reservationId, offerId, completionCode } = returned
  useEffect(() => keepReturnedCode(reservationId, completionCode), [reservationId, completionCode])
  const links = (
    <LinkButton to="/executor/offers/$offerId" params={{ offerId: String(offerId) }}>
      <Trans>Open the work form</Trans>
    </LinkButton>
  )
  return (
    <Stack gap="md">
      <Outcome color="yellow" title={<Trans>One more step: submit your work</Trans>} links={links}>
        {completionCode === null ? (
          <Trans>This task also asks for proofs or answers. It is not submitted until you send the form.</Trans>
        ) : (
          <Trans>
            This task also asks for proofs or answers. It is not submitted until you send the form. Your completion code
            is filled in.
          </Trans>
        )}
        {action === 'failed-check' && (
          <Text size="sm" mt="xs">
            <FailedCheck />
          </Text>
        )}
      </Outcome>
      {completionCode !== null && <Copyable label={t`Completion code`} text={completionCode} />}
    </Stack>
  )
}

function Refused({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'return_link_invalid') return <WrongLink />
  const links = (
    <LinkButton to="/executor/work" variant="default">
      <Trans>My work</Trans>
    </LinkButton>
  )
  if (code === 'reservation_not_found' || code === 'role_required')
    return (
      <Outcome color="red" title={<Trans>This reservation is not yours</Trans>}>
        <Trans>
          Nothing was reported or changed. Sign in with the account that reserved the task, and open the link again.
        </Trans>
      </Outcome>
    )
  if (code === 'reservation_expired')
    return (
      <Outcome color="red" title={<Trans>Your reservation has expired</Trans>} links={links}>
        <Trans>
          The study reported too late, so nothing was submitted. If it took too long, write to the advertiser.
        </Trans>
      </Outcome>
    )
  if (code === 'already_returned')
    return (
      <Outcome color="yellow" title={<Trans>The study has already reported something else</Trans>} links={links}>
        <Trans>Its first report counts, and this link changed nothing.</Trans>
      </Outcome>
    )
  return (
    <Stack gap="md">
      <ErrorAlert error={error} onRetry={retry} />
      {links}
    </Stack>
  )
}
