import { useState } from 'react'
import type { CriteriaResults, Criterion } from '../criteria.tsx'
import type { ListedReport, Report } from './review-state.ts'

type Checked = { readonly results: CriteriaResults; readonly unmet: readonly Criterion[] }
type Submission = Pick<ListedReport, 'id' | 'revision'>

const nothingChecked: Checked = { results: {}, unmet: [] }
const keyOf = ({ id, revision }: Submission) => `${id} ${revision}`

/** Keeps what the advertiser checked, for each submission of the queue. */
export function useCriteriaResults() {
  const [all, setAll] = useState<Readonly<Record<string, Checked>>>({})
  return {
    resultsOf: (report: Submission): CriteriaResults => (all[keyOf(report)] ?? nothingChecked).results,
    /** The required criteria that were marked as not met. */
    unmetOf: (report: Submission): readonly Criterion[] => (all[keyOf(report)] ?? nothingChecked).unmet,
    check: (report: Report, results: CriteriaResults): void => {
      const unmet = report.taskContent.acceptanceCriteria.filter(
        ({ id, required }) => required && results[id] === 'failed',
      )
      setAll((others) => ({ ...others, [keyOf(report)]: { results, unmet } }))
    },
  }
}
export type CheckedCriteria = ReturnType<typeof useCriteriaResults>
