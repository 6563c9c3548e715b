import { highest, type Winner } from './votes.ts'

/** The votes of an offer as columns: vote n says that executor `executors[n]` gave item `items[n]` the label `labels[n]`. */
export type Votes = {
  readonly items: Int32Array
  readonly executors: Int32Array
  readonly labels: Int32Array
  readonly itemCount: number
  readonly executorCount: number
  readonly labelCount: number
}

export type Options = {
  /** Answers that are assumed of each executor for each label, before they gave any. */
  readonly assumed?: number
  readonly iterationsMax?: number
  /** The rounds end when no probability of a label changes by more. */
  readonly tolerance?: number
}

/** The most votes, each times the number of labels: beyond it, the memory would be too much. */
const cellsMax = 10_000_000
const iterationsMax = 50
/** The most cells of all rounds together, which take a few seconds. */
const workMax = 100_000_000
const toleranceMax = 1e-4
const assumedAnswers = 1
/** The share of the assumed answers that are right. */
const assumedAccuracy = 0.75

/** Whether this many votes and labels fit into the memory and time of one computation. */
export const isBounded = ({ items, labelCount }: Pick<Votes, 'items' | 'labelCount'>): boolean =>
  items.length * labelCount <= cellsMax

type Model = {
  /** The probability of each label of each item. */
  readonly truths: Float64Array
  /** How often each label is right. */
  readonly shares: Float64Array
}

/**
 * Estimates at once how often each executor confuses which labels, and the right label of each item (Dawid and Skene 1979), by expectation
 * maximization. Yields after each round, so that other work can go on; the last value is the model.
 */
export function* roundsOf(votes: Votes, options: Options = {}): Generator<undefined, Model> {
  const { labelCount: size, itemCount } = votes
  const cells = Math.max(votes.items.length * size, 1)
  const rounds = options.iterationsMax ?? Math.min(iterationsMax, Math.floor(workMax / cells))
  const tables = tablesFor(votes, options.assumed ?? assumedAnswers)
  let truths = sharesOfVotes(votes)
  let shares = new Float64Array(size)
  for (let round = 0; round < rounds; round++) {
    shares = meansOf(truths, itemCount, size)
    const next = expectation(votes, tables, maximization(votes, tables, truths), shares)
    const change = largestChange(truths, next)
    truths = next
    if (change <= (options.tolerance ?? toleranceMax)) break
    yield undefined
  }
  return { truths, shares: meansOf(truths, itemCount, size) }
}

/** Runs all rounds at once. */
export function dawidSkene(votes: Votes, options?: Options): Model {
  const rounds = roundsOf(votes, options)
  for (;;) {
    const { done, value } = rounds.next()
    if (done) return value
  }
}

/** Returns the most probable label of an item, and its probability. */
export function winnerOf({ truths }: Model, item: number, labelCount: number): Winner {
  const own = truths.subarray(item * labelCount, (item + 1) * labelCount)
  const label = highest(own)
  return { label, confidence: Math.min(own[label] ?? 0, 1) }
}

/** Which votes share an executor and a label: only these cells of the tables of confusion can be above what is assumed. */
type Tables = { readonly cellOf: Int32Array; readonly cells: Int32Array; readonly assumed: number }

function tablesFor({ executors, labels, labelCount }: Votes, assumed: number): Tables {
  const numbers = new Map<number, number>()
  const cellOf = new Int32Array(executors.length)
  const cells: number[] = []
  for (let vote = 0; vote < executors.length; vote++) {
    const key = (executors[vote] ?? 0) * labelCount + (labels[vote] ?? 0)
    const known = numbers.get(key) ?? numbers.size
    if (known === numbers.size) {
      numbers.set(key, known)
      cells.push(key)
    }
    cellOf[vote] = known
  }
  return { cellOf, cells: Int32Array.from(cells), assumed }
}

