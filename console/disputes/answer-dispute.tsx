import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { type B, groupB } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { ActionButton, Dialog, DialogButtons, notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'

type Dispute = B['Dispute']
const changedNouns = ['disputes', 'executions', 'offers', 'ledger']

/** Lets an advertiser answer an appeal or concede. */
export function AnswerDispute({ dispute }: { readonly dispute: Dispute }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const concede = useApiMutation<number, Dispute>(changedNouns, (id, header) =>
    groupB.POST('/reports/{id}/dispute/concede', { params: { path: { id }, header }, body: {} }),
  )
  return (
    <>
      {dispute.allowedActions.includes('Answer') && (
        <Button onClick={dialog.open}>
          <Trans context="button">Answer</Trans>
        </Button>
      )}
      <Dialog title={t`Answer the appeal`} isOpen={isOpen} close={dialog.close} size="lg">
        <AnswerForm dispute={dispute} close={dialog.close} />
      </Dialog>
      <ActionButton
        allowed={dispute.allowedActions}
        action="Concede"
        label={t`Concede`}
        variant="default"
        mutation={concede}
        input={dispute.reportId}
        confirm={<Trans>The submission is accepted and the executor is paid. The dispute counts as lost.</Trans>}
        successMessage={t`Submission accepted.`}
      />
    </>
  )
}

function AnswerForm({ dispute, close }: { readonly dispute: Dispute; readonly close: () => void }) {
  const { t } = useLingui()
  const form = usePersistedForm(`dispute-answer-${dispute.id}`, { answer: '' })
  const mutation = useApiMutation<string, Dispute>(changedNouns, (answer, header) =>
    groupB.POST('/reports/{id}/dispute/answer', {
      params: { path: { id: dispute.reportId }, header },
      body: { answer },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(form.values.answer, {
      onSuccess: () => {
        form.clearStored()
        close()
        notifySuccess(t`An operator will read your answer.`)
      },
      onError: form.showErrors,
    })
  }
  return (
    <form onSubmit={submit}>
      <Textarea
        label={t`Your answer`}
        description={t`You can answer only once. Name the missing parts and tell the operator where to check.`}
        autosize
        minRows={5}
        maxRows={16}
        required
        data-autofocus
        mb="md"
        {...form.getInputProps('answer')}
      />
      <ErrorAlert error={mutation.error} />
      <DialogButtons close={close}>
        <Button type="submit" loading={mutation.isPending}>
          <Trans>Send answer</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}
