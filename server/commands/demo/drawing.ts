import { fileURLToPath } from 'node:url'
import { type Next, numbers, oneOf } from './numbers.ts'
import { receiptOf } from './receipt.ts'

/*
 * Pictures that look like what the tasks ask for. Each seed gives its own colors and places, so that fraud checks take two pictures
 * for different ones.
 */

export type Subject = 'receipt' | 'shelf label' | 'street sign' | 'form' | 'web page'

const width = 720
const height = 480
const smallWidth = 300

/** What stands in front of the scene: a card with text. Sizes are in pixels. */
type Card = {
  readonly lines: string
  readonly fill: string
  readonly ink: string
  readonly wide: number
  readonly high: number
  readonly dotsPerInch: number
  /** The largest angle, in degrees, to either side. */
  readonly tilt: number
}
type Scene = { readonly back: readonly Rectangle[]; readonly card: Card }

const streets = ['Harbour Street', 'Mill Lane', 'Linden Avenue', 'Station Road', 'Old Market', 'Bridge Street']
const products = ['Oat milk 1 l', 'Rye bread 500 g', 'Apples 1 kg', 'Olive oil 0.5 l', 'Coffee 250 g', 'Rice 1 kg']
const questions = ['Is the notice clear?', 'Is the tone friendly?', 'Do you know what to do next?']
const headings = ['Opening hours', 'Book a table', 'Our prices', 'Visit us', 'How to get here']

type Color = readonly [red: number, green: number, blue: number]
type Rectangle = readonly [x: number, y: number, wide: number, high: number, fill: Color]

const shade = (next: Next, least: number, range: number): Color => [
  least + next(range),
  least + next(range),
  least + next(range),
]

const many = (count: number, draw: (index: number) => Rectangle): Rectangle[] =>
  Array.from({ length: count }, (_, index) => draw(index))

const wall = (fill: Color): Rectangle => [0, 0, width, height, fill]

const houses = (next: Next): Rectangle[] => [
  wall(shade(next, 170, 70)),
  ...many(7, () => {
    const high = 120 + next(300)
    return [next(width) - 60, height - high, 70 + next(190), high, shade(next, 60, 140)]
  }),
]

const table = (next: Next): Rectangle[] => [
  wall(shade(next, 70, 90)),
  ...many(6, () => [next(width) - 80, next(height) - 60, 60 + next(220), 40 + next(160), shade(next, 90, 150)]),
]

const shelf = (next: Next): Rectangle[] => [
  wall(shade(next, 40, 60)),
  ...many(16, (index) => {
    const [floor, high] = [index % 2 ? 220 : 460, 70 + next(120)]
    return [next(width) - 20, floor - high, 40 + next(70), high, shade(next, 70, 170)]
  }),
  ...many(2, (index) => [0, 220 + 240 * index, width, 16, [216, 216, 212]]),
]

const screen = (next: Next): Rectangle[] => [
  wall(shade(next, 225, 30)),
  [0, 0, width, 44, shade(next, 40, 120)],
  ...many(9, () => [next(width - 120), 60 + next(height - 120), 60 + next(260), 20 + next(120), shade(next, 130, 120)]),
]

const card = { fill: '#fdfcf7', ink: '#23221f', dotsPerInch: 110, tilt: 4 } as const

const scenes: Readonly<Record<Subject, (next: Next, seed: number) => Scene>> = {
  receipt: (next, seed) => {
    const { shop, lines, total } = receiptOf(seed)
    const text = [
      `<b>${shop}</b>`,
      '',
      ...lines.map(({ name, price }) => `${name}\t${price.toFixed(2)}`),
      '',
      `<b>TOTAL ${total.toFixed(2)}</b>`,
    ]
    return { back: table(next), card: { ...card, lines: text.join('\n'), wide: 300, high: 400 } }
  },
  'shelf label': (next) => {
    const price = `<b>${1 + next(8)}.${10 + next(90)}</b>`
    const lines = `${oneOf(next, products)}\n<span size="220%">${price}</span>`
    return { back: shelf(next), card: { ...card, lines, fill: '#ffe14d', wide: 330, high: 150, tilt: 0 } }
  },
  'street sign': (next) => {
    const lines = `<b>${oneOf(next, streets)}</b>`
    return {
      back: houses(next),
      card: { ...card, lines, fill: '#1d4f91', ink: '#ffffff', wide: 400, high: 96, dotsPerInch: 190, tilt: 1 },
    }
  },
  form: (next) => {
    const lines = questions
      .map((question) => `${question}\n${oneOf(next, ['[  ] yes   [x] no', '[x] yes   [  ] no'])}\n`)
      .join('\n')
    return { back: table(next), card: { ...card, lines, wide: 380, high: 380 } }
  },
  'web page': (next) => {
    const lines = `<b>${oneOf(next, headings)}</b>\n\nMonday to Friday  9 – ${16 + next(5)}\nSaturday  10 – ${12 + next(4)}\nSunday  closed`
    return { back: screen(next), card: { ...card, lines, fill: '#ffffff', wide: 420, high: 260, tilt: 0 } }
  },
}

const fontFile = () =>
  fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'))

/** Returns RGB pixels. Server processes read no SVG, so the shapes are filled here. */
function paint(rectangles: readonly Rectangle[]): Uint8Array {
  const pixels = new Uint8Array(3 * width * height)
  for (const [x, y, wide, high, fill] of rectangles) {
    const [from, to] = [Math.max(0, x), Math.min(width, x + wide)]
    const line = new Uint8Array(3 * Math.max(0, to - from))
    for (let byte = 0; byte < line.length; byte++) line[byte] = fill[byte % 3] as number
    for (let row = Math.max(0, y); row < Math.min(height, y + high); row++) pixels.set(line, 3 * (row * width + from))
  }
  return pixels
}

const withSize = { resolveWithObject: true } as const

/** Returns the picture of a subject, 720 by 480 pixels. */
async function draw(subject: Subject, seed: number) {
  const { default: sharp } = await import('sharp')
  const next = numbers(seed)
  const { back, card } = scenes[subject](next, seed)
  const { wide, high, fill, ink, lines, dotsPerInch: dpi, tilt } = card
  const text = { text: `<span foreground="${ink}">${lines}</span>`, font: 'Noto Sans', fontfile: fontFile(), dpi }
  const front = await sharp({ create: { width: wide, height: high, channels: 4, background: fill } })
    .composite([{ input: { text: { ...text, width: wide - 48, rgba: true } }, left: 24, top: 24 }])
    .raw()
    .toBuffer(withSize)
  const turned = await sharp(front.data, { raw: front.info })
    .rotate(next(2 * tilt + 1) - tilt, { background: '#0000' })
    .raw()
    .toBuffer(withSize)
  const [left, top] = [next(width - wide - 40), next(height - high - 20)]
  const whole = await sharp(paint(back), { raw: { width, height, channels: 3 } })
    .composite([{ input: turned.data, raw: turned.info, left, top }])
    .removeAlpha()
    .raw()
    .toBuffer(withSize)
  return sharp(whole.data, { raw: whole.info })
}

/** Returns a JPEG. */
export const drawn = async (subject: Subject, seed: number): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(await (await draw(subject, seed)).jpeg().toBuffer())

/** Returns a small picture as a data URL, which needs no host. */
export async function drawnInline(subject: Subject, seed: number): Promise<string> {
  const webp = await (await draw(subject, seed)).resize(smallWidth).webp({ quality: 60, effort: 0 }).toBuffer()
  return `data:image/webp;base64,${webp.toString('base64')}`
}
