import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { alphaOf } from './alpha.ts'
import { dawidSkene, isBounded, type Votes, winnerOf } from './dawid-skene.ts'
import { numberOf } from './numbers.ts'
import { accuracyOf, majorityOf, unknownAccuracy, weightedOf } from './votes.ts'

const votes = (...labels: readonly number[]) => labels.map((label, executor) => ({ executor, label }))
const near = (actual: number | null | undefined, expected: number, digits = 3) =>
  assert.equal(actual?.toFixed(digits), expected.toFixed(digits))

describe('the majority', () => {
  test('is the most frequent label with its share; of equal ones the first, in any order of votes', () => {
    assert.deepEqual(majorityOf(votes(2, 1, 2)), { label: 2, confidence: 2 / 3 })
    assert.deepEqual(majorityOf(votes(3, 1, 3, 1)), { label: 1, confidence: 0.5 })
    assert.deepEqual(majorityOf(votes(1, 3, 1, 3)), { label: 1, confidence: 0.5 })
    assert.deepEqual(majorityOf(votes(7)), { label: 7, confidence: 1 })
    assert.equal(majorityOf([]), undefined)
  })
})

describe('the majority weighted by accuracy', () => {
  // Right 97 and 17 of 100: with what is assumed, 100 of 104 and 20 of 104.
  const accuracies = new Map([
    [0, { right: 97, answered: 100 }],
    [1, { right: 57, answered: 100 }],
    [2, { right: 57, answered: 100 }],
  ])

  test('believes one good executor more than two poor ones, with the probability of Bayes’ rule', () => {
    const [good, poor] = [100 / 104, 60 / 104]
    const [one, other] = [good * (1 - poor) ** 2, (1 - good) * poor ** 2]
    const found = weightedOf(votes(0, 1, 1), accuracies, 2)
    assert.equal(found?.label, 0)
    near(found?.confidence, one / (one + other), 12)
  })

  test('is the majority of strangers, and one answer is as sure as they are assumed to be', () => {
    assert.equal(weightedOf(votes(1, 0, 1), new Map(), 2)?.label, 1)
    near(weightedOf(votes(1), new Map(), 4)?.confidence, 0.75)
    assert.equal(weightedOf(votes(1, 0), new Map(), 3)?.label, 0)
    assert.equal(weightedOf([], new Map(), 3), undefined)
  })

  test('takes nobody as worse than guessing or as never wrong', () => {
    assert.equal(accuracyOf({ right: 0, answered: 1_000 }, 2), 0.5)
    assert.equal(accuracyOf({ right: 9_999, answered: 9_999 }, 2), 0.99)
    assert.equal(accuracyOf(unknownAccuracy, 0), 0.75)
    const liars = new Map([[0, { right: 0, answered: 500 }]])
    near(weightedOf(votes(0), liars, 2)?.confidence, 0.5)
  })
})

describe('a committee whose members are right in 0.9, 0.9, 0.6, 0.6 and 0.6 of their votes', () => {
  const competences = [0.9, 0.9, 0.6, 0.6, 0.6]
  // With three of four assumed to be right, 6 of 6 are 0.9, and 0 of 1 are 0.6.
  const accuracies = new Map(
    competences.map((competence, executor) => [
      executor,
      competence === 0.9 ? { right: 6, answered: 6 } : { right: 0, answered: 1 },
    ]),
  )
  type Given = ReturnType<typeof votes>

  /** Returns how probable it is that the committee finds label 1: over all ways to vote. */
  const rightness = (labelOf: (given: Given) => number | undefined): number =>
    Array.from({ length: 2 ** competences.length }, (_, way) => competences.map((_, member) => (way >> member) & 1))
      .filter((ballots) => labelOf(votes(...ballots)) === 1)
      .map((ballots) => ballots.reduce((product, right, n) => product * Math.abs(1 - right - (competences[n] ?? 0)), 1))
      .reduce((sum, probability) => sum + probability, 0)

  test('is right as often as published, by the majority and by weights (Shapley and Grofman 1984)', () => {
    near(
      rightness((given) => majorityOf(given)?.label),
      0.877,
    )
    near(
      rightness((given) => weightedOf(given, accuracies, 2)?.label),
      0.927,
    )
  })
})

