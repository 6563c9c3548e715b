import { Trans, useLingui } from '@lingui/react/macro'
import { type A, groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { saveFile } from '../../ui/save-file.ts'

type Payout = A['Payout']
const small = { size: 'xs' } as const

type Query = { readonly again?: boolean; readonly reason?: string }

function useExport<Input>(id: number, queryOf: (input: Input) => Query) {
  return useAction<Input, string>(['payments', 'audit'], async (input) => {
    const params = { path: { id }, query: queryOf(input) }
    const answer = await groupA.GET('/api/operator/payouts/{id}/file', { params, parseAs: 'text' })
    return answer as { data?: string; error?: unknown; response: Response }
  })
}

/** Exports the file of a payout; a second time only with a reason, because the first file may be at the bank. */
export function ExportPayout({ of: { id, allowedActions } }: { readonly of: Payout }) {
  const { t } = useLingui()
  const first = useExport<null>(id, () => ({}))
  const again = useExport<string>(id, (reason) => ({ again: true, reason }))
  const save = (file: string) => saveFile(`payout-${id}.csv`, 'text/csv', file)
  return (
    <>
      <ActionButton
        size="xs"
        allowed={allowedActions}
        action="Export"
        label={t`Export file`}
        aria-label={t`Export file of payout ${id}`}
        doing={first}
        input={null}
        done={t`File exported.`}
        then={save}
      />
      <ReasonButton
        allowed={allowedActions}
        action="ExportAgain"
        button={small}
        label={t`Export again`}
        color="red"
        field="reason"
        ask={t`Reason`}
        about={t`Recorded in the audit log.`}
        persistKey={`payout-export-${id}`}
        doing={again}
        done={t`File exported.`}
        then={save}
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
