import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Draft, type Field, fieldsOf, isDone } from '../../offers/page-form/form-schema.ts'
import { ItemForm } from '../../offers/page-form/item-form.tsx'
import { KeyList } from '../../offers/page-form/key-list.tsx'
import { plainView, usePreloaded, type View } from '../../offers/page-form/shown-item.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { readStored, removeStored, store } from '../../ui/persisted.ts'
import { Answers as Details } from '../../ui/schema/answers.tsx'
import type { OfferDetail } from '../offer-detail.ts'
import { type Answers, isStudy, type PageWork, useAnswers } from './answers.ts'
import { FinishWork } from './finish-work.tsx'
import { PageItem } from './page-item.tsx'

type FormWorkProps = { readonly work: PageWork; readonly offer: OfferDetail; readonly reservationId: number }

/** The items of a reservation, one after the other, and at the end the submission. */
export function FormWork({ work, offer, reservationId }: FormWorkProps) {
  const { items } = work
  const fields = useMemo(() => fieldsOf(work.page.answerSchema), [work.page.answerSchema])
  const answers = useAnswers(reservationId, items)
  const placeKey = `place-${reservationId}`
  const [place, setPlace] = useState(() => {
    const open = items.findIndex(({ itemId }) => !isDone(fields, answers.drafts[itemId]))
    return Math.min(Number(readStored(placeKey) ?? (open < 0 ? items.length : open)), items.length)
  })
  const [view, setView] = useState(plainView)
  // A reload stays at the same item, even if it is answered.
  useEffect(() => store(placeKey, place), [placeKey, place])
  const item = items[place]
  const go = (to: number) => {
    answers.save()
    setPlace(Math.min(Math.max(to, 0), items.length))
  }
  return (
    <Stack gap="md">
      {!isStudy(work) && <Position place={place} count={items.length} {...answers} />}
      {item ? (
        <OneItem key={item.itemId} {...{ work, reservationId, fields, answers, place, go, view, setView }} />
      ) : (
        <FinishWork
          {...{ work, offer, reservationId, fields, answers, go }}
          onSubmitted={() => removeStored(placeKey)}
        />
      )}
    </Stack>
  )
}

type PositionProps = Pick<Answers, 'saving' | 'drafts'> & { readonly place: number; readonly count: number }

/** How far the work is, and whether it is saved. */
function Position({ place, count, saving, drafts }: PositionProps) {
  const { t } = useLingui()
  const number = place + 1
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text fw={600} className="numeric" role="status">
          {place < count ? (
            <Trans>
              {number} of {count}
            </Trans>
          ) : (
            <Trans>All items</Trans>
          )}
        </Text>
        <Text size="sm" c="dimmed" data-saving={saving}>
          {saving === 'saving' && <Trans>Saving…</Trans>}
          {saving === 'saved' && Object.keys(drafts).length > 0 && <Trans>Saved</Trans>}
          {saving === 'waiting' && <Trans>Kept in this browser until the connection is back</Trans>}
          {saving === 'refused' && <Trans>Not saved</Trans>}
        </Text>
      </Group>
      <Progress value={(100 * place) / count} size="sm" aria-label={t`Progress`} />
    </Stack>
  )
}

type OneItemProps = {
  readonly work: PageWork
  readonly reservationId: number
  readonly fields: readonly Field[]
  readonly answers: Answers
  readonly place: number
  readonly go: (place: number) => void
  readonly view: View
  readonly setView: (view: View) => void
}

function OneItem({ work, reservationId, fields, answers, place, go, view, setView }: OneItemProps) {
  const { items, skipsMax, page } = work
  const isForm = page.kind === 'form'
  const goesOn = useRef<(() => void) | undefined>(undefined)
  const item = items[place] as PageWork['items'][number]
  const draft = answers.drafts[item.itemId]
  usePreloaded(items[place + 1]?.show ?? noShow)
  const change = (next: Draft) => answers.change(item.itemId, next)
  const [back, next] = [() => go(place - 1), () => go(place + 1)]
  return (
    <Stack gap="md">
      {item.instructions && <InstructionsOfItem instructions={item.instructions} />}
      {isForm ? (
        <ItemForm
          {...{ fields, show: item.show, draft, view, setView, goesOn }}
          onChange={change}
          onNext={next}
          onBack={back}
        />
      ) : (
        <PageItem {...{ work, item, reservationId, answers }} onNext={next} />
      )}
      <Group justify="space-between" gap="sm" className="work-bar">
        {!isStudy(work) && (
          <Button variant="default" onClick={back} disabled={place === 0}>
            <Trans>Back</Trans>
          </Button>
        )}
        {skipsMax > 0 && <Skip {...{ draft, change, next }} />}
        <Button variant={isStudy(work) ? 'default' : 'filled'} onClick={() => (isForm ? goesOn.current?.() : next())}>
          <Trans>Next</Trans>
        </Button>
      </Group>
      {isForm && <KeyList fields={fields} show={item.show} />}
    </Stack>
  )
}

type Instructions = NonNullable<PageWork['items'][number]['instructions']>

/** What the texts of the task say about this item. */
const InstructionsOfItem = ({ instructions: { title, description, details } }: { instructions: Instructions }) => (
  <Stack gap="xs">
    <Text fw={600}>{title}</Text>
    {description && <Markdown text={description} />}
    {Object.keys(details).length > 0 && <Details details={details} />}
  </Stack>
)

const noShow: PageWork['items'][number]['show'] = []

type SkipProps = {
  readonly draft: Draft | undefined
  readonly change: (draft: Draft) => void
  readonly next: () => void
}

/** Leaves an item out, with the reason that its advertiser reads. */
function Skip({ draft, change, next }: SkipProps) {
  const { t } = useLingui()
  const [reason, setReason] = useState<string>(draft?.skipped ?? '')
  const skip = () => {
    change({ skipped: reason.trim() })
    next()
  }
  return (
    <Group gap="xs">
      <TextInput
        aria-label={t`Reason to skip this item`}
        placeholder={t`Reason to skip this item`}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button variant="subtle" disabled={reason.trim() === ''} onClick={skip}>
        <Trans>Skip</Trans>
      </Button>
    </Group>
  )
}