/**
 * The answers of five anaesthetists about 45 patients (Dawid and Skene 1979, table 1). A row is a patient: the three answers of the first
 * anaesthetist, then one of each other.
 */
const anaesthetists = `
111 1 1 1 1, 333 4 3 3 4, 112 2 1 2 2, 222 3 1 2 1, 222 3 2 2 2, 222 3 3 2 2, 122 2 1 1 1, 333 3 4 3 3, 222 2 2 2 3, 232 2 2 2 3,
444 4 4 4 4, 222 3 3 4 3, 111 1 1 1 1, 222 3 2 1 2, 121 1 1 1 1, 111 2 1 1 1, 111 1 1 1 1, 111 1 1 1 1, 222 2 2 2 1, 222 1 3 2 2,
222 2 2 2 2, 222 2 2 2 1, 222 3 2 2 2, 221 2 2 2 2, 111 1 1 1 1, 111 1 1 1 1, 232 2 2 2 2, 111 1 1 1 1, 111 1 1 1 1, 112 1 1 2 1,
111 1 1 1 1, 333 3 2 3 3, 111 1 1 1 1, 222 2 2 2 2, 222 3 2 3 2, 433 4 3 4 3, 221 2 2 3 2, 232 3 2 3 3, 333 3 4 3 2, 111 1 1 1 1,
111 1 1 1 1, 121 2 1 1 1, 232 2 2 2 2, 121 1 1 1 1, 222 2 2 2 2`

type Row = readonly [item: number, executor: number, label: number]
const columnsOf = (rows: readonly Row[]): Votes => {
  const column = (place: 0 | 1 | 2) => Int32Array.from(rows, (row) => row[place])
  const [items, executors, labels] = [column(0), column(1), column(2)]
  const countOf = (column: Int32Array) => Math.max(...column) + 1
  const [itemCount, executorCount, labelCount] = [countOf(items), countOf(executors), countOf(labels)]
  return { items, executors, labels, itemCount, executorCount, labelCount }
}
const patients = columnsOf(
  anaesthetists
    .trim()
    .split(/,\s*/)
    .flatMap((row, item) =>
      row.split(' ').flatMap((answers, executor) => [...answers].map((answer): Row => [item, executor, +answer - 1])),
    ),
)

/** The class of each patient, ten in a line. */
const classes = ['1422221322', '4312111122', '2222112111', '1312242331', '11212'].join('')

