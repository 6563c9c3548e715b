import { Plural, Trans } from '@lingui/react/macro'
import { Alert, Button, Text } from '@mantine/core'
import { useConnectionLost } from '../../connection.ts'
import { idsOf, recordNumbers } from './decision-request.ts'
import type { Decisions } from './decisions.ts'
import { deliverDecision, type OutgoingDecision } from './outbox.ts'

const Numbers = ({ decisions }: { readonly decisions: readonly OutgoingDecision[] }) =>
  recordNumbers(decisions.flatMap(({ request }) => idsOf(request)))

/** Decisions without an answer from the server, and a button that sends the same requests again. */
export function UnconfirmedDecisions({ decisions: { outgoing } }: { readonly decisions: Decisions }) {
  const isLost = useConnectionLost()
  const unconfirmed = [...outgoing.values()].filter(({ state }) => state === 'unconfirmed')
  const waiting = [...outgoing.values()].filter(({ state }) => state === 'sending')
  const count = unconfirmed.flatMap(({ request }) => idsOf(request)).length
  return (
    <>
      {isLost && waiting.length > 0 && <WaitingDecisions waiting={waiting} />}
      {unconfirmed.length > 0 && (
        <Alert
          role="alert"
          color="red"
          variant="light"
          title={<Plural value={count} one="# decision is not confirmed" other="# decisions are not confirmed" />}
        >
          <Text size="sm">
            <Numbers decisions={unconfirmed} />
            {' · '}
            <Trans>
              The marketplace did not answer. Your decision may or may not have arrived. Trying again is safe: it counts
              only once.
            </Trans>
          </Text>
          <Button
            mt="xs"
            size="xs"
            onClick={() => {
              for (const { key } of unconfirmed) void deliverDecision(key)
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        </Alert>
      )}
    </>
  )
}

const WaitingDecisions = ({ waiting }: { readonly waiting: readonly OutgoingDecision[] }) => (
  <Alert role="status" color="yellow" variant="light" title={<Trans>Your decisions are kept in this browser</Trans>}>
    <Text size="sm">
      <Numbers decisions={waiting} />
      {' · '}
      <Trans>They are sent as soon as the connection is back.</Trans>
    </Text>
  </Alert>
)
