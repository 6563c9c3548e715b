import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useAccount } from '../../accounts/session.ts'
import { Dialog, DialogButtons } from '../../ui/action-button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import {
  filtersOf,
  isSameSearch,
  nameLengthMax,
  type SavedSearch,
  savedMax,
  useSavedSearches,
} from './saved-searches.ts'
import { hasFilters, type WorkSearch } from './search.ts'

type SavedFiltersProps = { readonly search: WorkSearch; readonly show: (filters: WorkSearch) => void }

/** The executor's saved filters, and a button that saves the current ones. */
export function SavedFilters(props: SavedFiltersProps) {
  const { data: account } = useAccount()
  return account ? <SavedOf {...props} account={account.id} /> : null
}

function SavedOf({ search, show, account }: SavedFiltersProps & { readonly account: number }) {
  const { t } = useLingui()
  const { searches, save, remove } = useSavedSearches(account)
  const [isOpen, dialog] = useDisclosure()
  const isSaved = searches.some(({ filters }) => isSameSearch(filters, search))
  const canSave = hasFilters(search) && !isSaved
  if (searches.length === 0 && !canSave) return null
  return (
    <Group gap={6} role="group" aria-label={t`Saved filters`}>
      {searches.map((saved) => (
        <SavedChip
          key={saved.name}
          saved={saved}
          isChosen={isSameSearch(saved.filters, search)}
          show={show}
          remove={() => remove(saved.name)}
        />
      ))}
      {canSave && (
        <Button size="compact-sm" variant="subtle" onClick={dialog.open}>
          <Trans>Save these filters</Trans>
        </Button>
      )}
      <Dialog title={t`Save these filters`} isOpen={isOpen} close={dialog.close}>
        <SaveForm searches={searches} search={search} save={save} close={dialog.close} />
      </Dialog>
    </Group>
  )
}

type ChipProps = Pick<SavedFiltersProps, 'show'> & {
  readonly saved: SavedSearch
  readonly isChosen: boolean
  readonly remove: () => void
}

function SavedChip({ saved: { name, filters }, isChosen, show, remove }: ChipProps) {
  const { t } = useLingui()
  const variant = isChosen ? 'filled' : 'default'
  return (
    <Button.Group>
      <Button
        size="compact-sm"
        radius="xl"
        maw="16rem"
        variant={variant}
        aria-pressed={isChosen}
        onClick={() => show(filters)}
      >
        <bdi>{name}</bdi>
      </Button>
      <Button
        size="compact-sm"
        radius="xl"
        px={6}
        variant={variant}
        aria-label={t`Delete saved filters ${name}`}
        onClick={remove}
      >
        <CloseIcon />
      </Button>
    </Button.Group>
  )
}

type SaveFormProps = {
  readonly searches: readonly SavedSearch[]
  readonly search: WorkSearch
  readonly save: (search: SavedSearch) => void
  readonly close: () => void
}

function SaveForm({ searches, search, save, close }: SaveFormProps) {
  const { t } = useLingui()
  const [text, setText] = useState(search.search ?? '')
  const name = text.trim()
  const isReplacing = searches.some((saved) => saved.name === name)
  const isFull = searches.length >= savedMax && !isReplacing
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || isFull) return
    save({ name, filters: filtersOf(search) })
    close()
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label={t`Name`}
        description={t`Saved filters stay in this browser.`}
        required
        maxLength={nameLengthMax}
        dir="auto"
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={isFull ? t`You have ${savedMax} saved filters. Delete one first.` : undefined}
      />
      <Text size="sm" mt="xs" role="status">
        {isReplacing && <Trans>This replaces the saved filters of the same name.</Trans>}
      </Text>
      <DialogButtons close={close}>
        <Button type="submit">
          <Trans>Save</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}
