/** What one executor said about one item: the index of a label. */
export type Vote = { readonly executor: number; readonly label: number }

/** The winning label of an item, and how sure it is, from 0 to 1. */
export type Winner = { readonly label: number; readonly confidence: number }

/** Returns the index of the highest score; of equal ones, the first. */
export function highest(scores: ArrayLike<number>): number {
  let best = 0
  for (let label = 1; label < scores.length; label++)
    if ((scores[label] ?? Number.NEGATIVE_INFINITY) > (scores[best] ?? Number.NEGATIVE_INFINITY)) best = label
  return best
}

/** Returns the label that most votes have, and its share of the votes; undefined without votes. Of equal ones, the first label wins. */
export function majorityOf(votes: readonly Vote[]): Winner | undefined {
  const counts = new Map<number, number>()
  for (const { label } of votes) counts.set(label, (counts.get(label) ?? 0) + 1)
  const [first] = [...counts].sort(([one, more], [other, less]) => less - more || one - other)
  return first && { label: first[0], confidence: first[1] / votes.length }
}

/** Of how many answers with a known truth an executor has given how many right. */
export type Accuracy = { readonly right: number; readonly answered: number }

/** What is assumed of an executor before anything is known: three right answers of four. */
const assumedRight = 3
const assumedAnswers = 4
/** No one counts as surer than this, however many answers were right. */
const accuracyMax = 0.99

/** Returns the estimated accuracy of an executor among so many labels: never below that of guessing, so that wrong answers gain nothing. */
export function accuracyOf({ right, answered }: Accuracy, labels: number): number {
  const estimated = (right + assumedRight) / (answered + assumedAnswers)
  return Math.min(Math.max(estimated, 1 / Math.max(labels, 2)), accuracyMax)
}

export const unknownAccuracy: Accuracy = { right: 0, answered: 0 }

/**
 * Returns the most probable label, if each executor is right with their accuracy and otherwise chooses any other label, and its probability. `labels`: how
 * many there are in all; every one is as likely before.
 */
export function weightedOf(
  votes: readonly Vote[],
  accuracies: ReadonlyMap<number, Accuracy>,
  labels: number,
): Winner | undefined {
  if (votes.length === 0) return undefined
  const all = Math.max(labels, 2)
  const weights = new Map<number, number>()
  for (const { executor, label } of votes) {
    const accuracy = accuracyOf(accuracies.get(executor) ?? unknownAccuracy, all)
    weights.set(label, (weights.get(label) ?? 0) + Math.log((accuracy * (all - 1)) / (1 - accuracy)))
  }
  const voted = [...weights].sort(([one], [other]) => one - other)
  const scores = voted.map(([, weight]) => weight)
  const best = highest(scores)
  const top = scores[best] ?? 0
  const sum = scores.reduce((total, score) => total + Math.exp(score - top), 0)
  const unvoted = (all - voted.length) * Math.exp(-top)
  return { label: voted[best]?.[0] ?? 0, confidence: 1 / (sum + unvoted) }
}
