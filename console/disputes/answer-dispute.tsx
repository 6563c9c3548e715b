import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { type B, groupB } from '../api.ts'
import { useAction } from '../queries.ts'
import { ActionButton, Answers, Dialog, notifyDone } from '../ui/action-button.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { Refused } from '../ui/refused.tsx'

type Dispute = B['Dispute']
const changed = ['disputes', 'executions', 'offers', 'ledger']

/** Lets an advertiser answer an appeal or concede. */
export function AnswerDispute({ dispute }: { readonly dispute: Dispute }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const concede = useAction<number, Dispute>(changed, (id, header) =>
    groupB.POST('/reports/{id}/dispute/concede', { params: { path: { id }, header }, body: {} }),
  )
  return (
    <>
      {dispute.allowedActions.includes('Answer') && (
        <Button onClick={dialog.open}>
          <Trans>Answer</Trans>
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
        doing={concede}
        input={dispute.reportId}
        confirm={<Trans>The work is accepted and the executor is paid. The dispute ends and counts as lost.</Trans>}
        done={t`Work accepted.`}
      />
    </>
  )
}

function AnswerForm({ dispute, close }: { readonly dispute: Dispute; readonly close: () => void }) {
  const { t } = useLingui()
  const form = usePersistedForm(`dispute-answer-${dispute.id}`, { answer: '' })
  const action = useAction<string, Dispute>(changed, (answer, header) =>
    groupB.POST('/reports/{id}/dispute/answer', {
      params: { path: { id: dispute.reportId }, header },
      body: { answer },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    action.mutate(form.values.answer, {
      onSuccess: () => {
        form.forget()
        close()
        notifyDone(t`An operator will read your answer.`)
      },
      onError: form.refuse,
    })
  }
  return (
    <form onSubmit={submit}>
      <Textarea
        label={t`Your answer`}
        description={t`You can answer once. Say what the work is missing and where that can be seen.`}
        autosize
        minRows={5}
        maxRows={16}
        required
        data-autofocus
        mb="md"
        {...form.getInputProps('answer')}
      />
      <Refused error={action.error} />
      <Answers close={close}>
        <Button type="submit" loading={action.isPending}>
          <Trans>Send answer</Trans>
        </Button>
      </Answers>
    </form>
  )
}
