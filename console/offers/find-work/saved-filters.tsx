import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Switch, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { BellIcon, BellOffIcon, XIcon } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Dialog, DialogButtons } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
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
export function SavedFilters({ search, show }: SavedFiltersProps) {
  const { t } = useLingui()
  const { searches, save, change, remove } = useSavedSearches()
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
          setAlerts={(alerts) => change.mutate({ id: saved.id, alerts })}
          remove={() => remove.mutate(saved.id)}
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
  readonly setAlerts: (alerts: boolean) => void
  readonly remove: () => void
}

function SavedChip({ saved: { name, filters, alerts }, isChosen, show, setAlerts, remove }: ChipProps) {
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
        aria-label={t`Tell me of new tasks for ${name}`}
        aria-pressed={alerts}
        onClick={() => setAlerts(!alerts)}
      >
        {alerts ? <BellIcon /> : <BellOffIcon />}
      </Button>
      <Button
        size="compact-sm"
        radius="xl"
        px={6}
        variant={variant}
        aria-label={t`Delete saved filters ${name}`}
        onClick={remove}
      >
        <XIcon />
      </Button>
    </Button.Group>
  )
}

type SaveFormProps = {
  readonly searches: readonly SavedSearch[]
  readonly search: WorkSearch
  readonly save: ReturnType<typeof useSavedSearches>['save']
  readonly close: () => void
}

function SaveForm({ searches, search, save, close }: SaveFormProps) {
  const { t } = useLingui()
  const [text, setText] = useState(search.search ?? '')
  const [alerts, setAlerts] = useState(true)
  const name = text.trim()
  const isReplacing = searches.some((saved) => saved.name === name)
  const isFull = searches.length >= savedMax && !isReplacing
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || isFull) return
    save.mutate({ name, alerts, filters: filtersOf(search) }, { onSuccess: close })
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label={t`Name`}
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
      <Switch
        mt="sm"
        label={t`Tell me when new tasks match`}
        description={t`In the console, and by e-mail up to once an hour.`}
        checked={alerts}
        onChange={(event) => setAlerts(event.currentTarget.checked)}
      />
      <ErrorAlert error={save.error} />
      <DialogButtons close={close}>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}
