import { cleanText } from './table.ts'

/** Where progress is shown: standard error, because standard output belongs to the result. */
type Output = { readonly isTTY?: boolean; write(text: string): unknown }

export type Progress = {
  /** `done`: from 0 to 1. */
  show(what: string, done: number): void
  /** Removes the bar. */
  end(): void
}

const barLength = 30
const wholeLine = '\r\u001b[K'

/** Shows how far something is: on a terminal with a bar, elsewhere with a line for each quarter. */
export function newProgress(output: Output): Progress {
  let shown = ''
  const show = (text: string): void => {
    if (text !== shown) output.write(output.isTTY ? wholeLine + text : `${text}\n`)
    shown = text
  }
  return {
    show: (what, done) => {
      const percent = Math.floor(100 * Math.min(1, done))
      if (!output.isTTY) return show(`${cleanText(what)}: ${percent - (percent % 25)}%`)
      const full = Math.floor((barLength * percent) / 100)
      show(`${cleanText(what)} [${'#'.repeat(full)}${'.'.repeat(barLength - full)}] ${percent}%`)
    },
    end: () => {
      if (output.isTTY && shown !== '') output.write(wholeLine)
      shown = ''
    },
  }
}
