import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type A, groupA } from '../api.ts'
import { askPage } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Pages } from '../ui/pages.tsx'
import { Loaded, Waiting } from '../ui/waiting.tsx'
import { isNarrowed, type Narrowed, WorkFilters } from './find-work-filters.tsx'
import { OfferCard } from './offer-card.tsx'
import { useWhere, type Where } from './where.ts'

const route = getRouteApi('/executor/')

/** What somebody could do now and be paid for, chosen by what they look for. */
export function FindWork() {
  const { t, i18n } = useLingui()
  const search = route.useSearch()
  const navigate = useNavigate()
  const narrow = (change: Narrowed) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, cursor: undefined, ...change }) as never,
      replace: true,
      resetScroll: false,
    })
  const clear = () => void navigate({ to: '.', search: {} as never })
  const where = useWhere(i18n.locale)
  return (
    <Page title={t`Find work`} about={t`Choose what you like, keep a place for a while, do it, and send it in.`}>
      <WorkFilters key={i18n.locale} search={search} narrow={narrow} clear={clear} where={where} />
      <Found search={search} where={where} clear={clear} />
    </Page>
  )
}

type FoundProps = { readonly search: Narrowed; readonly where: Where; readonly clear: () => void }

function Found({ search, where, clear }: FoundProps) {
  const { t, i18n } = useLingui()
  const query = queryOf(search, i18n.locale)
  const asked = useQuery(
    askPage(['offers', 'available', query], (signal) =>
      groupA.GET('/api/executor/offers/available', { params: { query }, signal }),
    ),
  )
  const nameOf = (offer: { categoryId: number; platformId: number }) =>
    [
      where.categories.find(({ id }) => id === offer.categoryId)?.name,
      where.platforms.find(({ id }) => id === offer.platformId)?.name,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Loaded asked={asked} waiting={<Waiting rows={5} height={132} />}>
      {(listed) =>
        listed.items.length === 0 ? (
          <NothingFound isNarrowed={isNarrowed(search)} clear={clear} />
        ) : (
          <Stack gap="sm" aria-busy={asked.isFetching} role="region" aria-label={t`Offers found`}>
            <Cards offers={listed.items} nameOf={nameOf} isAll={search.all === 'yes'} />
            <Pages listed={listed} />
          </Stack>
        )
      }
    </Loaded>
  )
}

type CardsProps = {
  readonly offers: readonly A['AvailableOffer'][]
  readonly nameOf: (offer: A['AvailableOffer']) => string
  readonly isAll: boolean
}

/** What one can take; what one cannot is counted, and shown to those who want to see why. */
function Cards({ offers, nameOf, isAll }: CardsProps) {
  const shown = isAll ? offers : offers.filter(({ eligible }) => eligible)
  const hidden = offers.length - shown.length
  return (
    <>
      {shown.map((offer) => (
        <OfferCard key={offer.id} offer={offer} where={nameOf(offer)} />
      ))}
      {hidden > 0 && (
        <Text size="sm" c="dimmed" component="div">
          <Plural
            value={hidden}
            one="# offer on this page is not for you."
            other="# offers on this page are not for you."
          />{' '}
          <LinkAnchor to="." search={(now: object) => ({ ...now, all: 'yes' }) as never} resetScroll={false}>
            <Trans>Show them</Trans>
          </LinkAnchor>
        </Text>
      )}
    </>
  )
}

type Nothing = { readonly isNarrowed: boolean; readonly clear: () => void }

function NothingFound({ isNarrowed: narrowed, clear }: Nothing) {
  const { t } = useLingui()
  if (!narrowed)
    return (
      <Empty title={t`There is nothing for you just now`}>
        {t`New offers come in all the time. Complete your profile, and more of them are for you.`}
      </Empty>
    )
  return (
    <Empty
      title={t`Nothing fits these filters`}
      action={
        <Button variant="light" onClick={clear}>
          {t`Clear the filters`}
        </Button>
      }
    >
      {t`Take one of them away, or look for something else.`}
    </Empty>
  )
}

const number = (text: string | undefined): number | undefined => (text ? Number(text) : undefined)

/** What the address says, in the words of the operation. */
function queryOf(search: Narrowed, locale: string) {
  const asked = {
    Search: search.search,
    OfferCategoryId: number(search.category),
    OfferPlatformId: number(search.platform),
    MinReward: number(search.rewardFrom),
    MaxReward: number(search.rewardTo),
    Cursor: search.cursor,
    Locale: locale,
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
}
