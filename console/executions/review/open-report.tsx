import { Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { undoLatest } from '../../ui/undo/undo.tsx'
import { failedOf } from '../criteria.tsx'
import { usePrefetchedImages } from '../image-viewer.tsx'
import type { CheckedCriteria } from './criteria-results.ts'
import { DecisionDialogs } from './decision-dialogs.tsx'
import type { Decision } from './decision-request.ts'
import type { Decisions } from './decisions.ts'
import { type BulkAction, reportsFor } from './many-reports.ts'
import type { OutgoingDecision } from './outbox.ts'
import { ReviewBar, type ReviewDialog } from './review-bar.tsx'
import { ReviewReport } from './review-report.tsx'
import { useShortcutsEnabled } from './review-shortcuts.tsx'
import type { Report, ReviewState } from './review-state.ts'
import type { Selection } from './selection.ts'
import { UnmetCriteriaDialog } from './unmet-criteria.tsx'

type OpenReportProps = {
  readonly review: ReviewState
  readonly decisions: Decisions
  readonly checked: CheckedCriteria
  readonly openDialog: ReviewDialog
  readonly setDialog: (openDialog: ReviewDialog) => void
  readonly selection: Selection
  /** Decides on the selection. */
  readonly onSelected: (action: BulkAction) => void
}

/** The open report and its possible decisions. */
export function OpenReport(props: OpenReportProps) {
  return (
    <QueryContent query={props.review.report} placeholder={<LoadingSkeleton rows={3} height={140} />}>
      {(report) => <ReportPane {...props} report={report} />}
    </QueryContent>
  )
}

const noProofs: Report['proofs'] = []

function ReportPane({ report, ...props }: OpenReportProps & { readonly report: Report }) {
  const { review, decisions, checked, openDialog, setDialog, selection } = props
  const hasSelection = selection.reports.length > 0
  const results = checked.resultsOf(report)
  const unmet = checked.unmetOf(report)
  const sentDecision = decisions.sentDecisions[report.id]
  // No actions while a decision is on its way.
  const isWaiting = sentDecision?.state === 'undoable' || sentDecision?.state === 'sending'
  const allowed = isWaiting ? [] : report.allowedActions
  usePrefetchedImages(review.items.find(({ id }) => id === review.next)?.proofs ?? noProofs)
  const decide = useDecideAndOpenNext(props, report)
  const accept = () => void decide({ id: report.id, verb: 'accept', body: { version: report.version } })
  const acceptances = {
    accept: unmet.length > 0 ? () => setDialog('unmet') : accept,
    acceptWithFeedback: () => setDialog(unmet.length > 0 ? 'unmet-feedback' : 'accept'),
  }
  useReviewKeys({ ...props, ...acceptances, report, allowed })
  return (
    <>
      <ReviewReport
        report={report}
        results={results}
        setResults={(changed) => checked.check(report, changed)}
        progress={<DecisionProgress sentDecision={sentDecision} />}
        bar={<ReviewBar {...{ review, report, allowed, setDialog }} {...acceptances} hasKeys={!hasSelection} />}
      />
      <UnmetCriteriaDialog {...{ report, unmet, openDialog, setDialog, allowed, accept }} />
      <DecisionDialogs
        openDialog={openDialog}
        report={report}
        criteria={report.taskContent.acceptanceCriteria}
        failed={failedOf(results)}
        close={() => setDialog(undefined)}
        decide={decide}
      />
    </>
  )
}

/** Opens the next report at once; the decision is sent after the time to undo it. */
function useDecideAndOpenNext({ review, decisions, selection }: OpenReportProps, report: Report) {
  return async (decision: Decision): Promise<boolean> => {
    // A bonus and a withdrawn rejection keep the report open to show the result.
    if (decision.verb === 'bonus' || decision.verb === 'withdraw-rejection') return decisions.decide(decision)
    const wasSelected = selection.has(report)
    selection.remove([report])
    const onUndo = () => {
      review.open(report.id)
      if (wasSelected) selection.add([report])
    }
    const delivered = decisions.decideWithUndo(decision, { reports: [report], onUndo })
    const following = review.items.slice(review.index + 1)[0]
    const preceding = review.items.slice(0, Math.max(0, review.index)).at(-1)
    if (review.index >= 0) review.open((following ?? preceding)?.id)
    return (await delivered) !== undefined
  }
}

type KeyProps = OpenReportProps & {
  readonly report: Report
  readonly allowed: readonly string[]
  readonly accept: () => void
  readonly acceptWithFeedback: () => void
}

function useReviewKeys({
  review,
  report,
  allowed,
  accept,
  acceptWithFeedback,
  setDialog,
  selection,
  onSelected,
}: KeyProps): void {
  const [isEnabled] = useShortcutsEnabled()
  const ifAllowed = (action: string, run: () => void) => () => {
    if (allowed.includes(action)) run()
  }
  /** A key decides on the selection, if there is one. */
  const onKey = (action: BulkAction, ofOpen: () => void) => () => {
    if (selection.reports.length === 0) return ofOpen()
    if (reportsFor(action, selection.reports).length > 0) onSelected(action)
  }
  const next = () => review.next !== undefined && review.open(review.next)
  const previous = () => review.previous !== undefined && review.open(review.previous)
  useShortcuts(
    {
      a: onKey('accept', ifAllowed('Accept', accept)),
      'Shift+a': onKey('accept', ifAllowed('Accept', acceptWithFeedback)),
      r: onKey(
        'reject',
        ifAllowed('Reject', () => setDialog('reject')),
      ),
      w: onKey(
        'rework',
        ifAllowed('RequestRework', () => setDialog('rework')),
      ),
      j: next,
      ArrowRight: next,
      k: previous,
      ArrowLeft: previous,
      x: () => selection.toggle(report),
      z: undoLatest,
      '?': () => setDialog('keys'),
    },
    { isEnabled },
  )
}

function DecisionProgress({ sentDecision }: { readonly sentDecision: OutgoingDecision | undefined }) {
  if (!sentDecision || sentDecision.state === 'unconfirmed') return null
  if (sentDecision.state === 'refused') return <ErrorAlert error={sentDecision.error} />
  return (
    <Alert role="status" color="gray">
      {sentDecision.state === 'undoable' ? (
        <Trans>Your decision is sent in a few seconds unless you undo it.</Trans>
      ) : (
        <Trans>Sending your decision. It takes effect once the marketplace confirms it.</Trans>
      )}
    </Alert>
  )
}
