import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api.ts'
import { isMailSent } from '../../ui/brand.ts'
import { useKeptState } from '../../ui/kept-state.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { authCall, confirmCode, hasPasskeys, signInWith, signInWithPasskey, startSession } from './calls.ts'
import { SignInError } from './sign-in-error.tsx'
import { NoMail } from './sign-in-no-mail.tsx'

type SignInFormProps = { readonly onSignedIn: () => void }

/** How long the server waits for the code after the password. */
const codeMinutes = 10

/** E-mail address and password, then the second factor if enabled; or a passkey. */
export function SignInForm({ onSignedIn }: SignInFormProps) {
  const [needsCode, setNeedsCode, forget] = useKeptState<true>('needs-code', codeMinutes)
  const finish = () => {
    forget()
    startSession()
    onSignedIn()
  }
  return needsCode ? (
    <CodeForm onSignedIn={finish} onBack={forget} />
  ) : (
    <PasswordForm onSignedIn={finish} setNeedsCode={() => setNeedsCode(true)} />
  )
}

function PasswordForm({ onSignedIn, setNeedsCode }: SignInFormProps & { readonly setNeedsCode: () => void }) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => signInWith(email.trim(), password),
    onSuccess: (next) => (next === 'done' ? onSignedIn() : setNeedsCode()),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  return (
    <Stack component="form" onSubmit={submit} gap="md">
      <SignInError error={signIn.error} />
      <UnconfirmedAddress email={email} error={signIn.error} />
      <TextInput
        label={t`E-mail address`}
        type="email"
        autoComplete="username webauthn"
        required
        withAsterisk={false}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label={t`Password`}
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
      />
      <Button type="submit" loading={signIn.isPending} fullWidth>
        <Trans context="button">Sign in</Trans>
      </Button>
      <LinkAnchor to="/forgot-password" size="sm">
        <Trans>Forgot your password?</Trans>
      </LinkAnchor>
      {hasPasskeys() && <PasskeyButton onSignedIn={onSignedIn} />}
    </Stack>
  )
}

function PasskeyButton({ onSignedIn }: SignInFormProps) {
  const { t } = useLingui()
  const signIn = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn })
  return (
    <>
      <Divider label={t`or`} />
      <SignInError error={signIn.error} />
      <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()} fullWidth>
        <Trans>Sign in with a passkey</Trans>
      </Button>
    </>
  )
}

/** If only the address is unconfirmed: sends the link again. */
function UnconfirmedAddress({ email, error }: { readonly email: string; readonly error: unknown }) {
  const resend = useMutation({ mutationFn: () => authCall('send-verification-email', { email: email.trim() }) })
  if (!(error instanceof ApiError) || error.code !== 'email_not_verified') return null
  if (!isMailSent())
    return (
      <Text size="sm">
        <NoMail />
      </Text>
    )
  if (resend.isSuccess) {
    return (
      <Text size="sm" role="status">
        <Trans>E-mail sent again.</Trans>
      </Text>
    )
  }
  return (
    <Button variant="light" loading={resend.isPending} onClick={() => resend.mutate()}>
      <Trans>Resend e-mail</Trans>
    </Button>
  )
}

function CodeForm({ onSignedIn, onBack }: SignInFormProps & { readonly onBack: () => void }) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const confirm = useMutation({ mutationFn: () => confirmCode(code.trim()), onSuccess: onSignedIn })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  return (
    <Stack component="form" onSubmit={submit} gap="md">
      <SignInError error={confirm.error} />
      <TextInput
        label={t`Code`}
        description={t`The six-digit code from your authenticator app, or a backup code.`}
        autoComplete="one-time-code"
        data-autofocus
        autoFocus
        required
        withAsterisk={false}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" loading={confirm.isPending} fullWidth>
        <Trans>Confirm</Trans>
      </Button>
      <Button variant="subtle" onClick={onBack} fullWidth>
        <Trans>Use another account</Trans>
      </Button>
    </Stack>
  )
}
