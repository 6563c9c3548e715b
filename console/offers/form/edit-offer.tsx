import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, groupB } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { showFirstError } from '../../ui/schema/show-first-error.ts'
import { useMissingInput } from './missing-input.ts'
import type { OfferForm } from './offer-fields.tsx'
import { OfferFormFields } from './offer-form.tsx'
import { OfferPreview } from './offer-preview.tsx'
import { changesOf, type Task, valuesOf, withPendingContent } from './offer-values.ts'
import { SaveTemplate } from './save-template.tsx'

const route = getRouteApi('/advertiser/offers/$offerId/edit')

/** The form to change an offer, as far as its status allows. */
export function EditOffer() {
  const { t } = useLingui()
  const id = Number(route.useParams().offerId)
  const query = useQuery({
    ...apiQuery(['offers', 'task', id], (signal) => groupB.GET('/tasks/{id}', { params: { path: { id } }, signal })),
    refetchOnWindowFocus: false,
  })
  const [attempt, setAttempt] = useState(0)
  const onRetry = () => void query.refetch().then(() => setAttempt(attempt + 1))
  return (
    <Page title={t`Edit task ${id}`}>
      <QueryContent query={query} placeholder={<LoadingSkeleton rows={4} height={120} />}>
        {(task) => <EditForm key={attempt} task={task} onRetry={onRetry} />}
      </QueryContent>
    </Page>
  )
}

/** `again` restarts with the current offer and keeps the input. */
type ReloadProps = { readonly onRetry: () => void }

function EditForm({ task: loaded, onRetry }: ReloadProps & { readonly task: Task }) {
  const { t } = useLingui()
  // The offer as it was when editing began: conflicting changes by others are refused, not overwritten.
  const [task] = useState(loaded)
  const { id, editableMembers, allowedActions } = task
  if (!allowedActions.includes('Update'))
    return (
      <Empty
        title={t`This task can no longer be edited`}
        action={
          <LinkButton to="/advertiser/offers/new" search={{ copy: String(id) }} variant="light">
            {t`Create a similar task`}
          </LinkButton>
        }
      />
    )
  return (
    <>
      {!editableMembers.includes('offerPriceId') && (
        <Text c="dimmed">
          <Trans>Only these fields can be edited now.</Trans>
        </Text>
      )}
      <OfferFormFields
        kind="edit"
        taskId={id}
        name={`offer:${id}`}
        initialValues={valuesOf(withPendingContent(task))}
        canEdit={(member) => editableMembers.includes(member)}
        below={(offer) => <FurtherButtons offer={offer} id={id} />}
      >
        {(offer) => <SaveButtons offer={offer} task={task} onRetry={onRetry} />}
      </OfferFormFields>
    </>
  )
}

/** The same buttons as below the steps of a new task. */
const FurtherButtons = ({ offer, id }: { readonly offer: OfferForm; readonly id: number }) => (
  <Group gap="sm">
    <LinkButton to="/advertiser/offers/$offerId" params={{ offerId: String(id) }} variant="default">
      <Trans>Back to the task</Trans>
    </LinkButton>
    <OfferPreview offer={offer} />
    <SaveTemplate offer={offer} />
  </Group>
)

type Input = { readonly isSubmitted: boolean; readonly changes: ReturnType<typeof changesOf> }

/** Saves the changes and optionally submits the offer. */
function useSaveOffer(task: Task) {
  const path = { id: task.id }
  return useApiMutation(['offers', 'payments'], ({ isSubmitted, changes }: Input, header) => {
    const status = isSubmitted ? { status: 'PendingModeration' } : {}
    return groupB.PATCH('/tasks/{id}', {
      params: { path, header },
      body: { ...changes, ...status, version: task.version } as never,
    })
  })
}

const isVersionConflict = (error: unknown) => error instanceof ApiError && error.code === 'version_conflict'

function SaveButtons({ offer, task, onRetry }: ReloadProps & { readonly offer: OfferForm; readonly task: Task }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const saveMutation = useSaveOffer(task)
  const { form } = offer
  const offerId = String(task.id)
  const missingInput = useMissingInput()
  const save = (isSubmitted: boolean) => {
    const changes = changesOf(form.values, task)
    const { page } = missingInput(form.values, offer.price, false)
    if (changes.page && page) {
      form.setErrors({ ...form.errors, page })
      return showFirstError()
    }
    saveMutation.mutate(
      { isSubmitted, changes },
      {
        onSuccess: () => {
          form.clearStored()
          notifySuccess(isSubmitted ? t`Saved and submitted.` : t`Saved.`)
          void navigate({ to: '/advertiser/offers/$offerId', params: { offerId } })
        },
        onError: (error) => {
          form.showErrors(error)
          showFirstError()
        },
      },
    )
  }
  return (
    <Stack gap="md">
      <ErrorAlert error={saveMutation.error} {...(isVersionConflict(saveMutation.error) ? { onRetry } : {})} />
      <Group gap="sm">
        <Button px="sm" loading={saveMutation.isPending} onClick={() => save(false)}>
          <Trans>Save</Trans>
        </Button>
        {task.allowedActions.includes('Submit') && (
          <Button px="sm" variant="default" disabled={saveMutation.isPending} onClick={() => save(true)}>
            <Trans>Save and submit</Trans>
          </Button>
        )}
      </Group>
    </Stack>
  )
}
