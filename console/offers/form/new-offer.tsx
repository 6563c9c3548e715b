import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { groupB } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { errorsOf } from '../../ui/persisted-form.ts'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { useMissingInput } from './missing-input.ts'
import type { OfferForm } from './offer-fields.tsx'
import { OfferFormFields } from './offer-form.tsx'
import { bodyOf, emptyOffer, type Task, type TaskBody, valuesOf } from './offer-values.ts'
import { showFirstError } from './show-first-error.ts'

const route = getRouteApi('/advertiser/offers/new')
const canEditAll = () => true

/** The form for a new offer; `copy` is the id of an offer to start from. */
export function NewOffer() {
  const { t, i18n } = useLingui()
  const { copy } = route.useSearch()
  return (
    <Page title={copy ? t`Copy of task ${copy}` : t`New task`}>
      {copy ? (
        <CopyForm key={copy} id={Number(copy)} />
      ) : (
        <OfferFormFields kind="new" name="offer:new" initialValues={emptyOffer(i18n.locale)} canEdit={canEditAll}>
          {(offer) => <SubmitButtons offer={offer} />}
        </OfferFormFields>
      )}
    </Page>
  )
}

function CopyForm({ id }: { readonly id: number }) {
  const query = useQuery(
    apiQuery(['offers', 'task', id], (signal) => groupB.GET('/tasks/{id}', { params: { path: { id } }, signal })),
  )
  return (
    <QueryContent query={query} placeholder={<LoadingSkeleton rows={4} height={120} />}>
      {(task) => (
        <OfferFormFields kind="copy" name={`offer:like ${id}`} initialValues={copiedValues(task)} canEdit={canEditAll}>
          {(offer) => <SubmitButtons offer={offer} />}
        </OfferFormFields>
      )}
    </QueryContent>
  )
}

/** Everything except the dates of the copied offer, which are over or do not apply. */
const copiedValues = (task: Task) => ({ ...valuesOf(task), startsAtUtc: '', endsAtUtc: '' })

/** Saves a draft, or submits the offer, which holds its cost and starts moderation. */
function SubmitButtons({ offer }: { readonly offer: OfferForm }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { form } = offer
  const createMutation = useApiMutation(['offers', 'payments'], (body: TaskBody, header) =>
    groupB.POST('/tasks', { params: { header }, body }),
  )
  const missingInput = useMissingInput()
  const create = (draft: boolean) => {
    const missing = missingInput(form.values, offer.price, draft)
    if (Object.keys(missing).length > 0) {
      form.setErrors({ ...form.errors, ...missing })
      offer.openStepOf(missing)
      return showFirstError()
    }
    createMutation.mutate(
      { ...bodyOf(form.values), draft },
      {
        onSuccess: (created) => {
          form.clearStored()
          notifySuccess(draft ? t`Saved as a draft.` : t`Submitted for moderation.`)
          if ('id' in created)
            void navigate({ to: '/advertiser/offers/$offerId', params: { offerId: String(created.id) } })
        },
        onError: (error) => {
          form.showErrors(error)
          offer.openStepOf(errorsOf(error))
          showFirstError()
        },
      },
    )
  }
  return (
    <Stack gap="md">
      <ErrorAlert error={createMutation.error} />
      <Group gap="sm">
        <Button
          px="sm"
          variant={offer.isComplete ? 'filled' : 'light'}
          loading={createMutation.isPending}
          onClick={() => create(false)}
        >
          <Trans>Submit</Trans>
        </Button>
        <Button px="sm" variant="default" disabled={createMutation.isPending} onClick={() => create(true)}>
          <Trans>Save as a draft</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
