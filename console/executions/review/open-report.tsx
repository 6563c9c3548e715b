import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Stack } from '@mantine/core'
import { useState } from 'react'
import { useKeys } from '../../ui/keys.ts'
import type { Chosen } from '../../ui/lists/list.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Loaded, Waiting } from '../../ui/waiting.tsx'
import { type CriteriaResults, failedOf } from '../criteria.tsx'
import { useFetchedEarly } from '../picture-large.tsx'
import { DecideDialogs } from './decide-dialogs.tsx'
import type { Decision, Decisions, SentDecision } from './decisions.ts'
import { type Question, ReviewBar } from './review-bar.tsx'
import { useKeysOn } from './review-keys.tsx'
import { toggled } from './review-queue.tsx'
import { ReviewReport } from './review-report.tsx'
import type { Report, ReviewState } from './review-state.ts'

type OpenReportProps = {
  readonly review: ReviewState
  readonly decisions: Decisions
  readonly question: Question
  readonly ask: (question: Question) => void
  readonly chosen: Chosen
  readonly choose: (chosen: Chosen) => void
}

/** The open report and its possible decisions. */
export function OpenReport(props: OpenReportProps) {
  return (
    <Loaded query={props.review.report} waiting={<Waiting rows={3} height={140} />}>
      {(report) => <Open {...props} report={report} />}
    </Loaded>
  )
}

const noProofs: Report['proofs'] = []

function Open({ report, ...props }: OpenReportProps & { readonly report: Report }) {
  const { t } = useLingui()
  const { review, decisions, question, ask } = props
  const [results, setResults] = useState<CriteriaResults>({})
  const sent = decisions.sent[report.id]
  // No actions while a decision is being sent.
  const allowed = sent?.state === 'sending' ? [] : report.allowedActions
  useFetchedEarly(review.items.find(({ id }) => id === review.next)?.proofs ?? noProofs)
  const decide = useDecideAndGoOn(review, decisions)
  const accept = () => void decide({ id: report.id, verb: 'accept', body: { version: report.version } })
  useReviewKeys({ ...props, report, allowed, accept })
  return (
    <Stack gap="md" component="section" aria-label={t`Work ${report.id}`} miw={0}>
      <WhatBecame sent={sent} />
      <ReviewReport report={report} results={results} setResults={setResults} />
      <ReviewBar review={review} allowed={allowed} accept={accept} ask={ask} />
      <DecideDialogs
        question={question}
        report={report}
        criteria={report.taskContent.acceptanceCriteria}
        failed={failedOf(results)}
        close={() => ask(undefined)}
        decide={decide}
      />
    </Stack>
  )
}

/** Opens the next report at once; the queue shows the state of the decision being sent. */
function useDecideAndGoOn(review: ReviewState, { sent, decide }: Decisions) {
  return (decision: Decision): Promise<boolean> => {
    const done = decide(decision)
    const isLeft = (id: number) => id !== decision.id && sent[id] === undefined
    const behind = review.items.slice(review.index + 1).find(({ id }) => isLeft(id))
    const before = review.items.slice(0, Math.max(0, review.index)).findLast(({ id }) => isLeft(id))
    // Decisions on reports that were not pending (a bonus, a withdrawn rejection) keep the report open to show the result.
    const isQueued = decision.verb !== 'bonus' && decision.verb !== 'withdraw-rejection'
    if (isQueued && review.index >= 0) review.open((behind ?? before)?.id)
    return done
  }
}

type KeyProps = OpenReportProps & {
  readonly report: Report
  readonly allowed: readonly string[]
  readonly accept: () => void
}

function useReviewKeys({ review, report, allowed, accept, ask, chosen, choose }: KeyProps): void {
  const [isOn] = useKeysOn()
  const where = (action: string, act: () => void) => () => {
    if (allowed.includes(action)) act()
  }
  const next = () => review.next !== undefined && review.open(review.next)
  const previous = () => review.previous !== undefined && review.open(review.previous)
  useKeys(
    {
      a: where('Accept', accept),
      'Shift+a': where('Accept', () => ask('accept')),
      r: where('Reject', () => ask('reject')),
      w: where('RequestRework', () => ask('rework')),
      j: next,
      ArrowRight: next,
      k: previous,
      ArrowLeft: previous,
      x: () => choose(toggled(chosen, report.id)),
      '?': () => ask('keys'),
    },
    { isOn },
  )
}

function WhatBecame({ sent }: { readonly sent: SentDecision | undefined }) {
  if (!sent || sent.state === 'done') return null
  if (sent.state === 'refused') return <Refused error={sent.error} />
  return (
    <Alert role="status" color="yellow">
      <Trans>Sending your decision. It takes effect once the marketplace confirms it.</Trans>
    </Alert>
  )
}
