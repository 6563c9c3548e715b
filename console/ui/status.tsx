/** The meaning of a status: pending, sent back for changes, in progress, success, failure, or over. */
export type Tone = 'waiting' | 'returned' | 'active' | 'good' | 'bad' | 'over'

/** A status; its text carries the whole meaning, the colored dot is an aid. */
export const Status = ({ label, tone }: { readonly label: string; readonly tone: Tone }) => (
  <span className={`status ${tone}`}>{label}</span>
)
