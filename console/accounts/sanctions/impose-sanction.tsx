import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import type { paths } from '../../api/group-a.ts'
import { type A, groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { Answers, Dialog, notifyDone } from '../../ui/action-button.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { Refused } from '../../ui/refused.tsx'
import { useWords, type Words } from '../../ui/words.ts'
import { sanctionCodes, sanctionKinds } from './sanction-words.tsx'

type Account = A['ManagedAccount']
type Body = paths['/api/operator/sanctions']['post']['requestBody']['content']['application/json']

/** Imposes a sanction, for a time or until it is lifted. */
export function ImposeSanction({ of }: { readonly of: Account }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  if (!of.allowedActions.includes('Sanction')) return null
  return (
    <>
      <Button variant="light" color="red" onClick={dialog.open}>
        <Trans>Impose a sanction</Trans>
      </Button>
      <Dialog title={t`Sanction on ${of.email}`} isOpen={isOpen} close={dialog.close} size="lg">
        <SanctionForm of={of} close={dialog.close} />
      </Dialog>
    </>
  )
}

type FormProps = { readonly of: Account; readonly close: () => void }

function useSanction({ of, close }: FormProps) {
  const { t } = useLingui()
  const form = usePersistedForm(`sanction-${of.id}`, {
    kind: 'Warning' as Body['kind'],
    code: 'TermsBroken' as Body['code'],
    reason: '',
    endsAtUtc: '',
  })
  const action = useAction<Body, A['Sanction']>(['accounts', 'audit'], (body, header) =>
    groupA.POST('/api/operator/sanctions', { params: { header }, body }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { endsAtUtc, ...rest } = form.values
    const end = endsAtUtc === '' ? {} : { endsAtUtc: new Date(endsAtUtc).toISOString() }
    const onSuccess = () => {
      form.forget()
      close()
      notifyDone(t`Sanction imposed.`)
    }
    action.mutate({ accountId: of.id, ...rest, ...end }, { onSuccess, onError: form.refuse })
  }
  return { form, act: action, submit }
}

const choices = (words: Words, say: (word: string) => string) =>
  Object.keys(words).map((value) => ({ value, label: say(value) }))

function SanctionForm(props: FormProps) {
  const { t } = useLingui()
  const kind = useWords(sanctionKinds)
  const code = useWords(sanctionCodes)
  const { form, act: action, submit } = useSanction(props)
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <NativeSelect label={t`Restriction`} data={choices(sanctionKinds, kind)} {...form.getInputProps('kind')} />
        <NativeSelect label={t`Reason`} data={choices(sanctionCodes, code)} {...form.getInputProps('code')} />
        <Textarea
          label={t`Details`}
          description={t`The account holder will see it and can appeal once.`}
          required
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('reason')}
        />
        <TextInput
          type="datetime-local"
          label={t`Until`}
          description={t`Leave empty for no end date.`}
          {...form.getInputProps('endsAtUtc')}
        />
        <Refused error={action.error} />
        <Answers close={props.close}>
          <Button type="submit" color="red" loading={action.isPending}>
            <Trans>Impose</Trans>
          </Button>
        </Answers>
      </Stack>
    </form>
  )
}
