import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { groupB } from '../../api.ts'
import { ask, useAction } from '../../queries.ts'
import { notifyDone } from '../../ui/action-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Loaded, Waiting } from '../../ui/waiting.tsx'
import type { OfferForm } from './offer-fields.tsx'
import { OfferFormFields } from './offer-form.tsx'
import { OfferPreview } from './offer-preview.tsx'
import { bodyOf, emptyOffer, type Task, type TaskBody, valuesOf } from './offer-values.ts'
import { showFirstError } from './show-first-error.ts'

const route = getRouteApi('/advertiser/offers/new')
const everything = () => true

/** The form for a new offer; `copy` is the id of an offer to start from. */
export function NewOffer() {
  const { t, i18n } = useLingui()
  const { copy } = route.useSearch()
  return (
    <Page title={copy ? t`Copy of offer № ${copy}` : t`New offer`}>
      {copy ? (
        <Copied key={copy} id={Number(copy)} />
      ) : (
        <OfferFormFields name="offer:new" begins={emptyOffer(i18n.locale)} may={everything}>
          {(offer) => <Send offer={offer} />}
        </OfferFormFields>
      )}
    </Page>
  )
}

function Copied({ id }: { readonly id: number }) {
  const query = useQuery(
    ask(['offers', 'task', id], (signal) => groupB.GET('/tasks/{id}', { params: { path: { id } }, signal })),
  )
  return (
    <Loaded query={query} waiting={<Waiting rows={4} height={120} />}>
      {(task) => (
        <OfferFormFields name={`offer:like ${id}`} begins={likeIt(task)} may={everything}>
          {(offer) => <Send offer={offer} />}
        </OfferFormFields>
      )}
    </Loaded>
  )
}

/** Everything except the dates of the copied offer, which are over or do not apply. */
const likeIt = (task: Task) => ({ ...valuesOf(task), startsAtUtc: '', endsAtUtc: '' })

/** Saves a draft, or submits the offer, which holds its cost and starts moderation. */
function Send({ offer }: { readonly offer: OfferForm }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { form } = offer
  const making = useAction(['offers', 'payments'], (body: TaskBody, header) =>
    groupB.POST('/tasks', { params: { header }, body }),
  )
  const make = (draft: boolean) =>
    making.mutate(
      { ...bodyOf(form.values), draft },
      {
        onSuccess: (made) => {
          form.forget()
          notifyDone(draft ? t`Saved as a draft.` : t`Submitted for moderation.`)
          if ('id' in made) void navigate({ to: '/advertiser/offers/$offerId', params: { offerId: String(made.id) } })
        },
        onError: (error) => {
          form.refuse(error)
          showFirstError()
        },
      },
    )
  return (
    <Stack gap="md">
      <Refused error={making.error} />
      <Group gap="sm">
        <Button loading={making.isPending} disabled={!form.values.offerPriceId} onClick={() => make(false)}>
          <Trans>Submit</Trans>
        </Button>
        <Button variant="default" disabled={making.isPending || !form.values.offerPriceId} onClick={() => make(true)}>
          <Trans>Save as a draft</Trans>
        </Button>
        <OfferPreview offer={offer} />
      </Group>
    </Stack>
  )
}
