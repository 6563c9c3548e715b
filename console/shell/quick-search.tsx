import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { SearchIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Account } from '../accounts/session.ts'
import { loadCode } from '../connection.ts'

const SearchDialog = lazy(async () => ({
  default: (await loadCode(() => import('./search-dialog.tsx'))).SearchDialog,
}))

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the search by Ctrl-K or by its button. Its code is loaded on first use. */
export function QuickSearch({ account }: { readonly account: Account }) {
  const { t } = useLingui()
  const [openings, setOpenings] = useState(0)
  const open = () => setOpenings((count) => count + 1)
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <ActionIcon
        variant="subtle"
        size="lg"
        visibleFrom="xs"
        aria-label={t`Quick search`}
        aria-keyshortcuts="Control+K Meta+K"
        title={isMac ? '⌘K' : 'Ctrl+K'}
        onClick={open}
      >
        <SearchIcon />
      </ActionIcon>
      {openings > 0 && (
        <Suspense>
          <SearchDialog account={account} openings={openings} />
        </Suspense>
      )}
    </>
  )
}
