import { useState } from 'react'
import type { ListedReport } from './review-state.ts'

/** The selected reports by id, each as it was when it was selected; also those of other pages of the same list. */
type Selected = ReadonlyMap<number, ListedReport>
const none: Selected = new Map()

/** Keeps the selection while the filters stay the same. */
export function useSelection(filters: string) {
  const [kept, setKept] = useState({ filters, selected: none })
  const selected = kept.filters === filters ? kept.selected : none
  const change = (changed: (now: Selected) => Selected) =>
    setKept((before) => ({ filters, selected: changed(before.filters === filters ? before.selected : none) }))
  const add = (reports: readonly ListedReport[]) =>
    change((now) => new Map([...now, ...reports.map((report) => [report.id, report] as const)]))
  const remove = (reports: readonly { readonly id: number }[]) => {
    const ids = new Set(reports.map(({ id }) => id))
    change((now) => new Map([...now].filter(([id]) => !ids.has(id))))
  }
  return {
    has: ({ id }: { readonly id: number }) => selected.has(id),
    reports: [...selected.values()],
    add,
    remove,
    toggle: (report: ListedReport) => (selected.has(report.id) ? remove([report]) : add([report])),
    clear: () => change(() => none),
  }
}
export type Selection = ReturnType<typeof useSelection>
