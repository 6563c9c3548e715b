import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Chosen } from '../../ui/lists/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded, Waiting } from '../../ui/waiting.tsx'
import { type Decisions, useDecisions } from './decisions.ts'
import { NothingToReview } from './nothing-to-review.tsx'
import { OpenReport } from './open-report.tsx'
import type { Question } from './review-bar.tsx'
import { ReviewBulk } from './review-bulk.tsx'
import { ReviewCsv } from './review-csv.tsx'
import { ReviewFilters } from './review-filters.tsx'
import { ReviewKeys } from './review-keys.tsx'
import { ReviewQueue } from './review-queue.tsx'
import { type ReviewState, useReview } from './review-state.ts'

/** The review page of advertisers: the queue on the left, the open report next to it, one key for each decision. */
export function ReviewPage() {
  const { t } = useLingui()
  const review = useReview()
  const decisions = useDecisions()
  const [question, ask] = useState<Question>()
  return (
    <Page
      title={t`Review`}
      actions={
        <>
          <Button variant="default" onClick={() => ask('keys')} aria-keyshortcuts="?" visibleFrom="sm">
            <Trans>Shortcuts</Trans>
          </Button>
          <ReviewCsv search={review.search} />
        </>
      }
    >
      <ReviewFilters review={review} />
      <Loaded query={review.queue} waiting={<Waiting rows={3} height={120} />}>
        {() => <Body review={review} decisions={decisions} question={question} ask={ask} />}
      </Loaded>
      <ReviewKeys isOpen={question === 'keys'} close={() => ask(undefined)} />
    </Page>
  )
}

type BodyProps = {
  readonly review: ReviewState
  readonly decisions: Decisions
  readonly question: Question
  readonly ask: (question: Question) => void
}

function Body({ review, decisions, question, ask }: BodyProps) {
  const [chosen, choose] = useState<Chosen>({})
  const shown = review.items.filter(({ id }) => chosen[id])
  const decided = () => {
    choose({})
    if (shown.some(({ id }) => id === review.current)) review.open(undefined)
  }
  if (review.items.length === 0 && review.current === undefined) return <NothingToReview review={review} />
  return (
    <Stack gap="sm">
      <ReviewBulk chosen={shown} clear={() => choose({})} decided={decided} />
      <div className="desk">
        <ReviewQueue review={review} sent={decisions.sent} chosen={chosen} choose={choose} />
        <OpenReport
          key={review.current}
          review={review}
          decisions={decisions}
          question={question}
          ask={ask}
          chosen={chosen}
          choose={choose}
        />
      </div>
    </Stack>
  )
}
