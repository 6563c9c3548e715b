import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { CardList } from '../../ui/lists/card-list.tsx'
import { FilterRow } from '../../ui/lists/filter-row.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { SelectFilter } from '../../ui/lists/select-filter.tsx'
import { Page } from '../../ui/page.tsx'
import { SavedViews } from '../saved-views.tsx'
import { SanctionCard } from './sanction-card.tsx'
import { sanctionStatusLabels } from './sanction-labels.tsx'

const route = getRouteApi('/operator/sanctions')

/** Sanctions and appeals of all accounts. */
export function SanctionsQueue() {
  const { t } = useLingui()
  const { status, account, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = {
    ...(status ? { status } : {}),
    ...(account ? { accountId: account } : {}),
    ...(cursor ? { cursor } : {}),
  }
  const narrow = (change: object) => void navigate({ search: () => ({ status, account, ...change }) as never })
  const sanctions = useQuery(
    apiPageQuery(['accounts', 'sanctions', query], (signal) =>
      groupA.GET('/api/operator/sanctions', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Sanctions`}
      description={t`All sanctions, newest first. Each can be appealed once. Operators cannot decide about sanctions on their own accounts.`}
    >
      <FilterRow>
        <SavedViews />
        <SearchField label={t`E-mail or number`} value={account} onChange={(account) => narrow({ account })} />
        <SelectFilter
          label={t`Status`}
          labels={sanctionStatusLabels}
          value={status}
          onChange={(status) => narrow({ status })}
          placeholder={account ? t`Any status` : t`In force or appealed`}
        />
      </FilterRow>
      <CardList query={sanctions} empty={<NoSanctions />}>
        {(sanction) => <SanctionCard key={sanction.id} of={sanction} />}
      </CardList>
    </Page>
  )
}

function NoSanctions() {
  const { t } = useLingui()
  return (
    <Empty
      title={t`No sanctions`}
      action={
        <LinkButton to="/operator/accounts" variant="default">
          <Trans>Back to accounts</Trans>
        </LinkButton>
      }
    >
      <Trans>No sanction matches. You can impose one on an account's page.</Trans>
    </Empty>
  )
}
