import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, Checkbox, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type A, sessionApi } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Count, Money, Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { Section } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ConfirmDialog, needsConfirmation } from '../security/confirm-dialog.tsx'
import { obstacleLabels } from './obstacle-labels.ts'

type AccountClosing = A['AccountClosing']

const path = '/console/api/settings/closing'
const closingQuery = apiQuery(['closing'], (signal) => sessionApi.GET(path, { signal }))

/** Requests or cancels the closing of one's account. */
export function CloseAccount() {
  const { t } = useLingui()
  const query = useQuery(closingQuery)
  return (
    <Section title={t`Close your account`}>
      <QueryContent query={query}>
        {(closing) =>
          closing.status === 'Requested' ? <ClosingRequested closing={closing} /> : <CloseForm closing={closing} />
        }
      </QueryContent>
    </Section>
  )
}

function ClosingRequested({ closing }: { readonly closing: AccountClosing }) {
  const { t } = useLingui()
  const cancelClosing = useApiMutation(['closing'], (_: undefined, header) =>
    sessionApi.DELETE(path, { params: { header } }),
  )
  return (
    <Alert color="yellow" role="status" title={<Trans>Your account will be closed</Trans>}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Trans>
            It will be closed and your personal data erased on <Time at={closing.closesAtUtc ?? ''} isExact />. Until
            then you cannot reserve or post tasks.
          </Trans>
        </Text>
        <Obstacles of={closing} />
        <ActionButton
          allowed={closing.allowedActions}
          action="CancelClosing"
          label={t`Keep my account`}
          mutation={cancelClosing}
          input={undefined}
          successMessage={t`Your account stays open`}
          variant="default"
        />
      </Stack>
    </Alert>
  )
}

function CloseForm({ closing }: { readonly closing: AccountClosing }) {
  const { t } = useLingui()
  const [giveUpBalance, setGiveUp] = useState(false)
  const mutation = useApiMutation(['closing'], (body: { giveUpBalance: boolean }, header) =>
    sessionApi.POST(path, { params: { header }, body }),
  )
  const needsConfirm = needsConfirmation(mutation.error)
  const close = () => mutation.mutate({ giveUpBalance })
  return (
    <Card withBorder padding="md">
      <Stack gap="sm" align="flex-start">
        <Text>
          <Trans>
            We erase what identifies you. Submissions, tasks and payments stay, without your name. You have a few days
            to change your mind; after that the account cannot be reopened.
          </Trans>
        </Text>
        <Obstacles of={closing} />
        <Checkbox
          label={t`Give up my remaining balance`}
          checked={giveUpBalance}
          onChange={(event) => setGiveUp(event.currentTarget.checked)}
        />
        <ErrorAlert error={needsConfirm ? null : mutation.error} />
        <Button color="red" variant="outline" loading={mutation.isPending} onClick={close}>
          <Trans>Close my account</Trans>
        </Button>
      </Stack>
      <ConfirmDialog isOpen={needsConfirm} close={mutation.reset} onConfirmed={close} />
    </Card>
  )
}

function Obstacles({ of: { obstacles } }: { readonly of: AccountClosing }) {
  const label = useLabels(obstacleLabels)
  if (obstacles.length === 0) return null
  return (
    <>
      <Text size="sm">
        <Trans>Resolve these first:</Trans>
      </Text>
      <List size="sm">
        {obstacles.map(({ code, count, amount, currency }) => (
          <List.Item key={code}>
            {label(code)}
            {count !== undefined && (
              <>
                {': '}
                <Count value={count} />
              </>
            )}
            {amount !== undefined && currency !== undefined && (
              <>
                {': '}
                <Money amount={amount} currency={currency} />
              </>
            )}
          </List.Item>
        ))}
      </List>
    </>
  )
}
