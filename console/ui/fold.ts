import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core'

/** Returns a text folded for searches in the browser, as searches of the server fold: width, composed accents, case, `ё`, spaces. */
export const folded = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

/** Filters the options of a select field by folded labels. */
export const foldedOptions: OptionsFilter = ({ options, search, limit }) =>
  matching(options, folded(search)).slice(0, limit)

const matching = (options: readonly ComboboxParsedItem[], wanted: string): ComboboxParsedItem[] =>
  options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return isWanted(option, wanted) ? [option] : []
    const items = option.items.filter((item) => isWanted(item, wanted))
    return items.length > 0 ? [{ ...option, items }] : []
  })

const isWanted = ({ label }: ComboboxItem, wanted: string): boolean => folded(label).includes(wanted)
