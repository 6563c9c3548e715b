import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import type { paths } from '../../api/group-a.ts'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LocalTimeField } from '../../ui/input/local-time-field.tsx'
import { type Labels, useLabels } from '../../ui/labels.ts'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { sanctionCodeLabels, sanctionKindLabels } from './sanction-labels.tsx'
import { durationDays, instantIn, SanctionPresets } from './sanction-presets.tsx'

type Account = A['ManagedAccount']
type Body = paths['/api/operator/sanctions']['post']['requestBody']['content']['application/json']

/** Imposes a sanction, for a time or until it is lifted. */
export function ImposeSanction({ account }: { readonly account: Account }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  if (!account.allowedActions.includes('Sanction')) return null
  return (
    <>
      <Button variant="light" color="red" onClick={dialog.open}>
        <Trans>Impose sanction</Trans>
      </Button>
      <Dialog title={t`Sanction on ${account.email}`} isOpen={isOpen} close={dialog.close} size="lg">
        <SanctionForm account={account} close={dialog.close} />
      </Dialog>
    </>
  )
}

type SanctionFormProps = { readonly account: Account; readonly close: () => void }

function useSanction({ account, close }: SanctionFormProps) {
  const { t } = useLingui()
  const form = usePersistedForm(`sanction-${account.id}`, {
    kind: 'Warning' as Body['kind'],
    code: '' as Body['code'] | '',
    reason: '',
    endsAtUtc: '',
  })
  const mutation = useApiMutation<Body, A['Sanction']>(['accounts', 'audit'], (body, header) =>
    groupA.POST('/api/operator/sanctions', { params: { header }, body }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { endsAtUtc, code, ...rest } = form.values
    if (code === '') return
    const end = endsAtUtc === '' ? {} : { endsAtUtc }
    const onSuccess = () => {
      form.clearStored()
      close()
      notifySuccess(t`Sanction imposed.`)
    }
    mutation.mutate({ accountId: account.id, code, ...rest, ...end }, { onSuccess, onError: form.showErrors })
  }
  return { form, mutation, submit }
}

const options = (words: Labels, label: (word: string) => string) =>
  Object.keys(words).map((value) => ({ value, label: label(value) }))

function SanctionForm(props: SanctionFormProps) {
  const { t } = useLingui()
  const kind = useLabels(sanctionKindLabels)
  const code = useLabels(sanctionCodeLabels)
  const { form, mutation, submit } = useSanction(props)
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <SanctionPresets fill={form.setValues} />
        <NativeSelect label={t`Restriction`} data={options(sanctionKindLabels, kind)} {...form.getInputProps('kind')} />
        <NativeSelect
          label={t`Reason`}
          data={[{ value: '', label: t`Choose a reason` }, ...options(sanctionCodeLabels, code)]}
          required
          {...form.getInputProps('code')}
        />
        <Textarea
          label={t`Details`}
          description={t`The account holder will see it and can appeal once.`}
          required
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('reason')}
        />
        <LocalTimeField
          label={t`Until`}
          description={t`Leave empty for no end date.`}
          {...form.getInputProps('endsAtUtc')}
        />
        <Group gap={6}>
          {durationDays.map((days) => (
            <Button
              key={days}
              variant="default"
              size="compact-sm"
              onClick={() => form.setFieldValue('endsAtUtc', instantIn(days))}
            >
              <Plural value={days} one="# day" other="# days" />
            </Button>
          ))}
        </Group>
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={props.close}>
          <Button type="submit" color="red" loading={mutation.isPending}>
            <Trans>Impose</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
