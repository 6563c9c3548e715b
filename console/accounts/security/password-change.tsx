import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifyDone } from '../../ui/action-button.tsx'
import { Part } from '../../ui/page.tsx'
import { SignInRefused } from '../sign-in/refused.tsx'
import { post, useSecurityAction } from './calls.ts'

type Input = { readonly currentPassword: string; readonly newPassword: string }

/** Another password. Nothing of it is kept in the browser, unlike of other forms. */
export function PasswordChange({ email }: { readonly email: string }) {
  const { t } = useLingui()
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } })
  const change = useSecurityAction(post<Input>('change-password'))
  const send = (input: Input) =>
    change.mutate(input, {
      onSuccess: () => {
        form.reset()
        notifyDone(t`Your password is changed. All other sessions have ended.`)
      },
    })
  const eye = { 'aria-label': t`Show the password` }
  return (
    <Part title={t`Password`} about={t`With another password, all sessions end but this one.`}>
      <Card withBorder padding="md">
        <form onSubmit={form.onSubmit(send)}>
          <Stack gap="md" maw={420}>
            {/* So that a keeper of passwords knows whose it is. */}
            <input type="text" autoComplete="username" value={email} readOnly hidden />
            <PasswordInput
              label={t`Your password now`}
              autoComplete="current-password"
              required
              withAsterisk={false}
              visibilityToggleButtonProps={eye}
              {...form.getInputProps('currentPassword')}
            />
            <PasswordInput
              label={t`New password`}
              description={t`A sentence is easier to remember than signs, and harder to guess.`}
              autoComplete="new-password"
              required
              withAsterisk={false}
              visibilityToggleButtonProps={eye}
              {...form.getInputProps('newPassword')}
            />
            <SignInRefused error={change.error} />
            <Group>
              <Button type="submit" loading={change.isPending}>
                <Trans>Change the password</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Part>
  )
}