/** How often each anaesthetist gives which class, for patients of class 1 to 4 (table 2). */
const errorRates = [
  [
    [0.89, 0.11, 0, 0],
    [0.07, 0.88, 0.05, 0],
    [0, 0.34, 0.66, 0],
    [0, 0, 0.56, 0.44],
  ],
  [
    [0.83, 0.17, 0, 0],
    [0.05, 0.63, 0.31, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ],
  [
    [1, 0, 0, 0],
    [0.11, 0.79, 0.11, 0],
    [0, 0.4, 0.2, 0.4],
    [0, 0, 0.67, 0.33],
  ],
  [
    [0.94, 0.06, 0, 0],
    [0.05, 0.84, 0.1, 0],
    [0, 0, 0.8, 0.2],
    [0, 0, 0.33, 0.67],
  ],
  [
    [1, 0, 0, 0],
    [0.16, 0.73, 0.11, 0],
    [0, 0.21, 0.79, 0],
    [0, 0, 0.33, 0.67],
  ],
]

/** Answers of executors who are right with these probabilities: always the same ones for a seed. */
function simulated(accuracies: readonly number[], itemCount: number, labelCount: number): readonly Row[] {
  let state = 42
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return Array.from({ length: itemCount }, (_, item) =>
    accuracies.map((accuracy, executor): Row => {
      const other = 1 + Math.floor(next() * (labelCount - 1))
      return [item, executor, next() < accuracy ? item % labelCount : (item + other) % labelCount]
    }),
  ).flat()
}

const shareRight = (labels: readonly (number | undefined)[], labelCount: number): number =>
  labels.filter((label, item) => label === item % labelCount).length / labels.length

describe('Dawid and Skene', () => {
  test('find the published shares of the classes, and the class of each patient', () => {
    const model = dawidSkene(patients, { assumed: 1e-9, iterationsMax: 500, tolerance: 1e-9 })
    assert.deepEqual(
      [...model.shares].map((share) => share.toFixed(2)),
      ['0.40', '0.42', '0.11', '0.07'],
    )
    for (const given of [model, dawidSkene(patients)])
      assert.equal(
        Array.from({ length: patients.itemCount }, (_, item) => winnerOf(given, item, 4).label + 1).join(''),
        classes,
      )
  })

  test('find the published error rates of each anaesthetist', () => {
    const { truths } = dawidSkene(patients, { assumed: 1e-9, iterationsMax: 500, tolerance: 1e-9 })
    for (const [executor, published] of errorRates.entries())
      for (const [truth, rates] of published.entries()) {
        const counts = [0, 0, 0, 0]
        for (const [vote, item] of patients.items.entries()) {
          const label = patients.labels[vote] ?? 0
          if (patients.executors[vote] === executor)
            counts[label] = (counts[label] ?? 0) + (truths[item * 4 + truth] ?? 0)
        }
        const all = counts.reduce((sum, count) => sum + count, 0)
        for (const [label, rate] of rates.entries())
          assert.ok(
            Math.abs(rate - (counts[label] ?? 0) / all) <= 0.0051,
            `anaesthetist ${executor + 1} says ${label + 1} for ${truth + 1}: ${(counts[label] ?? 0) / all}, not ${rate}`,
          )
      }
  })

  test('are right more often than the majority where executors differ', () => {
    const rows = simulated([0.95, 0.55, 0.45, 0.4, 0.4], 600, 3)
    const model = dawidSkene(columnsOf(rows))
    const items = Array.from({ length: 600 }, (_, item) => item)
    const majority = items.map((item) => {
      const own = rows.filter((row) => row[0] === item).map(([, executor, label]) => ({ executor, label }))
      return majorityOf(own)?.label
    })
    const estimated = items.map((item) => winnerOf(model, item, 3).label)
    assert.ok(
      shareRight(estimated, 3) > shareRight(majority, 3) + 0.1,
      `${shareRight(estimated, 3)} and ${shareRight(majority, 3)}`,
    )
  })
})

describe('Dawid and Skene without help', () => {
  test('follow those who agree, also if they collude: what no formula can know', () => {
    const honest = simulated([0.8, 0.8], 60, 3)
    const colluding = honest.flatMap(([item, executor]) =>
      executor === 0 ? [2, 3, 4].map((liar): Row => [item, liar, (item + 1) % 3]) : [],
    )
    const model = dawidSkene(columnsOf([...honest, ...colluding]))
    assert.equal(winnerOf(model, 0, 3).label, 1)
  })

  test('answer for one vote, for a label nobody else uses, and always the same', () => {
    const one = columnsOf([[0, 0, 0]])
    assert.deepEqual(winnerOf(dawidSkene(one), 0, 1), { label: 0, confidence: 1 })
    const split = columnsOf([
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 2],
    ])
    assert.deepEqual(dawidSkene(split), dawidSkene(split))
    assert.equal(winnerOf(dawidSkene(split), 0, 3).label, 0, 'of equal ones the first')
  })

  test('are for so many votes and labels as one computation has room for', () => {
    assert.ok(isBounded({ items: new Int32Array(100_000), labelCount: 100 }))
    assert.ok(!isBounded({ items: new Int32Array(100_000), labelCount: 101 }))
  })
})

