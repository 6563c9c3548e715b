import { useLingui } from '@lingui/react/macro'
import { Button, Select, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { type CallResult, type Headers, useApiMutation } from '../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { type ReportCode, reportCodeLabels } from './report-code-labels.ts'

type Input = { readonly code: string; readonly comment: string }
type FormProps = {
  /** The key of the stored draft: the browser keeps an unsent report. */
  readonly name: string
  readonly about: string
  readonly thanks: string
  readonly send: (
    report: { readonly code: ReportCode; readonly comment: string | null },
    header: Headers,
  ) => CallResult<unknown>
}
type Props = FormProps & { readonly label: string; readonly title: string; readonly size: 'compact-xs' | 'compact-sm' }

/** A button with a dialog for reporting to the operators what breaks the rules. */
export function ReportButton({ label, title, size, ...props }: Props) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="subtle" color="gray" size={size} onClick={dialog.open}>
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} close={dialog.close} size="lg">
        <ReportForm {...props} close={dialog.close} />
      </Dialog>
    </>
  )
}

function ReportForm({ name, about, thanks, send, close }: FormProps & { readonly close: () => void }) {
  const { t, i18n } = useLingui()
  const form = usePersistedForm<Input>(name, { code: '', comment: '' })
  const report = useApiMutation<Input, unknown>(['moderation'], ({ code, comment }, header) =>
    send({ code: code as ReportCode, comment: comment.trim() || null }, header),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    report.mutate(form.values, {
      onSuccess: () => {
        form.clearStored()
        close()
        notifySuccess(thanks)
      },
      onError: form.showErrors,
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{about}</Text>
        <Select
          label={t`Reason`}
          required
          data={Object.entries(reportCodeLabels).map(([value, label]) => ({ value, label: i18n._(label) }))}
          {...form.getInputProps('code')}
        />
        <Textarea label={t`Details`} autosize minRows={3} maxLength={2_000} {...form.getInputProps('comment')} />
        <ErrorAlert error={report.error} />
        <DialogButtons close={close}>
          <Button type="submit" color="red" loading={report.isPending}>
            {t`Send report`}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
