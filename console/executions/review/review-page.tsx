import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Chosen } from '../../ui/lists/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded, Waiting } from '../../ui/waiting.tsx'
import { type Decisions, useDecisions } from './decisions.ts'
import { DeskEmpty } from './nothing-to-review.tsx'
import { DeskReport } from './open-report.tsx'
import type { Question } from './review-bar.tsx'
import { ReviewBulk } from './review-bulk.tsx'
import { ReviewCsv } from './review-csv.tsx'
import { ReviewFilters } from './review-filters.tsx'
import { ReviewKeys } from './review-keys.tsx'
import { ReviewQueue } from './review-queue.tsx'
import { type Desk, useDesk } from './review-state.ts'

/** Where advertisers decide on work: what waits at the left, one of it large beside it, one key for each decision. */
export function ReviewDesk() {
  const { t } = useLingui()
  const desk = useDesk()
  const decisions = useDecisions()
  const [question, ask] = useState<Question>()
  return (
    <Page
      title={t`Review`}
      actions={
        <>
          <Button variant="default" onClick={() => ask('keys')} aria-keyshortcuts="?" visibleFrom="sm">
            <Trans>Keys</Trans>
          </Button>
          <ReviewCsv search={desk.search} />
        </>
      }
    >
      <ReviewFilters desk={desk} />
      <Loaded query={desk.queue} waiting={<Waiting rows={3} height={120} />}>
        {() => <Body desk={desk} decisions={decisions} question={question} ask={ask} />}
      </Loaded>
      <ReviewKeys isOpen={question === 'keys'} close={() => ask(undefined)} />
    </Page>
  )
}

type BodyProps = {
  readonly desk: Desk
  readonly decisions: Decisions
  readonly question: Question
  readonly ask: (question: Question) => void
}

function Body({ desk, decisions, question, ask }: BodyProps) {
  const [chosen, choose] = useState<Chosen>({})
  const shown = desk.items.filter(({ id }) => chosen[id])
  const decided = () => {
    choose({})
    if (shown.some(({ id }) => id === desk.current)) desk.open(undefined)
  }
  if (desk.items.length === 0 && desk.current === undefined) return <DeskEmpty desk={desk} />
  return (
    <Stack gap="sm">
      <ReviewBulk chosen={shown} clear={() => choose({})} decided={decided} />
      <div className="desk">
        <ReviewQueue desk={desk} sent={decisions.sent} chosen={chosen} choose={choose} />
        <DeskReport
          key={desk.current}
          desk={desk}
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
