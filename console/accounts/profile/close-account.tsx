import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, Checkbox, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type A, ownOnly } from '../../api.ts'
import { ask, useAction } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Count, Time } from '../../ui/formatted.tsx'
import { Part } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Loaded } from '../../ui/waiting.tsx'
import { useWords } from '../../ui/words.ts'
import { ConfirmDialog, needsConfirmation } from '../security/confirm-dialog.tsx'
import { obstacleWords } from './obstacle-words.ts'

type Closing = A['AccountClosing']

const address = '/console/api/settings/closing'
const closingQuery = ask(['closing'], (signal) => ownOnly.GET(address, { signal }))

/** Requests or cancels the closing of one's account. */
export function CloseAccount() {
  const { t } = useLingui()
  const query = useQuery(closingQuery)
  return (
    <Part title={t`Close your account`}>
      <Loaded query={query}>
        {(closing) =>
          closing.status === 'Requested' ? <Requested closing={closing} /> : <ToClose closing={closing} />
        }
      </Loaded>
    </Part>
  )
}

function Requested({ closing }: { readonly closing: Closing }) {
  const { t } = useLingui()
  const keeping = useAction(['closing'], (_: undefined, header) => ownOnly.DELETE(address, { params: { header } }))
  return (
    <Alert color="yellow" role="status" title={<Trans>Your account will be closed</Trans>}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Trans>
            It will be closed and your personal data erased on <Time at={closing.closesAtUtc ?? ''} />. Until then you
            cannot reserve tasks or submit offers.
          </Trans>
        </Text>
        <Obstacles of={closing} />
        <ActionButton
          allowed={closing.allowedActions}
          action="CancelClosing"
          label={t`Keep my account`}
          doing={keeping}
          input={undefined}
          done={t`Your account stays open`}
          variant="default"
        />
      </Stack>
    </Alert>
  )
}

function ToClose({ closing }: { readonly closing: Closing }) {
  const { t } = useLingui()
  const [giveUpBalance, setGiveUp] = useState(false)
  const action = useAction(['closing'], (body: { giveUpBalance: boolean }, header) =>
    ownOnly.POST(address, { params: { header }, body }),
  )
  const isUnconfirmed = needsConfirmation(action.error)
  const close = () => action.mutate({ giveUpBalance })
  return (
    <Card withBorder padding="md">
      <Stack gap="sm" align="flex-start">
        <Text>
          <Trans>
            We erase what identifies you. Work, offers and ledger entries stay, without your name. You have a few days
            to change your mind; after that the account cannot be reopened.
          </Trans>
        </Text>
        <Obstacles of={closing} />
        <Checkbox
          label={t`Give up my remaining balance`}
          checked={giveUpBalance}
          onChange={(event) => setGiveUp(event.currentTarget.checked)}
        />
        <Refused error={isUnconfirmed ? null : action.error} />
        <Button color="red" variant="outline" loading={action.isPending} onClick={close}>
          <Trans>Close my account</Trans>
        </Button>
      </Stack>
      <ConfirmDialog isOpen={isUnconfirmed} close={action.reset} then={close} />
    </Card>
  )
}

function Obstacles({ of: { obstacles } }: { readonly of: Closing }) {
  const say = useWords(obstacleWords)
  if (obstacles.length === 0) return null
  return (
    <>
      <Text size="sm">
        <Trans>Before you can close it, finish:</Trans>
      </Text>
      <List size="sm">
        {obstacles.map(({ code, count, amount }) => (
          <List.Item key={code}>
            {say(code)}
            <Figure of={count ?? amount} />
          </List.Item>
        ))}
      </List>
    </>
  )
}

/** A count or an amount, formatted for the language. */
const Figure = ({ of }: { readonly of: number | undefined }) =>
  of === undefined ? null : (
    <>
      {': '}
      <Count of={of} />
    </>
  )
