import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { loadCode } from '../../connection.ts'
import { Dialog, DialogButtons } from '../../ui/action-button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { LoadingSkeleton } from '../../ui/query-content.tsx'
import { SignInError } from '../sign-in/sign-in-error.tsx'
import { post, useSecurityAction } from './calls.ts'

export type Enrollment = { readonly totpURI: string; readonly backupCodes: readonly string[] }

const QrCode = lazy(() => loadCode(() => import('./qr-code.tsx')).then((found) => ({ default: found.QrCode })))

type SetupProps = {
  readonly enrollment: Enrollment | undefined
  readonly close: () => void
  readonly onConfirmed: (enrollment: Enrollment) => void
}

/** Shows the secret and asks for a first code. The second factor is enabled only after that proves that the app has the secret. */
export function SecondFactorSetup({ enrollment, close, onConfirmed }: SetupProps) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Turn on two-factor authentication`} isOpen={enrollment !== undefined} close={close} size="lg">
      {enrollment && <SetupForm enrollment={enrollment} close={close} onConfirmed={() => onConfirmed(enrollment)} />}
    </Dialog>
  )
}

type SetupFormProps = { readonly enrollment: Enrollment; readonly close: () => void; readonly onConfirmed: () => void }

/** Formats the secret in groups of four. */
const secretFromUri = (uri: string): string =>
  (new URL(uri).searchParams.get('secret') ?? '').replace(/(.{4})(?=.)/g, '$1 ')

function SetupForm({ enrollment: { totpURI }, close, onConfirmed }: SetupFormProps) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const confirm = useSecurityAction(post<{ code: string }>('two-factor/verify-totp'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate({ code: code.replace(/\s/g, '') }, { onSuccess: onConfirmed })
  }
  return (
    <Stack component="form" gap="md" onSubmit={submit}>
      <Text>
        <Trans>Scan this with an authenticator app, or enter the secret manually.</Trans>
      </Text>
      <Group justify="center">
        <Suspense fallback={<LoadingSkeleton rows={1} height={200} />}>
          <QrCode text={totpURI} label={t`The secret as a QR code`} />
        </Suspense>
      </Group>
      <Copyable label={t`Secret`} text={secretFromUri(totpURI)} />
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
      <SignInError error={confirm.error} />
      <DialogButtons close={close}>
        <Button type="submit" loading={confirm.isPending}>
          <Trans>Confirm</Trans>
        </Button>
      </DialogButtons>
    </Stack>
  )
}
