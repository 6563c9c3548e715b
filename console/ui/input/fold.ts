type Item = { value: string; label: string; disabled?: boolean }
/** An option of a select field, or a group of them. */
type Option<Group> = Item | { group: Group; items: Item[] }

type Filter<Group> = { options: Option<Group>[]; search: string; limit: number }

/** Returns a text folded for searches in the browser, as searches of the server fold: width, composed accents, case, `ё`, spaces. */
export const folded = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

/** Filters the options of a select field by folded labels. */
export const foldedOptions = <Group>(given: Filter<Group>): Option<Group>[] =>
  matching(given.options, folded(given.search)).slice(0, given.limit)

const matching = <Group>(options: readonly Option<Group>[], wanted: string): Option<Group>[] =>
  options.flatMap((option): Option<Group>[] => {
    if (!('group' in option)) return isWanted(option, wanted) ? [option] : []
    const items = option.items.filter((item) => isWanted(item, wanted))
    return items.length > 0 ? [{ ...option, items }] : []
  })

const isWanted = ({ label }: Item, wanted: string): boolean => folded(label).includes(wanted)
