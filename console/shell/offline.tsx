import { Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'

/** Says so while the browser has no network at all: nothing is lost meanwhile. */
export function Offline() {
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert color="yellow" role="status" mb="md">
      <Trans>You're offline. Your entries are saved.</Trans>
    </Alert>
  )
}
