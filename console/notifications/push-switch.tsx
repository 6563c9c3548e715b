import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type A, ApiError, sessionApi, unwrap } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { isSubscribed, isSupported, subscribe, unsubscribe } from './browser-push.ts'

const path = '/console/api/settings/push'

/** What the server and this browser say: push messages arrive here only if both agree. */
export const usePush = () =>
  useQuery({
    queryKey: ['push'],
    queryFn: async ({ signal }) => {
      const state = await unwrap(sessionApi.GET(path, { signal }))
      return { ...state, isOn: state.isOn && (await isSubscribed()) }
    },
  })

/** Switches push messages on and off in this browser, and says why that is not possible. */
export function PushSwitch({ state }: { readonly state: A['PushState'] }) {
  const { t } = useLingui()
  const [permission, setPermission] = useState(() => (isSupported() ? Notification.permission : undefined))
  const change = useApiMutation(['push'], async (isOn: boolean, headers) => {
    if (isOn) return sessionApi.PUT(path, { body: await subscribe(state.publicKey), headers })
    await unsubscribe()
    return sessionApi.DELETE(path, { headers })
  })
  /** Browsers ask only right after a press. */
  const switchOn = async () => {
    const answer = await Notification.requestPermission()
    setPermission(answer)
    if (answer === 'granted') change.mutate(true)
  }
  return (
    <Stack gap="xs">
      <Switch
        label={t`Push messages in this browser`}
        description={t`They arrive even while this site is closed, until you sign out here. Your browser’s push service delivers them encrypted.`}
        checked={state.isOn}
        disabled={!state.isOn && (permission === undefined || permission === 'denied' || change.isPending)}
        onChange={() => (state.isOn ? change.mutate(false) : void switchOn())}
      />
      <PushHint permission={permission} />
      {state.others > 0 && (
        <Text size="sm">
          <Trans>Other browsers with push messages: {state.others}</Trans>
        </Text>
      )}
      <PushError error={change.error} />
    </Stack>
  )
}

function PushHint({ permission }: { readonly permission: NotificationPermission | undefined }) {
  if (permission === undefined)
    return (
      <Text size="sm">
        <Trans>This browser does not support push messages.</Trans>
      </Text>
    )
  if (permission !== 'denied') return null
  return (
    <Text size="sm">
      <Trans>This browser blocks notifications from this site. Allow them in its settings, then reload the page.</Trans>
    </Text>
  )
}

/** An error that is not of our server is one of the browser or its push service. */
function PushError({ error }: { readonly error: Error | null }) {
  if (error === null || error instanceof ApiError) return <ErrorAlert error={error} />
  return (
    <Alert role="alert" color="red" variant="light">
      <Trans>This browser could not sign up at its push service. Try again later.</Trans>
    </Alert>
  )
}
