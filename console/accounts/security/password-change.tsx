import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifyDone } from '../../ui/action-button.tsx'
import { Part } from '../../ui/page.tsx'
import { SignInRefused } from '../sign-in/refused.tsx'
import { post, useSecurityAction } from './calls.ts'

type Input = { readonly currentPassword: string; readonly newPassword: string }

/** Form for a new password. Unlike other forms it is not persisted in the browser. */
export function PasswordChange({ email }: { readonly email: string }) {
  const { t } = useLingui()
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } })
  const change = useSecurityAction(post<Input>('change-password'))
  const send = (input: Input) =>
    change.mutate(input, {
      onSuccess: () => {
        form.reset()
        notifyDone(t`Password changed. All other sessions have ended.`)
      },
    })
  const eye = { 'aria-label': t`Show password` }
  return (
    <Part title={t`Password`} about={t`Changing the password ends all other sessions.`}>
      <Card withBorder padding="md">
        <form onSubmit={form.onSubmit(send)}>
          <Stack gap="md" maw={420}>
            {/* Tells password managers which account it is. */}
            <input type="text" autoComplete="username" value={email} readOnly hidden />
            <PasswordInput
              label={t`Current password`}
              autoComplete="current-password"
              required
              withAsterisk={false}
              visibilityToggleButtonProps={eye}
              {...form.getInputProps('currentPassword')}
            />
            <PasswordInput
              label={t`New password`}
              description={t`At least 10 characters. A phrase works well.`}
              autoComplete="new-password"
              required
              withAsterisk={false}
              visibilityToggleButtonProps={eye}
              {...form.getInputProps('newPassword')}
            />
            <SignInRefused error={change.error} />
            <Group>
              <Button type="submit" loading={change.isPending}>
                <Trans>Change password</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Part>
  )
}
