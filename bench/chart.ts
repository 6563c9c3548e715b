import { measurementsIn, type Row } from './results.ts'

/*
 * Latency by number of offers as SVG: two panels with logarithmic axes, one line per list. The colours follow the reader's light
 * or dark theme.
 */

const [width, height] = [850, 440]
const panel = { top: 48, width: 330, height: 300, lefts: [64, 474] } as const
const lines = [
  { name: 'list, page 1', kind: 'a' },
  { name: 'list, filters in random combination', kind: 'b' },
  { name: 'list, search', kind: 'c' },
  { name: 'list, page 1,000', kind: 'd' },
  { name: 'list, by cursor', kind: 'e' },
  { name: 'detail of an offer', kind: 'f' },
] as const

export const style = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 14px; font-weight: 600 }
  .paper { fill: #ffffff } .axis { stroke: #59636e } .grid { stroke: #d1d9e0 }
  .line { fill: none; stroke-width: 2 } .dot { stroke: none }
  .a { stroke: #0969da; fill: #0969da } .b { stroke: #1a7f37; fill: #1a7f37 } .c { stroke: #cf222e; fill: #cf222e }
  .d { stroke: #9a6700; fill: #9a6700 } .e { stroke: #8250df; fill: #8250df } .f { stroke: #57606a; fill: #57606a }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .paper { fill: #0d1117 } .axis { stroke: #9198a1 } .grid { stroke: #30363d }
    .a { stroke: #58a6ff; fill: #58a6ff } .b { stroke: #3fb950; fill: #3fb950 } .c { stroke: #ff7b72; fill: #ff7b72 }
    .d { stroke: #d29922; fill: #d29922 } .e { stroke: #bc8cff; fill: #bc8cff } .f { stroke: #8b949e; fill: #8b949e }
  }
  .line { fill: none }`

type Point = { readonly size: number; readonly ms: number }
type Percentile = 'p50' | 'p99'

/** Draws the open-loop rows, because they include waiting time. Returns undefined for fewer than two sizes. */
export function chartOf(rows: readonly Row[]): string | undefined {
  const shown = rows.filter(({ of, perSecond }) => of === 'offers' && perSecond !== undefined)
  const sizes = [...new Set(shown.map(({ size }) => size))].toSorted((a, b) => a - b)
  if (sizes.length < 2) return undefined
  const pointsOf = (name: string, metric: Percentile): Point[] =>
    shown
      .filter((row) => row.name === name)
      .map((row) => ({ size: row.size, ms: Math.max(0.01, measurementsIn(row).served[metric]) }))
  const every = lines.flatMap(({ name }) => [...pointsOf(name, 'p50'), ...pointsOf(name, 'p99')].map(({ ms }) => ms))
  const range = { least: Math.floor(Math.log10(Math.min(...every))), most: Math.ceil(Math.log10(Math.max(...every))) }
  const panels = (['p50', 'p99'] as const).map((metric, index) =>
    panelOf({ metric, left: panel.lefts[index] ?? 0, sizes, range }, (name) => pointsOf(name, metric)),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Latency of lists against the number of active offers">
<style>${style}
</style>
<rect class="paper" width="${width}" height="${height}"/>
${panels.join('\n')}
${legend()}
</svg>
`
}

type Panel = {
  readonly metric: Percentile
  readonly left: number
  readonly sizes: readonly number[]
  readonly range: { readonly least: number; readonly most: number }
}

function panelOf({ metric, left, sizes, range }: Panel, pointsOf: (name: string) => Point[]): string {
  const [first = 1, last = 1] = [sizes[0], sizes.at(-1)]
  const bottom = panel.top + panel.height
  const x = (size: number) => left + 16 + ((panel.width - 32) * Math.log(size / first)) / Math.log(last / first)
  const span = Math.max(1, range.most - range.least)
  const y = (ms: number) => bottom - (panel.height * (Math.log10(ms) - range.least)) / span
  const powers = Array.from({ length: span + 1 }, (_, index) => 10 ** (range.least + index))
  const across = powers.map((ms) => {
    const at = y(ms).toFixed(1)
    const line = `<line class="grid" x1="${left}" x2="${left + panel.width}" y1="${at}" y2="${at}"/>`
    return `${line}<text x="${left - 6}" y="${y(ms) + 4}" text-anchor="end">${Number(ms.toPrecision(1))}</text>`
  })
  const down = sizes.map((size) => {
    const tick = `<line class="axis" x1="${x(size).toFixed(1)}" x2="${x(size).toFixed(1)}" y1="${bottom}" y2="${bottom + 5}"/>`
    return `${tick}<text x="${x(size).toFixed(1)}" y="${bottom + 19}" text-anchor="middle">${size.toLocaleString('en')}</text>`
  })
  const drawn = lines.map(({ name, kind }) =>
    lineOf(
      pointsOf(name).map(({ size, ms }) => [x(size), y(ms)]),
      kind,
    ),
  )
  return `<text class="title" x="${left}" y="${panel.top - 18}">${metric}, milliseconds</text>
${across.join('\n')}
<line class="axis" x1="${left}" x2="${left + panel.width}" y1="${bottom}" y2="${bottom}"/>
<line class="axis" x1="${left}" x2="${left}" y1="${panel.top}" y2="${bottom}"/>
${down.join('\n')}
${drawn.join('\n')}
<text x="${left + panel.width / 2}" y="${bottom + 36}" text-anchor="middle">active offers</text>`
}

function lineOf(points: readonly (readonly [number, number] | readonly number[])[], kind: string): string {
  const places = points.map((point) => point.map((each) => each.toFixed(1)).join(','))
  const dots = points.map(
    ([x = 0, y = 0]) => `<circle class="dot ${kind}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.5"/>`,
  )
  return `<polyline class="${kind} line" points="${places.join(' ')}"/>${dots.join('')}`
}

/** The legend below both panels, in two rows. */
const legend = (): string =>
  lines
    .map(({ name, kind }, index) => {
      const [x, y] = [64 + (index % 3) * 270, height - 22 + Math.floor(index / 3) * 16]
      return `<rect class="${kind}" x="${x}" y="${y - 9}" width="16" height="4"/><text x="${x + 22}" y="${y - 3}">${name}</text>`
    })
    .join('\n')
