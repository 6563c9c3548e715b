import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { groupB, Refusal } from '../../api.ts'
import { ask, useAction } from '../../queries.ts'
import { notifyDone } from '../../ui/action-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Loaded, Waiting } from '../../ui/waiting.tsx'
import type { OfferForm } from './offer-fields.tsx'
import { OfferFormFields } from './offer-form.tsx'
import { OfferPreview } from './offer-preview.tsx'
import { askedFor, changesOf, type Task, valuesOf } from './offer-values.ts'
import { showFirstError } from './show-first-error.ts'

const route = getRouteApi('/advertiser/offers/$offerId/edit')

/** The form to change an offer, as far as its status allows. */
export function EditOffer() {
  const { t } = useLingui()
  const id = Number(route.useParams().offerId)
  const query = useQuery({
    ...ask(['offers', 'task', id], (signal) => groupB.GET('/tasks/{id}', { params: { path: { id } }, signal })),
    refetchOnWindowFocus: false,
  })
  const [turn, begin] = useState(0)
  const again = () => void query.refetch().then(() => begin(turn + 1))
  return (
    <Page title={t`Edit offer № ${id}`}>
      <Loaded query={query} waiting={<Waiting rows={4} height={120} />}>
        {(task) => <Changing key={turn} task={task} again={again} />}
      </Loaded>
    </Page>
  )
}

/** `again` restarts with the current offer and keeps the input. */
type Again = { readonly again: () => void }

function Changing({ task: read, again }: Again & { readonly task: Task }) {
  const { t } = useLingui()
  // The offer as it was when editing began: conflicting changes by others are refused, not overwritten.
  const [task] = useState(read)
  const { id, editableMembers, allowedActions } = task
  if (!allowedActions.includes('Update'))
    return (
      <Empty
        title={t`This offer can no longer be edited`}
        action={
          <LinkButton to="/advertiser/offers/new" search={{ copy: String(id) }} variant="light">
            {t`Create a similar offer`}
          </LinkButton>
        }
      />
    )
  return (
    <>
      {!editableMembers.includes('offerPriceId') && (
        <Text c="dimmed">
          <Trans>With this status, only these fields can be edited.</Trans>
        </Text>
      )}
      <OfferFormFields
        name={`offer:${id}`}
        begins={valuesOf(askedFor(task))}
        may={(member) => editableMembers.includes(member)}
      >
        {(offer) => <Save offer={offer} task={task} again={again} />}
      </OfferFormFields>
    </>
  )
}

type Input = { readonly isSubmitted: boolean; readonly changes: ReturnType<typeof changesOf> }

/** Saves the changes and optionally submits the offer. */
function useSaving(task: Task) {
  const path = { id: task.id }
  return useAction(['offers', 'payments'], ({ isSubmitted, changes }: Input, header) => {
    const status = isSubmitted ? { status: 'PendingModeration' } : {}
    return groupB.PATCH('/tasks/{id}', {
      params: { path, header },
      body: { ...changes, ...status, version: task.version } as never,
    })
  })
}

const isOvertaken = (error: unknown) => error instanceof Refusal && error.code === 'version_conflict'

function Save({ offer, task, again }: Again & { readonly offer: OfferForm; readonly task: Task }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const saving = useSaving(task)
  const { form } = offer
  const offerId = String(task.id)
  const save = (isSubmitted: boolean) =>
    saving.mutate(
      { isSubmitted, changes: changesOf(form.values, task) },
      {
        onSuccess: () => {
          form.forget()
          notifyDone(isSubmitted ? t`Saved and submitted.` : t`Saved.`)
          void navigate({ to: '/advertiser/offers/$offerId', params: { offerId } })
        },
        onError: (error) => {
          form.refuse(error)
          showFirstError()
        },
      },
    )
  return (
    <Stack gap="md">
      <Refused error={saving.error} {...(isOvertaken(saving.error) ? { again } : {})} />
      <Group gap="sm">
        <Button loading={saving.isPending} onClick={() => save(false)}>
          <Trans>Save</Trans>
        </Button>
        {task.allowedActions.includes('Submit') && (
          <Button variant="default" disabled={saving.isPending} onClick={() => save(true)}>
            <Trans>Save and submit</Trans>
          </Button>
        )}
        <OfferPreview offer={offer} />
        <LinkButton to="/advertiser/offers/$offerId" params={{ offerId }} variant="subtle">
          <Trans>Back to offer</Trans>
        </LinkButton>
      </Group>
    </Stack>
  )
}
