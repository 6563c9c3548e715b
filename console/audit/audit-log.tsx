import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupA } from '../api.ts'
import { pageQueryOf } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { List } from '../ui/lists/list.tsx'
import { SearchField } from '../ui/lists/search-field.tsx'
import { WordsFilter } from '../ui/lists/words-filter.tsx'
import { Page } from '../ui/page.tsx'
import { actionsOn, subjectWords } from './audit-words.ts'
import { useDecisionColumns } from './decisions.tsx'

const route = getRouteApi('/operator/audit')

/** The audit log, which is immutable. */
export function AuditLog() {
  const { t } = useLingui()
  const { subject, action, subjectId, account, owner, cursor } = route.useSearch()
  const query = {
    ...(subject ? { subject } : {}),
    ...(action ? { action } : {}),
    ...(subjectId ? { subjectId } : {}),
    ...(account ? { accountId: account } : {}),
    ...(owner ? { ownerId: owner } : {}),
    ...(cursor ? { cursor } : {}),
  }
  const decisions = useQuery(
    pageQueryOf(['audit', query], (signal) => groupA.GET('/api/operator/audit', { params: { query }, signal })),
  )
  return (
    <Page title={t`Audit log`} about={t`Who decided what, when and why, newest first. Entries never change.`}>
      <Filters />
      <List
        label={t`Decisions`}
        query={decisions}
        columns={useDecisionColumns()}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`No decisions`}>
            <Trans>No matching decisions.</Trans>
          </Empty>
        }
      />
    </Page>
  )
}

function Filters() {
  const { t } = useLingui()
  const { cursor: _, ...now } = route.useSearch()
  const navigate = route.useNavigate()
  const narrow = (change: object) => void navigate({ search: () => ({ ...now, ...change }) as never })
  const isNarrowed = Object.keys(now).length > 0
  return (
    <Group gap="sm" align="flex-end">
      <WordsFilter
        label={t`Subject`}
        words={subjectWords}
        value={now.subject}
        choose={(subject) => narrow({ subject, action: undefined, subjectId: undefined })}
        all={t`All`}
      />
      <WordsFilter
        isSearched
        label={t`Action`}
        words={actionsOn(now.subject)}
        value={now.action}
        choose={(action) => narrow({ action })}
        all={t`Any`}
      />
      <SearchField isNumber label={t`Its number`} value={now.subjectId} choose={(subjectId) => narrow({ subjectId })} />
      <SearchField
        isNumber
        label={t`Who decided (account)`}
        value={now.account}
        choose={(account) => narrow({ account })}
      />
      <SearchField isNumber label={t`Subject (account)`} value={now.owner} choose={(owner) => narrow({ owner })} />
      {isNarrowed && (
        <Button variant="subtle" onClick={() => void navigate({ search: {} as never })}>
          <Trans>Show everything</Trans>
        </Button>
      )}
    </Group>
  )
}
