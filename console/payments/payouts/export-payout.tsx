import { Trans, useLingui } from '@lingui/react/macro'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { saveFile } from '../../ui/save-file.ts'

type Payout = A['Payout']
const buttonProps = { size: 'xs' } as const

type Query = { readonly again?: boolean; readonly reason?: string }
const sepa = { format: 'pain.001' } as const

function useExport<Input>({ id, kind }: Payout, queryOf: (input: Input) => Query) {
  return useApiMutation<Input, string>(['payments', 'audit'], async (input) => {
    const params = { path: { id }, query: { ...queryOf(input), ...(kind === 'Sepa' ? sepa : {}) } }
    const response = await groupA.GET('/api/operator/payouts/{id}/file', { params, parseAs: 'text' })
    return response as { data?: string; error?: unknown; response: Response }
  })
}

/** Exports the file of a payout; a second time only with a reason, because the first file may be at the bank. */
export function ExportPayout({ payout }: { readonly payout: Payout }) {
  const { t } = useLingui()
  const { id, kind, allowedActions } = payout
  const exportFirst = useExport<null>(payout, () => ({}))
  const exportAgain = useExport<string>(payout, (reason) => ({ again: true, reason }))
  const isSepa = kind === 'Sepa'
  const save = (file: string) =>
    isSepa ? saveFile(`payout-${id}.xml`, 'application/xml', file) : saveFile(`payout-${id}.csv`, 'text/csv', file)
  return (
    <>
      <ActionButton
        size="xs"
        allowed={allowedActions}
        action="Export"
        label={isSepa ? t`Export SEPA file` : t`Export file`}
        aria-label={t`Export file of payout ${id}`}
        mutation={exportFirst}
        input={null}
        successMessage={t`File exported.`}
        onSuccess={save}
      />
      <ReasonButton
        allowed={allowedActions}
        action="ExportAgain"
        buttonProps={buttonProps}
        label={t`Export again`}
        color="red"
        field="reason"
        fieldLabel={t`Reason`}
        description={t`Recorded in the audit log.`}
        persistKey={`payout-export-${id}`}
        mutation={exportAgain}
        successMessage={t`File exported.`}
        onSuccess={save}
        templates={[t`The first file was lost.`, t`The bank did not accept the first file.`]}
      >
        <Trans>
          This file was already exported. If the bank has the first one, everyone in it is paid twice. Withdrawals with
          a result are left out.
        </Trans>
      </ReasonButton>
    </>
  )
}
