import { useLingui } from '@lingui/react/macro'
import { Button, Select, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { groupA } from '../api.ts'
import { useAction } from '../queries.ts'
import { Answers, Dialog, notifyDone } from '../ui/action-button.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { Refused } from '../ui/refused.tsx'
import { type ReportCode, reportCodes } from './report-codes.ts'

type Input = { readonly code: ReportCode; readonly comment: string }
type Props = { readonly offerId: number }

/** A button with a dialog for reporting an offer that breaks the rules. */
export function ReportOffer({ offerId }: Props) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={dialog.open}>
        {t`Report this offer`}
      </Button>
      <Dialog title={t`Report this offer`} isOpen={isOpen} close={dialog.close} size="lg">
        <ReportForm offerId={offerId} close={dialog.close} />
      </Dialog>
    </>
  )
}

function ReportForm({ offerId, close }: Props & { readonly close: () => void }) {
  const { t, i18n } = useLingui()
  const form = usePersistedForm<{ code: string; comment: string }>(`report-offer-${offerId}`, { code: '', comment: '' })
  const reporting = useAction<Input, unknown>(['moderation'], ({ code, comment }, header) =>
    groupA.POST('/api/executor/offers/{offerId}/report', {
      params: { path: { offerId }, header },
      body: { code, comment: comment.trim() || null },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reporting.mutate(form.values as Input, {
      onSuccess: () => {
        form.forget()
        close()
        notifyDone(t`Thank you. An operator will review this offer.`)
      },
      onError: form.refuse,
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{t`Only operators see your report. The advertiser will not learn who sent it.`}</Text>
        <Select
          label={t`What is wrong?`}
          required
          data={Object.entries(reportCodes).map(([value, label]) => ({ value, label: i18n._(label) }))}
          {...form.getInputProps('code')}
        />
        <Textarea label={t`Details`} autosize minRows={3} maxLength={2_000} {...form.getInputProps('comment')} />
        <Refused error={reporting.error} />
        <Answers close={close}>
          <Button type="submit" color="red" loading={reporting.isPending}>
            {t`Send report`}
          </Button>
        </Answers>
      </Stack>
    </form>
  )
}
