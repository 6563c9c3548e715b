/** The accent of a marketplace whose operator has chosen none. */
export const defaultAccent = '#4f46c8'

type Rgb = readonly [number, number, number]

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

/** The relative luminance of WCAG 2.2, from 0 for black to 1 for white. */
function luminanceOf(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG 2.2 between two colors as `#rrggbb`, from 1 to 21. */
export function contrastOf(first: string, second: string): number {
  const [lighter, darker] = [luminanceOf(rgbOf(first)), luminanceOf(rgbOf(second))].sort((a, b) => b - a)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** More than WCAG asks for text (4.5), because buttons become lighter when they are hovered. */
const textContrast = 5
const steps = 40

/** The color that is nearest to `accent` on the way to `target` and has the contrast of text on `background`. */
function readable(accent: Rgb, target: Rgb, background: string): Rgb {
  for (let step = 0; step < steps; step++) {
    const color = mix(accent, target, step / steps)
    if (contrastOf(hexOf(color), background) >= textContrast) return color
  }
  return target
}

/** How far shades 0 to 7 are from white to the accent. */
const lightShares = [0.06, 0.12, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95] as const

/**
 * Returns the ten shades of an accent. Shade 8, of buttons, is readable under white text. Shade 9, of a pressed one, is darker.
 * `accent` is `#rrggbb`.
 */
export function shadesOf(accent: string): readonly string[] {
  const button = readable(rgbOf(accent), black, '#ffffff')
  const light = lightShares.map((share) => hexOf(mix(white, button, share)))
  return [...light, hexOf(button), hexOf(mix(button, black, 0.18))]
}

/** Returns the accent as it is readable on a dark surface. */
export const onDark = (accent: string, surface: string): string => hexOf(readable(rgbOf(accent), white, surface))