/** Begins with the share of the votes that each label of an item has. */
function sharesOfVotes({ items, labels, itemCount, labelCount }: Votes): Float64Array {
  const counts = new Float64Array(itemCount)
  for (const item of items) counts[item] = (counts[item] ?? 0) + 1
  const truths = new Float64Array(itemCount * labelCount)
  for (let vote = 0; vote < items.length; vote++) {
    const item = items[vote] ?? 0
    const cell = item * labelCount + (labels[vote] ?? 0)
    truths[cell] = (truths[cell] ?? 0) + 1 / (counts[item] ?? 1)
  }
  return truths
}

function meansOf(truths: Float64Array, itemCount: number, size: number): Float64Array<ArrayBuffer> {
  const means = new Float64Array(size)
  for (let from = 0; from < truths.length; from += size)
    for (let label = 0; label < size; label++) means[label] = (means[label] ?? 0) + (truths[from + label] ?? 0)
  return means.map((sum) => sum / itemCount)
}

/** Returns, for each cell, the logarithm of how probable its executor's label is for each right label. */
function maximization(votes: Votes, { cellOf, cells, assumed }: Tables, truths: Float64Array): Float64Array {
  const { items, labelCount: size, executorCount } = votes
  const found = new Float64Array(cells.length * size)
  const totals = new Float64Array(executorCount * size)
  for (let vote = 0; vote < items.length; vote++)
    add(found, (cellOf[vote] ?? 0) * size, truths, (items[vote] ?? 0) * size, size)
  for (let cell = 0; cell < cells.length; cell++)
    add(totals, Math.floor((cells[cell] ?? 0) / size) * size, found, cell * size, size)
  const [right, wrong] = [assumed * assumedAccuracy, (assumed * (1 - assumedAccuracy)) / Math.max(size - 1, 1)]
  for (let cell = 0; cell < cells.length; cell++) {
    const label = (cells[cell] ?? 0) % size
    const [own, from] = [(cells[cell] ?? 0) - label, cell * size]
    for (let truth = 0; truth < size; truth++) {
      const count = (found[from + truth] ?? 0) + (truth === label ? right : wrong)
      found[from + truth] = Math.log(count / ((totals[own + truth] ?? 0) + assumed))
    }
  }
  return found
}

/** Adds a row of numbers to another. The rounds spend their time here. */
function add(into: Float64Array, to: number, from: Float64Array, start: number, size: number): void {
  for (let place = 0; place < size; place++) into[to + place] = (into[to + place] ?? 0) + (from[start + place] ?? 0)
}

/** Returns the probability of each label of each item. Sums of logarithms, because products of many small numbers become zero. */
function expectation(votes: Votes, { cellOf }: Tables, logs: Float64Array, shares: Float64Array): Float64Array {
  const { items, itemCount, labelCount: size } = votes
  const scores = new Float64Array(itemCount * size)
  const before = shares.map(Math.log)
  for (let from = 0; from < scores.length; from += size) scores.set(before, from)
  for (let vote = 0; vote < items.length; vote++)
    add(scores, (items[vote] ?? 0) * size, logs, (cellOf[vote] ?? 0) * size, size)
  for (let from = 0; from < scores.length; from += size) normalize(scores, from, size)
  return scores
}

/** Less than this of the most probable label counts as nothing; most of the exponentials need not be calculated then. */
const negligible = -40

/** Turns the logarithms of weights in a row into shares. */
function normalize(scores: Float64Array, from: number, size: number): void {
  let top = Number.NEGATIVE_INFINITY
  for (let place = from; place < from + size; place++) top = Math.max(top, scores[place] ?? 0)
  let sum = 0
  for (let place = from; place < from + size; place++) {
    const below = (scores[place] ?? 0) - top
    const weight = below > negligible ? Math.exp(below) : 0
    scores[place] = weight
    sum += weight
  }
  for (let place = from; place < from + size; place++) scores[place] = (scores[place] ?? 0) / sum
}

function largestChange(before: Float64Array, after: Float64Array): number {
  let most = 0
  for (let cell = 0; cell < after.length; cell++)
    most = Math.max(most, Math.abs((after[cell] ?? 0) - (before[cell] ?? 0)))
  return most
}
