import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifySuccess } from '../../ui/action-button.tsx'
import { Section } from '../../ui/page.tsx'
import { SignInError } from '../sign-in/sign-in-error.tsx'
import { post, useSecurityAction } from './calls.ts'

type Input = { readonly currentPassword: string; readonly newPassword: string }

/** Form for a new password. Unlike other forms it is not persisted in the browser. */
export function PasswordChange({ email }: { readonly email: string }) {
  const { t } = useLingui()
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } })
  const mutation = useSecurityAction(post<Input>('change-password'))
  const submit = (input: Input) =>
    mutation.mutate(input, {
      onSuccess: () => {
        form.reset()
        notifySuccess(t`Password changed. All other sessions have ended.`)
      },
    })
  const visibilityToggle = { 'aria-label': t`Show password` }
  return (
    <Section title={t`Password`} description={t`Changing the password ends all other sessions.`}>
      <Card withBorder padding="md">
        <form onSubmit={form.onSubmit(submit)}>
          <Stack gap="md" maw={420}>
            {/* Tells password managers which account it is. */}
            <input type="text" autoComplete="username" value={email} readOnly hidden />
            <PasswordInput
              label={t`Current password`}
              autoComplete="current-password"
              required
              withAsterisk={false}
              visibilityToggleButtonProps={visibilityToggle}
              {...form.getInputProps('currentPassword')}
            />
            <PasswordInput
              label={t`New password`}
              description={t`At least 10 characters. A phrase works well.`}
              autoComplete="new-password"
              required
              withAsterisk={false}
              visibilityToggleButtonProps={visibilityToggle}
              {...form.getInputProps('newPassword')}
            />
            <SignInError error={mutation.error} />
            <Group>
              <Button type="submit" loading={mutation.isPending}>
                <Trans>Change password</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}
