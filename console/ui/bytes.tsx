import { useLingui } from '@lingui/react'

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A file size in a suitable unit. */
export function Bytes({ value }: { readonly value: number }) {
  const { i18n } = useLingui()
  const step = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)))
  const style = { style: 'unit', unit: sizes[step], unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return <span className="numeric">{new Intl.NumberFormat(i18n.locale, style).format(value / 1000 ** step)}</span>
}
