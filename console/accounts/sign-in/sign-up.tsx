import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { currentLanguage } from '../../language.ts'
import { isMailSent, publicPages } from '../../ui/brand.ts'
import { useKeptState } from '../../ui/kept-state.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { errorsOf } from '../../ui/persisted-form.ts'
import { authCall, call } from './calls.ts'
import { SignInError } from './sign-in-error.tsx'
import { NoMail } from './sign-in-no-mail.tsx'
import { keepTarget } from './target.ts'

const route = getRouteApi('/sign-up')

/** How long a reload still shows where the link was sent. */
const linkMinutes = 60

export function SignUp() {
  const { t } = useLingui()
  const { back } = route.useSearch()
  const [sentTo, setSentTo, forget] = useKeptState<string>('sign-up', linkMinutes)
  return (
    <Page title={!sentTo ? t`Create account` : isMailSent() ? t`Check your inbox` : t`Confirm your e-mail address`}>
      <Card withBorder padding="lg">
        {sentTo ? <InboxNotice email={sentTo} restart={forget} /> : <SignUpForm onSent={setSentTo} />}
      </Card>
      <Text ta="center">
        <Trans>
          Already have an account?{' '}
          <LinkAnchor to="/sign-in" search={back ? { back } : {}}>
            Sign in
          </LinkAnchor>
        </Trans>
      </Text>
    </Page>
  )
}

function SignUpForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const { role, back } = route.useSearch()
  const [roles, setRoles] = useState<string[]>(role === 'Executor' || role === 'Advertiser' ? [role] : [])
  const signUp = useMutation({
    mutationFn: () => call('/sign-up', { email: email.trim(), roles, language: currentLanguage() }),
    onSuccess: () => {
      keepTarget(back)
      onSent(email.trim())
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signUp.mutate()
  }
  const errors = errorsOf(signUp.error)
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <SignInError error={signUp.error} />
        <Roles roles={roles} onChange={setRoles} error={errors.roles && t`Choose at least one.`} />
        <TextInput
          label={t`E-mail address`}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          data-path="email"
          error={errors.email}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={signUp.isPending} fullWidth>
          <Trans>Create account</Trans>
        </Button>
        <TermsNotice />
      </Stack>
    </form>
  )
}

/** Names the operator's terms, as far as there are any. */
function TermsNotice() {
  const pages = publicPages()
  const [hasTerms, hasPrivacy] = [pages.includes('terms'), pages.includes('privacy')]
  if (!hasTerms && !hasPrivacy) return null
  return (
    <Text size="sm" c="dimmed">
      {hasTerms && hasPrivacy ? (
        <Trans>
          By creating an account you accept the <LinkAnchor to="/terms">terms of use</LinkAnchor> and the{' '}
          <LinkAnchor to="/privacy">privacy policy</LinkAnchor>.
        </Trans>
      ) : hasTerms ? (
        <Trans>
          By creating an account you accept the <LinkAnchor to="/terms">terms of use</LinkAnchor>.
        </Trans>
      ) : (
        <Trans>
          By creating an account you accept the <LinkAnchor to="/privacy">privacy policy</LinkAnchor>.
        </Trans>
      )}
    </Text>
  )
}

type RolesProps = {
  readonly roles: string[]
  readonly onChange: (roles: string[]) => void
  readonly error: ReactNode
}

function Roles({ roles, onChange, error }: RolesProps) {
  const { t } = useLingui()
  return (
    <Checkbox.Group
      label={t`What do you want to do?`}
      data-path="roles"
      error={error}
      value={roles}
      onChange={onChange}
    >
      <Stack gap="xs" mt={6}>
        <RoleCard value="Executor" title={t`Do tasks`} description={t`Find small tasks, do them and get paid.`} />
        <RoleCard
          value="Advertiser"
          title={t`Post tasks`}
          description={t`Describe the work and pay for accepted results.`}
        />
      </Stack>
    </Checkbox.Group>
  )
}

type RoleCardProps = { readonly value: string; readonly title: string; readonly description: string }

function RoleCard({ value, title, description }: RoleCardProps) {
  return (
    <Checkbox.Card value={value} p="sm" radius="md" aria-label={`${title}. ${description}`}>
      <div style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
        <Checkbox.Indicator />
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        </div>
      </div>
    </Checkbox.Card>
  )
}

type InboxNoticeProps = { readonly email: string; readonly restart: () => void }

/** Does not reveal whether the address has an account; its owner learns this from the mail. */
function InboxNotice({ email, restart }: InboxNoticeProps) {
  const resend = useMutation({ mutationFn: () => authCall('send-verification-email', { email }) })
  return (
    <Stack gap="md">
      <Text>
        {isMailSent() ? (
          <Trans>
            We sent an e-mail to <b>{email}</b>. Open the link in it to confirm your address and choose a password.
          </Trans>
        ) : (
          <NoMail />
        )}
      </Text>
      <SignInError error={resend.error} />
      {isMailSent() && (
        <Button variant="light" loading={resend.isPending} disabled={resend.isSuccess} onClick={() => resend.mutate()}>
          {resend.isSuccess ? <Trans>E-mail sent again.</Trans> : <Trans>Resend e-mail</Trans>}
        </Button>
      )}
      <Button variant="subtle" onClick={restart}>
        <Trans>Use another address</Trans>
      </Button>
    </Stack>
  )
}
