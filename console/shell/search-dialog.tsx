import { SearchIcon } from 'lucide-react'
import '@mantine/spotlight/styles.layer.css'
import { useLingui as useLanguage } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Account } from '../accounts/session.ts'
import { folded } from '../ui/formats.ts'
import { menuSections } from './menu-pages.ts'
import { type Found, useFoundRecords } from './search-records.ts'
import { useFoundRequest } from './search-request.ts'
import { useFoundTasks } from './search-tasks.ts'
import { settingsPages } from './settings-pages.ts'

const [store, spotlight] = createSpotlight()
const pauseMs = 250

type SearchDialogProps = {
  readonly account: Account
  /** Opens the dialog each time that it grows. */
  readonly openings: number
}

/** Finds pages by name and tasks by title or number; for operators also accounts and records. */
export function SearchDialog({ account: { roles }, openings }: SearchDialogProps) {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const [settledQuery] = useDebouncedValue(query.trim(), pauseMs)
  const isOperator = roles.includes('Operator')
  const pages = usePages(roles, query.trim())
  const numbered = useFoundRecords(settledQuery, isOperator)
  const request = useFoundRequest(settledQuery, isOperator)
  const tasks = useFoundTasks(settledQuery, roles)
  const records = [...numbered.records, ...request.records]
  const isWaiting = [numbered, request, tasks].some(({ isSearching }) => isSearching) || settledQuery !== query.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening opens it.
  useEffect(spotlight.open, [openings])
  return (
    <Spotlight.Root store={store} query={query} onQueryChange={setQuery} shortcut={null} scrollable maxHeight={420}>
      <Spotlight.Search
        placeholder={
          isOperator
            ? t`Page, task, e-mail address, number, payment reference or request ID`
            : t`Page, or title or number of a task`
        }
        aria-label={t`Quick search`}
        leftSection={<SearchIcon />}
      />
      <Spotlight.ActionsList>
        <Results label={t`Accounts and records`} found={records} />
        <Results label={t`Tasks`} found={tasks.records} />
        <Results label={t`Pages`} found={pages} />
        {records.length + tasks.records.length + pages.length === 0 && (
          <Spotlight.Empty role="status">{isWaiting ? t`Searching…` : t`Nothing found`}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function Results({ label, found }: { readonly label: string; readonly found: readonly Found[] }) {
  const router = useRouter()
  if (found.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={label}>
      {found.map(({ href, label: name, description }) => (
        <Spotlight.Action
          key={href}
          label={name}
          description={description}
          onClick={() => void router.history.push(href)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

/** Returns the pages of these roles whose names contain the text; all of them for an empty one. */
function usePages(roles: readonly string[], query: string): readonly Found[] {
  const { _ } = useLanguage()
  const wanted = folded(query)
  const sections = menuSections(roles).flatMap(({ title, pages }) =>
    pages.map(({ to, label }) => ({ href: to, label: _(label), description: _(title) })),
  )
  const own = settingsPages(roles).map(({ to, label }) => ({ href: to, label: _(label) }))
  return [...sections, ...own].filter(({ label }) => folded(label).includes(wanted))
}
