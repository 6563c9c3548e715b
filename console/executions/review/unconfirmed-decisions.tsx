import { Plural, Trans } from '@lingui/react/macro'
import { Alert, Button, Text } from '@mantine/core'
import type { Decisions } from './decisions.ts'

/** Decisions without an answer from the server, and a button that sends the same requests again. */
export function UnconfirmedDecisions({ decisions: { sentDecisions, decide } }: { readonly decisions: Decisions }) {
  const unconfirmed = Object.values(sentDecisions).filter(({ state }) => state === 'unconfirmed')
  if (unconfirmed.length === 0) return null
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      title={
        <Plural value={unconfirmed.length} one="# decision is not confirmed" other="# decisions are not confirmed" />
      }
    >
      <Text size="sm">
        {unconfirmed.map(({ decision }) => `№ ${decision.id}`).join(', ')}
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
          for (const { decision } of unconfirmed) void decide(decision)
        }}
      >
        <Trans>Try again</Trans>
      </Button>
    </Alert>
  )
}
