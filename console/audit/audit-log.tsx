import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SavedViews } from '../accounts/saved-views.tsx'
import { groupA } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { FilterRow } from '../ui/lists/filter-row.tsx'
import { List } from '../ui/lists/list.tsx'
import { SearchField } from '../ui/lists/search-field.tsx'
import { SelectFilter } from '../ui/lists/select-filter.tsx'
import { Page } from '../ui/page.tsx'
import { spreadsheetQuery } from '../ui/save-file.ts'
import { actionLabelsOf, subjectLabels } from './audit-labels.ts'
import { useDecisionColumns } from './decisions.tsx'

const route = getRouteApi('/operator/audit')

/** The audit log, which is immutable. */
export function AuditLog() {
  const { t, i18n } = useLingui()
  const { subject, action, subjectId, account, owner, request, cursor } = route.useSearch()
  const filter = {
    ...(subject ? { subject } : {}),
    ...(action ? { action } : {}),
    ...(subjectId ? { subjectId } : {}),
    ...(account ? { accountId: account } : {}),
    ...(owner ? { ownerId: owner } : {}),
    ...(request ? { requestId: request } : {}),
  }
  const query = { ...filter, ...(cursor ? { cursor } : {}) }
  const decisions = useQuery(
    apiPageQuery(['audit', query], (signal) => groupA.GET('/api/operator/audit', { params: { query }, signal })),
  )
  return (
    <Page
      title={t`Audit log`}
      description={t`Every decision with its author, time and reason. Entries cannot be changed.`}
      actions={
        <Button
          component="a"
          variant="default"
          href={`/console/api/operator/audit/file?${new URLSearchParams({ ...spreadsheetQuery(i18n.locale), ...filter })}`}
          download
        >
          <Trans>Export CSV</Trans>
        </Button>
      }
    >
      <Filters />
      <List
        label={t`Decisions`}
        query={decisions}
        columns={useDecisionColumns()}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`No decisions`}>
            {request ? (
              <Trans>
                No decision is recorded for this request. Refused requests and other changes are only in the server log.
              </Trans>
            ) : (
              <Trans>No matching decisions.</Trans>
            )}
          </Empty>
        }
      />
    </Page>
  )
}

function Filters() {
  const { t } = useLingui()
  const { cursor: _, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  const setFilters = (change: object) => void navigate({ search: () => ({ ...filters, ...change }) as never })
  const hasFilters = Object.keys(filters).length > 0
  return (
    <FilterRow>
      <SavedViews />
      <SelectFilter
        label={t`Subject`}
        labels={subjectLabels}
        value={filters.subject}
        onChange={(subject) => setFilters({ subject, action: undefined, subjectId: undefined })}
        placeholder={t`Any`}
      />
      <SelectFilter
        isSearchable
        label={t`Action`}
        labels={actionLabelsOf(filters.subject)}
        value={filters.action}
        onChange={(action) => setFilters({ action })}
        placeholder={t`Any`}
      />
      <SearchFields filters={filters} setFilters={setFilters} />
      {hasFilters && (
        <Button variant="subtle" onClick={() => void navigate({ search: {} as never })}>
          <Trans>Clear filters</Trans>
        </Button>
      )}
    </FilterRow>
  )
}

type FilterValues = Omit<ReturnType<typeof route.useSearch>, 'cursor'>

function SearchFields({
  filters,
  setFilters,
}: {
  readonly filters: FilterValues
  readonly setFilters: (change: object) => void
}) {
  const { t } = useLingui()
  return (
    <>
      <SearchField
        isNumber
        label={t`Number`}
        value={filters.subjectId}
        onChange={(subjectId) => setFilters({ subjectId })}
      />
      <SearchField
        label={t`Decided by`}
        placeholder={t`E-mail or number`}
        value={filters.account}
        onChange={(account) => setFilters({ account })}
      />
      <SearchField
        label={t`Affected account`}
        placeholder={t`E-mail or number`}
        value={filters.owner}
        onChange={(owner) => setFilters({ owner })}
      />
      <SearchField
        label={t`Request`}
        placeholder="req_…"
        value={filters.request}
        onChange={(request) => setFilters({ request })}
      />
    </>
  )
}
