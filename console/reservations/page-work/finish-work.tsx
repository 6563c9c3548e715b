import { Plural, Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { answerOf, type Field, isDone } from '../../offers/page-form/form-schema.ts'
import type { OfferDetail } from '../offer-detail.ts'
import { SubmitWork } from '../submit-work.tsx'
import { type Answers, type PageWork, refusedPlace } from './answers.ts'

type FinishWorkProps = {
  readonly work: PageWork
  readonly offer: OfferDetail
  readonly reservationId: number
  readonly fields: readonly Field[]
  readonly answers: Answers
  readonly go: (place: number) => void
  readonly onSubmitted: () => void
}

/** The last step: lists the items that have no answer yet, and submits all answers. */
export function FinishWork({ work, offer, reservationId, fields, answers, go, onSubmitted }: FinishWorkProps) {
  const open = work.items.flatMap(({ itemId }, place) => (isDone(fields, answers.drafts[itemId]) ? [] : [place]))
  const submitted = () => {
    answers.clear()
    onSubmitted()
  }
  const refused = (error: unknown) => {
    const place = refusedPlace(error)
    if (place !== undefined) go(place)
  }
  const root = useRef<HTMLDivElement>(null)
  // With the keyboard, Enter submits.
  useEffect(() => {
    const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector)
    const first = find('[type=submit]') ?? find('button')
    first?.focus()
  }, [])
  return (
    <Stack gap="lg" ref={root}>
      {open.length > 0 ? (
        <OpenItems places={open} go={go} />
      ) : (
        <SubmitWork
          offerId={offer.id}
          reservationId={reservationId}
          executionDetailsSchema={offer.executionDetailsSchema}
          offerDetails={offer.details}
          proofInstructions={offer.proofInstructions}
          proofCount={offer.proofs}
          persistKey={`work-${offer.id}`}
          answers={{ list: answersOf(work, fields, answers), onSubmitted: submitted, onRefused: refused }}
        />
      )}
      <Group>
        <Button variant="default" onClick={() => go(work.items.length - 1)}>
          <Trans>Back</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

/** Returns the answers as they are submitted; without items, one that names none. */
function answersOf(
  { items, page }: PageWork,
  fields: readonly Field[],
  { drafts }: Answers,
): Readonly<Record<string, unknown>>[] {
  return items.map(({ itemId }) => {
    const { value, skipped } = drafts[itemId] ?? {}
    const answer =
      skipped === undefined ? { value: page.kind === 'form' ? answerOf(fields, value) : (value ?? {}) } : { skipped }
    return itemId === 0 ? answer : { itemId, ...answer }
  })
}

type OpenItemsProps = { readonly places: readonly number[]; readonly go: (place: number) => void }

const OpenItems = ({ places, go }: OpenItemsProps) => (
  <Paper withBorder p="md" radius="md">
    <Stack gap="sm">
      <Text>
        <Plural value={places.length} one="# item is not answered yet." other="# items are not answered yet." />
      </Text>
      <Group gap="xs">
        {places.map((place) => (
          <Button key={place} variant="light" size="compact-md" onClick={() => go(place)}>
            {place + 1}
          </Button>
        ))}
      </Group>
    </Stack>
  </Paper>
)
