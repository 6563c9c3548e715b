import './review.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Page } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { useCriteriaResults } from './criteria-results.ts'
import { type Decisions, useDecisions } from './decisions.ts'
import type { BulkAction } from './many-reports.ts'
import { NothingToReview } from './nothing-to-review.tsx'
import { OpenReport } from './open-report.tsx'
import type { ReviewDialog } from './review-bar.tsx'
import { ReviewBulk } from './review-bulk.tsx'
import { ReviewCsv } from './review-csv.tsx'
import { ReviewFilters } from './review-filters.tsx'
import { ReviewQueue } from './review-queue.tsx'
import { ReviewShortcuts } from './review-shortcuts.tsx'
import { type ListedReport, type ReviewState, reportQuery, useReview } from './review-state.ts'
import { type Selection, useSelection } from './selection.ts'
import { UnconfirmedDecisions } from './unconfirmed-decisions.tsx'

/** The review page of advertisers: the queue on the left, the open report next to it, one key for each decision. */
export function ReviewPage() {
  const { t } = useLingui()
  const review = useReview()
  const decisions = useDecisions()
  const selection = useSelection(JSON.stringify(reportQuery(review.search)))
  const [openDialog, setDialog] = useState<ReviewDialog>()
  return (
    <Page
      title={t`Review`}
      actions={
        <>
          <Button variant="default" onClick={() => setDialog('keys')} aria-keyshortcuts="?" visibleFrom="sm">
            <Trans>Shortcuts</Trans>
          </Button>
          <ReviewCsv search={review.search} decisions={decisions} />
        </>
      }
    >
      <ReviewFilters review={review} />
      <UnconfirmedDecisions decisions={decisions} />
      <QueryContent query={review.queue} placeholder={<LoadingSkeleton rows={3} height={120} />}>
        {() => <Body {...{ review, decisions, selection, openDialog, setDialog }} />}
      </QueryContent>
      <ReviewShortcuts isOpen={openDialog === 'keys'} close={() => setDialog(undefined)} />
    </Page>
  )
}

type BodyProps = {
  readonly review: ReviewState
  readonly decisions: Decisions
  readonly selection: Selection
  readonly openDialog: ReviewDialog
  readonly setDialog: (openDialog: ReviewDialog) => void
}

function Body({ review, decisions, selection, openDialog, setDialog }: BodyProps) {
  const [action, setAction] = useState<BulkAction>()
  const checked = useCriteriaResults()
  const onDecided = (reports: readonly ListedReport[]) => {
    selection.clear()
    if (reports.some(({ id }) => id === review.current)) review.open(undefined)
  }
  const [hasDecided, setHasDecided] = useState(false)
  if (!hasDecided && Object.keys(decisions.sentDecisions).length > 0) setHasDecided(true)
  const isEmpty = review.items.length === 0 && review.current === undefined && selection.reports.length === 0
  return (
    <Stack gap="sm">
      <ReviewBulk {...{ selection, decisions, checked, action, setAction, onDecided }} />
      {isEmpty ? (
        <NothingToReview review={review} hasDecided={hasDecided} />
      ) : (
        <div className="queue review-queue">
          <ReviewQueue {...{ review, selection }} sentDecisions={decisions.sentDecisions} onAction={setAction} />
          {review.current !== undefined && (
            <OpenReport
              key={review.current}
              {...{ review, decisions, checked, openDialog, setDialog, selection }}
              onSelected={setAction}
            />
          )}
        </div>
      )}
    </Stack>
  )
}
