import { style } from '../chart.ts'
import { whole } from '../results.ts'
import { type DayReport, type Level, usualLevel } from './report.ts'

/*
 * Latency by load as SVG: a panel for each percentile, a line for each number of processes; and one day by hours.
 */

const [width, height] = [850, 720]
const panel = { width: 340, height: 220 } as const
const places = [
  [60, 100],
  [480, 100],
  [60, 400],
  [480, 400],
] as const
const kinds = ['a', 'b', 'c', 'd', 'e', 'f']

type Frame = { readonly left: number; readonly top: number; readonly title: string; readonly below: string }
type Axes = { readonly x: (value: number) => number; readonly y: (ms: number) => number }
type Line = { readonly kind: string; readonly points: readonly (readonly [x: number, ms: number])[] }

export function chartOf(report: DayReport): string {
  const { lines } = report
  const levels = lines.flatMap((line) => line.levels)
  const range = rangeOf(levels.flatMap(({ all }) => [all.p50, all.p99]))
  const most = Math.max(1, ...levels.map(({ perSecond }) => perSecond))
  const panels = (['p50', 'p95', 'p99'] as const).map((metric, place) => {
    const [left, top] = places[place] ?? places[0]
    const drawn = lines.map((line, index) => ({
      kind: kinds[index] ?? 'f',
      points: line.levels.map(({ perSecond, all }) => [perSecond, all[metric]] as const),
    }))
    const ticks = [...new Set(levels.map(({ perSecond }) => perSecond))]
    return panelOf(
      { left, top, title: `${metric}, milliseconds`, below: 'executions a second, due on average' },
      range,
      { most, ticks },
      drawn,
    )
  })
  const { cores } = report.circumstances.machine
  const words = [
    `Latency of all requests, from the moment at which they were due. The ${cores} cores of one machine are shared by`,
    'servers, worker, PostgreSQL, the load and the subscribers of webhooks: several processes cannot do more',
    'work here than one; the lines say what it costs to be several.',
  ]
  const caption = words.map((text, line) => `<text x="60" y="${24 + line * 16}">${text}</text>`).join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Latency of a day against its load, for several numbers of processes">
<style>${style}
  .bar { fill: #8b949e; opacity: 0.35 }
</style>
<rect class="paper" width="${width}" height="${height}"/>
${caption}
${panels.join('\n')}
${hoursOf(usualLevel(report))}
${legend(lines.map(({ processes }) => `${processes} ${processes === 1 ? 'process' : 'processes'}`))}
</svg>
`
}

type Range = { readonly least: number; readonly most: number }

const rangeOf = (all: readonly number[]): Range => {
  const known = all.filter((ms) => ms > 0)
  const [least, most] = [Math.floor(Math.log10(Math.min(...known, 10))), Math.ceil(Math.log10(Math.max(...known, 10)))]
  return { least, most: Math.max(most, least + 1) }
}

function panelOf(
  frame: Frame,
  range: Range,
  across: { most: number; ticks: readonly number[] },
  lines: readonly Line[],
): string {
  const { left, top } = frame
  const bottom = top + panel.height
  const axes: Axes = {
    x: (value) => left + (panel.width * value) / (across.most * 1.05),
    y: (ms) =>
      bottom -
      (panel.height * (Math.log10(Math.max(ms, 10 ** range.least)) - range.least)) / (range.most - range.least),
  }
  const powers = Array.from({ length: range.most - range.least + 1 }, (_, index) => 10 ** (range.least + index))
  const grid = powers.map((ms) => {
    const at = axes.y(ms).toFixed(1)
    return `<line class="grid" x1="${left}" x2="${left + panel.width}" y1="${at}" y2="${at}"/><text x="${left - 6}" y="${Number(at) + 4}" text-anchor="end">${ms}</text>`
  })
  const ticks = across.ticks.map((tick) => {
    const at = axes.x(tick).toFixed(1)
    return `<line class="axis" x1="${at}" x2="${at}" y1="${bottom}" y2="${bottom + 5}"/><text x="${at}" y="${bottom + 19}" text-anchor="middle">${tick}</text>`
  })
  return `<text class="title" x="${left}" y="${top - 12}">${frame.title}</text>
${[...grid, ...ticks].join('\n')}
<line class="axis" x1="${left}" x2="${left + panel.width}" y1="${bottom}" y2="${bottom}"/>
${lines.map((line) => lineOf(line, axes)).join('\n')}
<text x="${left + panel.width / 2}" y="${bottom + 36}" text-anchor="middle">${frame.below}</text>`
}

function lineOf({ kind, points }: Line, { x, y }: Axes): string {
  const at = points.map(([value, ms]) => [x(value).toFixed(1), y(ms).toFixed(1)] as const)
  const dots = at.map(([left, top]) => `<circle class="dot ${kind}" cx="${left}" cy="${top}" r="3.5"/>`)
  return `<polyline class="${kind} line" points="${at.map((point) => point.join(',')).join(' ')}"/>${dots.join('')}`
}

/** Draws the requests of each hour as bars, with their p50 and p99. */
function hoursOf(level: Level | undefined): string {
  if (!level) return ''
  const [left, top] = places[3]
  const { hours } = level
  const range = rangeOf(hours.flatMap(({ p50, p99 }) => [p50, p99]))
  const most = Math.max(1, ...hours.map(({ count }) => count))
  const step = panel.width / (hours.length * 1.05)
  const bars = hours.map(({ count }, hour) => {
    const high = (panel.height * count) / most
    return `<rect class="bar" x="${(left + hour * step).toFixed(1)}" y="${(top + panel.height - high).toFixed(1)}" width="${(step - 1).toFixed(1)}" height="${high.toFixed(1)}"/>`
  })
  const line = (kind: string, metric: 'p50' | 'p99'): Line => ({
    kind,
    points: hours.flatMap((each, hour) => (each.count > 0 ? [[hour + 0.5, each[metric]] as const] : [])),
  })
  const title = `a day of ${level.perSecond} a second: p50, p99`
  const below = `hour of the day; bars: requests, at most ${whole(most)} in an hour`
  const drawn = panelOf({ left, top, title, below }, range, { most: hours.length, ticks: [0, 6, 12, 18, 24] }, [
    line('e', 'p50'),
    line('c', 'p99'),
  ])
  return `${bars.join('\n')}\n${drawn}`
}

const legend = (names: readonly string[]): string =>
  names
    .map((name, index) => {
      const x = 60 + index * 150
      return `<rect class="${kinds[index]}" x="${x}" y="${height - 28}" width="16" height="4"/><text x="${x + 22}" y="${height - 22}">${name}</text>`
    })
    .join('\n')
