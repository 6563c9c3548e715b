import { Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'

/** Shows a banner while the browser is offline; no input is lost. */
export function Offline() {
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert color="yellow" role="status" mb="md">
      <Trans>You're offline. Your entries are saved.</Trans>
    </Alert>
  )
}
