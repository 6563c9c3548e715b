import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Refusal } from '../../api.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { authCall, beginSession, confirmCode, hasPasskeys, signInWith, signInWithPasskey } from './calls.ts'
import { SignInRefused } from './refused.tsx'

type SignInFormProps = { readonly done: () => void }

/** E-mail address and password, then the second factor if enabled; or a passkey. */
export function SignInForm({ done }: SignInFormProps) {
  const [isCodeAsked, askCode] = useState(false)
  const finish = () => {
    beginSession()
    done()
  }
  return isCodeAsked ? (
    <CodeForm done={finish} again={() => askCode(false)} />
  ) : (
    <PasswordForm done={finish} askCode={() => askCode(true)} />
  )
}

function PasswordForm({ done, askCode }: SignInFormProps & { readonly askCode: () => void }) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => signInWith(email.trim(), password),
    onSuccess: (left) => (left === 'done' ? done() : askCode()),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  return (
    <Stack component="form" onSubmit={send} gap="md">
      <SignInRefused error={signIn.error} />
      <Unconfirmed email={email} error={signIn.error} />
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
        <Trans>Sign in</Trans>
      </Button>
      <LinkAnchor to="/forgot-password" size="sm">
        <Trans>Forgot your password?</Trans>
      </LinkAnchor>
      {hasPasskeys() && <PasskeyButton done={done} />}
    </Stack>
  )
}

function PasskeyButton({ done }: SignInFormProps) {
  const { t } = useLingui()
  const signIn = useMutation({ mutationFn: signInWithPasskey, onSuccess: done })
  return (
    <>
      <Divider label={t`or`} />
      <SignInRefused error={signIn.error} />
      <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()} fullWidth>
        <Trans>Sign in with a passkey</Trans>
      </Button>
    </>
  )
}

/** If only the address is unconfirmed: sends the link again. */
function Unconfirmed({ email, error }: { readonly email: string; readonly error: unknown }) {
  const resend = useMutation({ mutationFn: () => authCall('send-verification-email', { email: email.trim() }) })
  if (!(error instanceof Refusal) || error.code !== 'email_not_verified') return null
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

function CodeForm({ done, again }: SignInFormProps & { readonly again: () => void }) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const confirm = useMutation({ mutationFn: () => confirmCode(code.trim()), onSuccess: done })
  const send = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  return (
    <Stack component="form" onSubmit={send} gap="md">
      <SignInRefused error={confirm.error} />
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
      <Button variant="subtle" onClick={again} fullWidth>
        <Trans>Use another account</Trans>
      </Button>
    </Stack>
  )
}
