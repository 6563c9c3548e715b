import { useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import type { CategoryTree } from '../category-tree.ts'
import type { WorkSearch } from './search.ts'

type ChipsProps = {
  readonly search: WorkSearch
  readonly setFilters: (change: WorkSearch) => void
  readonly categoryTree: CategoryTree
}

/** One button per category; the chosen one is pressed. Changing the category clears the platform. */
export function CategoryChips({ search, setFilters, categoryTree }: ChipsProps) {
  const { t } = useLingui()
  const chips = [{ id: '', name: t`All` }, ...categoryTree.categories.map(({ id, name }) => ({ id: String(id), name }))]
  return (
    <Group gap={6} className="scroll-row" role="group" aria-label={t`Category`}>
      {chips.map(({ id, name }) => {
        const isChosen = (search.category ?? '') === id
        return (
          <Button
            key={id}
            size="compact-sm"
            radius="xl"
            variant={isChosen ? 'filled' : 'default'}
            aria-pressed={isChosen}
            onClick={() => setFilters({ category: id || undefined, platform: undefined })}
          >
            {name}
          </Button>
        )
      })}
    </Group>
  )
}
