import {
  Anchor,
  Button,
  type ComboboxItem,
  type ComboboxParsedItem,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type OptionsFilter,
} from '@mantine/core'
import { folded } from './formats.ts'

const ink: MantineColorsTuple = [
  '#eef3ff',
  '#dce5fb',
  '#b6c8f3',
  '#8da9ec',
  '#6b8ee6',
  '#557de2',
  '#4974e1',
  '#3a63c8',
  '#3158b4',
  '#234b9f',
]

/** Filters the options of a select field by folded labels. */
const foldedOptions: OptionsFilter = ({ options, search, limit }) => {
  const wanted = folded(search)
  const isWanted = ({ label }: ComboboxItem) => folded(label).includes(wanted)
  const matching = options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return isWanted(option) ? [option] : []
    const items = option.items.filter(isWanted)
    return items.length > 0 ? [{ ...option, items }] : []
  })
  return matching.slice(0, limit)
}

/** Shades with enough contrast (WCAG 2.2 AA) on their background. */
export const theme = createTheme({
  primaryColor: 'ink',
  colors: { ink },
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Links differ from the surrounding text by more than their color.
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    // By name: importing the fields would load them with the first page.
    Select: { defaultProps: { filter: foldedOptions } },
    MultiSelect: { defaultProps: { filter: foldedOptions } },
    // Otherwise, their text is larger than that of normal buttons.
    Button: Button.extend({
      vars: (_, { size }) => ({
        root: size === 'compact-md' ? { '--button-fz': 'var(--mantine-font-size-sm)' } : {},
      }),
    }),
  },
  fontFamily:
    'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", "DejaVu Sans", sans-serif',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.2rem' }, h3: { fontSize: '1.02rem' } },
  },
})

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#59626b',
    '--mantine-color-placeholder': '#6a737c',
    '--mantine-color-body': '#fbfcfd',
    '--mantine-color-error': '#b42323',
  },
  dark: {
    '--mantine-color-anchor': '#9db6f0',
    '--mantine-color-dimmed': '#a6adb4',
    '--mantine-color-placeholder': '#949ba2',
    '--mantine-color-body': '#17191d',
    '--mantine-color-error': '#ff8f8f',
  },
})
