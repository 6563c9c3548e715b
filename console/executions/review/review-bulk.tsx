import { Plural, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { Dialog } from '../../ui/action-button.tsx'
import { AcceptancePayment } from '../acceptance-payment.tsx'
import { BulkForm } from './bulk-form.tsx'
import { BulkRefusals, useBulkDecision } from './bulk-outcome.tsx'
import type { CheckedCriteria } from './criteria-results.ts'
import { recordNumbers } from './decision-request.ts'
import type { Decisions } from './decisions.ts'
import { type BulkAction, type BulkItem, reportsFor } from './many-reports.ts'
import type { ListedReport } from './review-state.ts'
import type { Selection } from './selection.ts'
import { SuggestedButtons } from './unmet-criteria.tsx'

type ReviewBulkProps = {
  readonly selection: Selection
  readonly decisions: Decisions
  readonly checked: CheckedCriteria
  readonly action: BulkAction | undefined
  readonly setAction: (action: BulkAction | undefined) => void
  readonly onDecided: (reports: readonly ListedReport[]) => void
}

/** Applies one decision to the selected reports that allow it, after the time to undo it, and names those that were refused. */
export function ReviewBulk({ selection, decisions, checked, action, setAction, onDecided }: ReviewBulkProps) {
  const { t } = useLingui()
  const { results, decide } = useBulkDecision(decisions)
  const titles = { accept: t`Accept`, reject: t`Reject`, rework: t`Request changes`, bonus: t`Pay a bonus` }
  const reports = action ? reportsFor(action, selection.reports) : []
  const unmet = action === 'accept' ? reports.filter((report) => checked.unmetOf(report).length > 0) : []
  const close = () => setAction(undefined)
  const send = (decision: Partial<BulkItem>, clearForm: () => void) => {
    if (!action) return
    const verb = action === 'bonus' ? 'accept' : action
    const items = reports.map(({ id, version }) => ({ ...decision, id, version, action: verb }))
    const delivered = decide(items, { reports, isOnlyBonus: action === 'bonus', onUndo: () => selection.add(reports) })
    void delivered.then((isSent) => isSent && clearForm())
    close()
    onDecided(reports)
  }
  const requestChanges = () => {
    selection.clear()
    selection.add(unmet)
    setAction('rework')
  }
  const shared = { reports, send, close }
  return (
    <>
      <BulkRefusals results={results} />
      <Dialog title={action ? titles[action] : ''} isOpen={action !== undefined} close={close} size="lg">
        {unmet.length > 0 && <BulkUnmet {...shared} unmet={unmet} requestChanges={requestChanges} />}
        {action && unmet.length === 0 && (
          <BulkForm {...shared} action={action} label={titles[action]} leaveOut={selection.remove} />
        )}
      </Dialog>
    </>
  )
}

type BulkUnmetProps = {
  readonly reports: readonly ListedReport[]
  readonly send: (decision: Partial<BulkItem>, clearForm: () => void) => void
  readonly close: () => void
  readonly unmet: readonly ListedReport[]
  readonly requestChanges: () => void
}

/** Asks before several are accepted of which some fail a required criterion. */
function BulkUnmet({ reports, unmet, send, close, requestChanges }: BulkUnmetProps) {
  return (
    <>
      <Text size="sm">
        <Plural
          value={unmet.length}
          one="You marked required criteria as not met in # submission:"
          other="You marked required criteria as not met in # submissions:"
        />{' '}
        {recordNumbers(unmet.map(({ id }) => id))}
      </Text>
      <AcceptancePayment reports={reports} />
      <SuggestedButtons close={close} requestChanges={requestChanges} acceptAnyway={() => send({}, () => undefined)} />
    </>
  )
}
