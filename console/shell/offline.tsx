import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { tryNow, useConnectionLost } from '../connection.ts'

/** Shows a banner while the marketplace does not answer; no input is lost. */
export function Offline() {
  const { online } = useNetwork()
  const isLost = useConnectionLost()
  if (online && !isLost) return null
  return (
    <Alert color="yellow" role="status" mb="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {online ? (
            <Trans>The marketplace is not responding. Your entries are saved.</Trans>
          ) : (
            <Trans>You're offline. Your entries are saved.</Trans>
          )}
        </Text>
        <Button size="xs" variant="default" onClick={tryNow}>
          <Trans>Try again</Trans>
        </Button>
      </Group>
    </Alert>
  )
}