describe('one number for several', () => {
  test('is their median, mean, or mean without a fifth at each end', () => {
    const given = [10, 12, 11, 13, 99]
    assert.deepEqual(numberOf(given, 'Median'), { number: 12, confidence: 0.2 })
    assert.deepEqual(numberOf(given, 'Mean'), { number: 29, confidence: 0 })
    assert.deepEqual(numberOf(given, 'TrimmedMean'), { number: 12, confidence: 0.2 })
    assert.equal(numberOf([4, 1, 3, 2], 'Median')?.number, 2.5)
    assert.equal(numberOf([0.1, 0.2, 0.3], 'Mean')?.number, 0.2)
    assert.equal(numberOf([], 'Mean'), undefined)
  })

  test('is the published mean, median and trimmed mean of 19 times (Wilcox, of a study of self-awareness by Dana 1990)', () => {
    const times = [77, 87, 88, 114, 151, 210, 219, 246, 253, 262, 296, 299, 306, 376, 428, 515, 666, 1_310, 2_611]
    near(numberOf(times, 'Mean')?.number, 448.1, 1)
    near(numberOf(times, 'Median')?.number, 262)
    near(numberOf(times, 'TrimmedMean')?.number, 282.7, 1)
  })

  test('is as sure as the share of answers within the tolerance', () => {
    assert.equal(numberOf([10, 11, 12, 20], 'Median', 1)?.confidence, 0.5)
    assert.equal(numberOf([0.1, 0.3, 0.5], 'Median', 0.2)?.confidence, 1)
  })

  test('keeps an answered number to its last digit', () => {
    assert.deepEqual(numberOf([Number.MAX_SAFE_INTEGER], 'Median'), { number: Number.MAX_SAFE_INTEGER, confidence: 1 })
  })

  test('never leaves the range of a number', () => {
    const largest = Number.MAX_VALUE
    for (const method of ['Median', 'Mean', 'TrimmedMean'] as const) {
      assert.ok(Number.isFinite(numberOf([largest, largest, largest, largest], method)?.number))
      assert.ok(Number.isFinite(numberOf([largest, -largest], method, largest)?.confidence))
    }
  })
})

/** Krippendorff's example of four observers and twelve units; a dot is a missing value. */
const observed = ['12332141 2...', '12332241 25.3', '.3332342 251.', '12332441 251.'].map((row) => [
  ...row.replace(' ', ''),
])
const units = Array.from({ length: 12 }, (_, unit) =>
  observed.map((values) => values[unit]).flatMap((value) => (value === '.' ? [] : Number(value))),
)

describe('Krippendorff’s alpha', () => {
  test('is that of the published example with missing values', () => {
    near(alphaOf(units, 'Nominal'), 0.743)
    near(alphaOf(units, 'Interval'), 0.849)
  })

  test('is 1 for full agreement, and below 0 for less than chance', () => {
    assert.equal(
      alphaOf(
        [
          [1, 1],
          [2, 2],
        ],
        'Nominal',
      ),
      1,
    )
    assert.equal(
      alphaOf(
        [
          [0.1, 0.1],
          [0.3, 0.3, 0.3],
        ],
        'Interval',
      ),
      1,
    )
    assert.ok(
      (alphaOf(
        [
          [1, 2],
          [2, 1],
        ],
        'Nominal',
      ) ?? 1) < 0,
    )
  })

  test('is null if nothing can disagree', () => {
    for (const scale of ['Nominal', 'Interval'] as const)
      for (const without of [
        [],
        [[1]],
        [[1], [2]],
        [
          [5, 5],
          [5, 5],
        ],
      ])
        assert.equal(alphaOf(without, scale), null)
    assert.equal(
      alphaOf(
        [
          [0.1, 0.1],
          [0.1, 0.1, 0.1],
        ],
        'Interval',
      ),
      null,
    )
  })
})

describe('Krippendorff’s alpha of large and small numbers', () => {
  test('does not change with the unit of measurement', () => {
    for (const factor of [1e-300, 1e300])
      near(
        alphaOf(
          units.map((unit) => unit.map((value) => value * factor)),
          'Interval',
        ),
        0.849,
      )
  })
})
