import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { groupB } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { errorsOf } from '../../ui/persisted-form.ts'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { showFirstError } from '../../ui/schema/show-first-error.ts'
import { readRows } from '../items/read-rows.ts'
import { uploadItems } from '../items/uploads.ts'
import { useMissingInput } from './missing-input.ts'
import type { OfferForm } from './offer-fields.tsx'
import { OfferFormFields } from './offer-form.tsx'
import { bodyOf, emptyOffer, type Task, type TaskBody, valuesOf } from './offer-values.ts'

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

/** Returns the error of items that are missing; without any, a draft can get them later. */
function useMissingItems() {
  const { t } = useLingui()
  return ({ form, source }: OfferForm, draft: boolean): Readonly<Record<string, string>> => {
    const { kind, file, known, sample, error } = source
    if (!form.values.hasItems) return {}
    if (error) return { source: t`Correct the items first.` }
    if (kind === 'file' && known && !file) return { source: t`Choose the file again.` }
    return draft || sample ? {} : { source: t`Choose a file or paste some rows.` }
  }
}

/** Returns a function that creates the offer. The items of a file are imported into a draft. */
function useCreate(offer: OfferForm) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { form, source } = offer
  const mutation = useApiMutation(['offers', 'payments'], (body: TaskBody, header) =>
    groupB.POST('/tasks', { params: { header }, body }),
  )
  const { file, known } = source
  const isImport = form.values.hasItems && source.kind === 'file' && file !== null && known !== null
  const create = async (draft: boolean) => {
    const rows =
      form.values.hasItems && source.kind === 'rows' && source.sample ? await readRows(source.text) : undefined
    const items = rows ? { items: rows as NonNullable<TaskBody['items']> } : {}
    mutation.mutate(
      { ...bodyOf(form.values), ...items, draft: draft || isImport },
      {
        onSuccess: (created) => {
          form.clearStored()
          if (!('id' in created)) return
          if (isImport) void uploadItems(created.id, file, known.delimiter)
          else notifySuccess(draft ? t`Saved as a draft.` : t`Submitted for moderation.`)
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
  return { mutation, create, isImport }
}

/** Saves a draft, or submits the offer, which holds its cost and starts moderation. */
function SubmitButtons({ offer }: { readonly offer: OfferForm }) {
  const { form } = offer
  const { mutation, create, isImport } = useCreate(offer)
  const [missingInput, missingItems] = [useMissingInput(), useMissingItems()]
  const submit = (draft: boolean) => {
    const missing = { ...missingInput(form.values, offer.price, draft), ...missingItems(offer, draft) }
    if (Object.keys(missing).length === 0) return void create(draft)
    form.setErrors({ ...form.errors, ...missing })
    offer.openStepOf(missing)
    showFirstError()
  }
  return (
    <Stack gap="md">
      <ErrorAlert error={mutation.error} />
      <Group gap="sm">
        <Button
          px="sm"
          variant={offer.isComplete ? 'filled' : 'light'}
          loading={mutation.isPending}
          onClick={() => submit(false)}
        >
          {isImport ? <Trans>Import items</Trans> : <Trans>Submit</Trans>}
        </Button>
        <Button px="sm" variant="default" disabled={mutation.isPending} onClick={() => submit(true)}>
          <Trans>Save as a draft</Trans>
        </Button>
      </Group>
      {isImport && (
        <Text size="xs" c="dimmed" visibleFrom="md">
          <Trans>
            The task becomes a draft with the items of your file. Then you see the exact cost and submit it.
          </Trans>
        </Text>
      )}
    </Stack>
  )
}
