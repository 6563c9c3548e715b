import {
  Anchor,
  Button,
  type ComboboxItem,
  type ComboboxParsedItem,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type OptionsFilter,
  rem,
  type VariantColorsResolver,
} from '@mantine/core'
import { brandAccent } from '../brand.ts'
import { folded, withPrefixFirst } from '../formats.ts'
import { defaultAccent, onDark, shadesOf } from './accent.ts'

/** Warm neutrals, from the page to the text. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ee',
  '#eae7e1',
  '#dedad2',
  '#c9c4ba',
  '#a9a398',
  '#857f75',
  '#5f5a52',
  '#3a3631',
  '#22201c',
]

/** The same for the dark scheme, from the text to the darkest surface. */
const dark: MantineColorsTuple = [
  '#e2e0dc',
  '#bcb9b3',
  '#a3a09a',
  '#6f6c66',
  '#45423e',
  '#383531',
  '#2d2b28',
  '#211f1d',
  '#181715',
  '#100f0e',
]

/** Filters the options of a select field by folded labels; those that begin with the text come first. */
const foldedOptions: OptionsFilter = ({ options, search, limit }) => {
  const wanted = folded(search)
  const single = options.flatMap((option): ComboboxItem[] => ('group' in option ? [] : [option]))
  const groups = options.flatMap((option): ComboboxParsedItem[] => {
    const items = 'group' in option ? withPrefixFirst(wanted, option.items) : []
    return items.length > 0 ? [{ ...option, items } as ComboboxParsedItem] : []
  })
  return [...withPrefixFirst(wanted, single), ...groups].slice(0, limit)
}

/** Buttons without a color of their own are neutral: only the primary action has the accent. What destroys is red, also when it is quiet. */
const neutralVariants: VariantColorsResolver = (input) => {
  if (input.variant === 'default' && input.color === 'red')
    return { ...defaultVariantColorsResolver(input), color: 'var(--mantine-color-error)' }
  const hasNoColor = input.color === undefined || input.color === input.theme.primaryColor
  const isNeutral = (input.variant === 'subtle' || input.variant === 'light') && hasNoColor
  if (!isNeutral) return defaultVariantColorsResolver(input)
  const neutral = defaultVariantColorsResolver({ ...input, color: 'gray' })
  return input.variant === 'light'
    ? { ...neutral, border: `${rem(1)} solid var(--mantine-color-default-border)` }
    : neutral
}

const accent = brandAccent() || defaultAccent

/** Shades with enough contrast (WCAG 2.2 AA) on their background. */
export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: shadesOf(accent) as unknown as MantineColorsTuple, gray, dark },
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  black: '#22201c',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: neutralVariants,
  components: {
    // Links differ from the surrounding text by more than their color.
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
    '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", "DejaVu Sans", sans-serif',
  fontSizes: { xs: rem(13), sm: rem(14), md: rem(16), lg: rem(20), xl: rem(26) },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(26), lineHeight: '1.25' },
      h2: { fontSize: rem(20), lineHeight: '1.3' },
      h3: { fontSize: rem(16), lineHeight: '1.4' },
      h4: { fontSize: rem(16), lineHeight: '1.4' },
    },
  },
})

const darkSurface = '#211f1d'

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--page': '#f6f4f0',
    '--hairline': '#e7e3dc',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-anchor': 'inherit',
    '--mantine-color-dimmed': '#67625a',
    '--mantine-color-placeholder': '#78726a',
    '--mantine-color-error': '#b42323',
    '--mantine-color-default-border': '#d6d1c8',
  },
  dark: {
    '--page': '#161513',
    '--hairline': '#322f2c',
    '--mantine-color-body': darkSurface,
    '--mantine-color-anchor': 'inherit',
    '--mantine-color-dimmed': '#a3a09a',
    '--mantine-color-placeholder': '#a09c95',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-default-border': '#45423e',
    '--mantine-primary-color-light-color': onDark(accent, darkSurface),
  },
})
