import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { groupA } from '../api.ts'
import { queries, useAction } from '../queries.ts'
import { notifyDone } from '../ui/action-button.tsx'
import { Part } from '../ui/page.tsx'
import { usePersistedForm, useUnloadGuard } from '../ui/persisted-form.ts'
import { Refused } from '../ui/refused.tsx'
import { SchemaFields } from '../ui/schema/form.tsx'
import { entered, type Values } from '../ui/schema/schema.ts'
import { UserText } from '../ui/user-text.tsx'
import { sheetOf } from './answer-sheet.ts'
import { ProofsField } from './proofs-field.tsx'
import type { Upload } from './upload.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

type Work = { readonly details: Values; readonly proofs: readonly Upload[] }

type SubmitWorkProps = {
  readonly offerId: number
  readonly reservationId: number
  readonly executionDetailsSchema: unknown
  readonly offerDetails: Values
  readonly proofInstructions: string | null
  /** The key under which this browser stores the form. */
  readonly persistKey: string
  /** The previous submission, for a rework. */
  readonly before?: Work
}

/** The work form: proofs, and the answers that the task type asks for. All input is stored until it is submitted. */
export function SubmitWork(query: SubmitWorkProps) {
  const { offerId, executionDetailsSchema, offerDetails } = query
  const { t } = useLingui()
  const sheet = useMemo(() => sheetOf(executionDetailsSchema, offerDetails), [executionDetailsSchema, offerDetails])
  const form = useWorkForm(query, sheet.values)
  const uploads = useUploads(offerId, (upload) => form.insertListItem('proofs', upload))
  const sending = useSubmission(query)
  useUnloadGuard(uploads.files.length > 0 || sending.isPending)
  const submit = (work: Work) => void sending.send(work, form.forget, form.refuse)
  const remove = (upload: Upload) =>
    form.setFieldValue(
      'proofs',
      form.getValues().proofs.filter(({ url }) => url !== upload.url),
    )
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="lg">
        <Part title={t`Proofs`}>
          {query.proofInstructions && <UserText text={query.proofInstructions} />}
          <ProofsField
            proofs={form.values.proofs}
            uploads={uploads}
            remove={remove}
            error={form.errors.proofUrls as string | undefined}
          />
        </Part>
        {Object.keys(sheet.schema.properties ?? {}).length > 0 && (
          <Part title={t`Your answers`}>
            <Paper withBorder p="md" radius="md">
              <SchemaFields schema={sheet.schema} form={form} name="details" />
            </Paper>
          </Part>
        )}
        <Refused error={sending.error} />
        <Send uploads={uploads} isSending={sending.isPending} hasProofs={form.values.proofs.length > 0} />
      </Stack>
    </form>
  )
}

function useWorkForm({ persistKey, before }: SubmitWorkProps, begun: Values) {
  const first: Work = before
    ? { details: { ...begun, ...before.details }, proofs: before.proofs }
    : { details: begun, proofs: [] }
  return usePersistedForm<Work>(persistKey, first)
}

function useSubmission({ offerId, reservationId }: SubmitWorkProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const submitting = useAction(['offers', 'reservations', 'executions'], (work: Work, headers) =>
    groupA.POST('/api/executor/offers/{offerId}/submit-execution', {
      params: { path: { offerId }, header: headers },
      body: {
        reservationId,
        proofUrls: work.proofs.map(({ url }) => url),
        details: (entered(work.details) as Record<string, unknown> | undefined) ?? {},
      },
    }),
  )
  /** Continues even if this form unmounts because the refetched record no longer allows it. */
  const send = async (work: Work, arrived: () => void, refused: (error: unknown) => void) => {
    try {
      const { id } = await submitting.mutateAsync(work)
      arrived()
      notifyDone(t`Submitted. Waiting for the advertiser's review.`)
      await navigate({ to: '/executor/work/$executionId', params: { executionId: String(id) } })
    } catch (error) {
      refused(error)
      // The reservation may have expired: refetches the allowed actions.
      void queries.invalidateQueries({ queryKey: ['offers'] })
    }
  }
  return { send, error: submitting.error, isPending: submitting.isPending }
}

type SendProps = { readonly uploads: Uploads; readonly isSending: boolean; readonly hasProofs: boolean }

function Send({ uploads, isSending, hasProofs }: SendProps) {
  const underWay = uploads.files.filter(({ refusal }) => !refusal).length
  return (
    <Group justify="flex-end" gap="md">
      <Text size="sm" c="dimmed" role="status">
        {underWay > 0 ? (
          <Trans>Files are still uploading.</Trans>
        ) : hasProofs ? null : (
          <Trans>Add at least one proof.</Trans>
        )}
      </Text>
      <Button type="submit" size="md" loading={isSending} disabled={underWay > 0}>
        <Trans>Submit</Trans>
      </Button>
    </Group>
  )
}
