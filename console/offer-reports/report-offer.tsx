import { useLingui } from '@lingui/react/macro'
import { Button, Select, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { groupA } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { type ReportCode, reportCodeLabels } from './report-code-labels.ts'

type Input = { readonly code: ReportCode; readonly comment: string }
type Props = { readonly offerId: number }

/** A button with a dialog for reporting an offer that breaks the rules. */
export function ReportOffer({ offerId }: Props) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={dialog.open}>
        {t`Report this task`}
      </Button>
      <Dialog title={t`Report this task`} isOpen={isOpen} close={dialog.close} size="lg">
        <ReportForm offerId={offerId} close={dialog.close} />
      </Dialog>
    </>
  )
}

function ReportForm({ offerId, close }: Props & { readonly close: () => void }) {
  const { t, i18n } = useLingui()
  const form = usePersistedForm<{ code: string; comment: string }>(`report-offer-${offerId}`, { code: '', comment: '' })
  const mutation = useApiMutation<Input, unknown>(['moderation'], ({ code, comment }, header) =>
    groupA.POST('/api/executor/offers/{offerId}/report', {
      params: { path: { offerId }, header },
      body: { code, comment: comment.trim() || null },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(form.values as Input, {
      onSuccess: () => {
        form.clearStored()
        close()
        notifySuccess(t`Thank you. An operator will review this task.`)
      },
      onError: form.showErrors,
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{t`Only operators see your report. The advertiser will not learn who sent it.`}</Text>
        <Select
          label={t`Reason`}
          required
          data={Object.entries(reportCodeLabels).map(([value, label]) => ({ value, label: i18n._(label) }))}
          {...form.getInputProps('code')}
        />
        <Textarea label={t`Details`} autosize minRows={3} maxLength={2_000} {...form.getInputProps('comment')} />
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" color="red" loading={mutation.isPending}>
            {t`Send report`}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
