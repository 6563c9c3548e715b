import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { Answers, Dialog } from '../../ui/action-button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { SignInRefused } from '../sign-in/refused.tsx'
import { post, useSecurityAction } from './calls.ts'

export type Enrolled = { readonly totpURI: string; readonly backupCodes: readonly string[] }

const QrCode = lazy(() => import('../../ui/qr-code.tsx').then((found) => ({ default: found.QrCode })))

type SetupProps = {
  readonly enrolled: Enrolled | undefined
  readonly close: () => void
  readonly confirmed: (enrolled: Enrolled) => void
}

/** Shows the secret and asks for a first code. The second factor is enabled only after that proves that the app has the secret. */
export function SecondFactorSetup({ enrolled, close, confirmed }: SetupProps) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Turn on two-factor authentication`} isOpen={enrolled !== undefined} close={close} size="lg">
      {enrolled && <Setup enrolled={enrolled} close={close} confirmed={() => confirmed(enrolled)} />}
    </Dialog>
  )
}

type StepsProps = { readonly enrolled: Enrolled; readonly close: () => void; readonly confirmed: () => void }

/** Formats the secret in groups of four. */
const secretOf = (address: string): string =>
  (new URL(address).searchParams.get('secret') ?? '').replace(/(.{4})(?=.)/g, '$1 ')

function Setup({ enrolled: { totpURI }, close, confirmed }: StepsProps) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const confirm = useSecurityAction(post<{ code: string }>('two-factor/verify-totp'))
  const send = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate({ code: code.replace(/\s/g, '') }, { onSuccess: confirmed })
  }
  return (
    <Stack component="form" gap="md" onSubmit={send}>
      <Text>
        <Trans>Scan this with an authenticator app, or enter the secret manually.</Trans>
      </Text>
      <Group justify="center">
        <Suspense fallback={<Waiting rows={1} height={200} />}>
          <QrCode text={totpURI} label={t`The secret as a QR code`} />
        </Suspense>
      </Group>
      <Copyable label={t`Secret`} text={secretOf(totpURI)} />
      <TextInput
        label={t`Code`}
        description={t`The six-digit code from the app.`}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        data-autofocus
        maw={240}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <SignInRefused error={confirm.error} />
      <Answers close={close}>
        <Button type="submit" loading={confirm.isPending}>
          <Trans>Confirm</Trans>
        </Button>
      </Answers>
    </Stack>
  )
}
