import { Trans, useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupA } from '../../api.ts'
import { pageQueryOf } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Pages } from '../../ui/lists/pages.tsx'
import { WordsFilter } from '../../ui/lists/words-filter.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/waiting.tsx'
import { SanctionCard } from './sanction-card.tsx'
import { sanctionStatuses } from './sanction-words.tsx'

const route = getRouteApi('/operator/sanctions')

/** Sanctions and appeals of all accounts. */
export function SanctionsQueue() {
  const { t } = useLingui()
  const { status, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = { ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) }
  const sanctions = useQuery(
    pageQueryOf(['accounts', 'sanctions', query], (signal) =>
      groupA.GET('/api/operator/sanctions', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Sanctions`}
      about={t`All sanctions, newest first. Each can be appealed once; an operator other than its subject decides.`}
    >
      <WordsFilter
        label={t`Status`}
        words={sanctionStatuses}
        value={status}
        choose={(chosen) => void navigate({ search: () => (chosen ? { status: chosen } : {}) as never })}
        all={t`Every status`}
      />
      <Loaded query={sanctions}>
        {(listed) =>
          listed.items.length === 0 ? (
            <NoSanctions />
          ) : (
            <Stack gap="md">
              {listed.items.map((one) => (
                <SanctionCard key={one.id} of={one} />
              ))}
              <Pages listed={listed} />
            </Stack>
          )
        }
      </Loaded>
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
