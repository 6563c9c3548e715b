import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { idOf } from '../../values/id.ts'
import { type Condition, keyOfRule, type Rule } from '../../values/rules/rule.ts'
import { ruledOfferErrors, ruleErrors } from '../../values/rules/rule-errors.ts'
import { doneKey, dueActions, metFigures, type RuledWork, type RuleFacts, reworkReason, scoreFor } from './rules.ts'

const work: RuledWork = {
  id: idOf(7),
  status: 'Pending',
  revision: 1,
  seconds: 20,
  flags: [],
  canRework: true,
  hasRoom: true,
}
const facts = (members: Partial<RuleFacts>): RuleFacts => ({
  offer: idOf(1),
  executor: idOf(2),
  advertiser: idOf(3),
  rules: [],
  gold: null,
  itemsPerSlot: 10,
  right: 0,
  answered: 0,
  items: 0,
  compared: 0,
  agreed: 0,
  skipped: 0,
  lastAnswers: [],
  works: [work],
  done: [],
  ...members,
})
const inaccurate: Rule = { when: { type: 'Accuracy', below: 0.7, minAnswers: 10 }, then: { type: 'Stop' } }
const submitted = new Set([7])
const due = (rule: Rule, members: Partial<RuleFacts>) => dueActions(facts({ rules: [rule], ...members }), submitted)

describe('a condition', () => {
  const cases: readonly [name: string, Condition, Partial<RuleFacts>, isMet: boolean][] = [
    ['accuracy below', inaccurate.when, { right: 6, answered: 10 }, true],
    ['accuracy at the limit', inaccurate.when, { right: 7, answered: 10 }, false],
    ['accuracy after too few answers', inaccurate.when, { right: 0, answered: 9 }, false],
    ['accuracy at least', { type: 'Accuracy', atLeast: 0.9, minAnswers: 10 }, { right: 9, answered: 10 }, true],
    ['accuracy without answers', { type: 'Accuracy', atLeast: 0, minAnswers: 1 }, {}, false],
    ['agreement below', { type: 'Agreement', below: 0.5, minAnswers: 4 }, { items: 4, compared: 8, agreed: 3 }, true],
    ['agreement of few', { type: 'Agreement', below: 0.5, minAnswers: 5 }, { items: 4, compared: 8, agreed: 3 }, false],
    ['fast work', { type: 'TooFast', belowSeconds: 21 }, {}, true],
    ['work at the limit', { type: 'TooFast', belowSeconds: 20 }, {}, false],
    ['fast rework', { type: 'TooFast', belowSeconds: 21 }, { works: [{ ...work, revision: 2 }] }, false],
    ['skipped items', { type: 'Skipped', items: 3 }, { skipped: 3 }, true],
    ['fewer skipped items', { type: 'Skipped', items: 3 }, { skipped: 2 }, false],
    ['same answers', { type: 'SameAnswers', share: 0.75, last: 4 }, { lastAnswers: [...'aaba', 'b', 'b'] }, true],
    ['too few same answers', { type: 'SameAnswers', share: 0.8, last: 4 }, { lastAnswers: [...'aaba'] }, false],
    ['same answers, but few', { type: 'SameAnswers', share: 0.5, last: 4 }, { lastAnswers: [...'aaa'] }, false],
    ['a quiz without settings', { type: 'QuizPassed' }, { right: 10, answered: 10 }, false],
  ]
  for (const [name, when, members, isMet] of cases)
    test(`${isMet ? 'is met by' : 'is not met by'} ${name}`, () => {
      const all = facts(members)
      assert.equal(metFigures(when, all, all.works[0]) !== undefined, isMet)
    })

  test('is met by a passed quiz', () => {
    const gold = { perSlot: 10, compare: {}, minAccuracy: 0.8, minAnswers: 10, earlierWork: 'Keep' } as const
    assert.deepEqual(metFigures({ type: 'QuizPassed' }, facts({ gold, right: 8, answered: 10 })), {
      right: 8,
      answered: 10,
    })
    assert.equal(metFigures({ type: 'QuizPassed' }, facts({ gold, right: 7, answered: 10 })), undefined)
  })
})

describe('a rule', () => {
  const bad = { right: 0, answered: 10 }
  test('acts once for each executor, and for each work if it is about work', () => {
    assert.equal(due(inaccurate, bad).length, 1)
    assert.equal(due(inaccurate, { ...bad, done: [doneKey(inaccurate, null)] }).length, 0)
    const flag: Rule = { ...inaccurate, then: { type: 'Flag' } }
    const works = [work, { ...work, id: idOf<'execution'>(8) }]
    assert.deepEqual(
      due(flag, { ...bad, works, done: [doneKey(flag, 7)] }).map((one) => one.work?.id),
      [8],
    )
  })

  test('does only what is possible with the work', () => {
    const possible = (type: 'Flag' | 'AskMore' | 'Rework', members: Partial<RuledWork>) =>
      due({ ...inaccurate, then: { type } }, { ...bad, works: [{ ...work, ...members }] }).length === 1
    assert.ok(!possible('Flag', { status: 'Accepted' }))
    assert.ok(!possible('Flag', { flags: ['LowAccuracy'] }))
    assert.ok(!possible('Rework', { canRework: false }))
    assert.ok(!possible('AskMore', { hasRoom: false }))
    assert.ok(possible('AskMore', { status: 'Accepted' }))
  })

  test('stops for the speed of the work that was submitted just now, not of earlier work', () => {
    const fast: Rule = { when: { type: 'TooFast', belowSeconds: 60 }, then: { type: 'Stop' } }
    assert.equal(due(fast, {}).length, 1)
    assert.equal(due(fast, { works: [{ ...work, id: idOf(6) }] }).length, 0)
  })

  test('is another one with other figures, at whatever place', () => {
    const other: Rule = { ...inaccurate, when: { type: 'Accuracy', below: 0.8, minAnswers: 10 } }
    assert.notEqual(keyOfRule(inaccurate), keyOfRule(other))
    assert.equal(
      keyOfRule(inaccurate),
      keyOfRule({ then: { type: 'Stop' }, when: { minAnswers: 10, below: 0.7, type: 'Accuracy' } }),
    )
  })

  test('grants its score, or the share in percent', () => {
    const grant = (score?: number): Rule => ({
      when: { type: 'Accuracy', atLeast: 0.6, minAnswers: 3 },
      then: { type: 'Grant', qualificationId: 5, ...(score === undefined ? {} : { score }) },
    })
    const figures = { right: 2, answered: 3 }
    assert.deepEqual(
      [
        scoreFor(grant(80), figures),
        scoreFor(grant(), figures),
        scoreFor(grant(), { agreed: 9, compared: 10, items: 5 }),
      ],
      [80, 67, 90],
    )
  })

  test('says why work goes back, without naming items whose answer is known', () => {
    for (const when of [
      inaccurate.when,
      { type: 'Agreement', below: 0.5, minAnswers: 1 },
      { type: 'TooFast', belowSeconds: 30 },
      { type: 'Skipped', items: 2 },
      { type: 'SameAnswers', share: 1, last: 3 },
    ] as const) {
      const reason = reworkReason(
        { when, then: { type: 'Rework' } },
        { right: 1, answered: 2, agreed: 1, compared: 3, seconds: 4, skipped: 5, same: 6, of: 7 },
      )
      assert.doesNotMatch(reason, /gold|known|undefined|NaN/i)
    }
  })
})

describe('rules of a task', () => {
  const fieldsOf = (...rules: unknown[]) => ruleErrors(rules as Rule[]).map(({ field }) => field)
  test('have the members of their types', () => {
    assert.deepEqual(fieldsOf(inaccurate), [])
    assert.deepEqual(fieldsOf({ when: { type: 'Accuracy', minAnswers: 5 }, then: { type: 'Stop' } }), [
      'rules.0.when.below',
    ])
    assert.deepEqual(
      fieldsOf({ when: { type: 'Accuracy', minAnswers: 5, below: 0.1, atLeast: 0.2 }, then: { type: 'Grant' } }),
      ['rules.0.when.below', 'rules.0.then.qualificationId', 'rules.0.then.type'].filter(
        (name) => !name.endsWith('type'),
      ),
    )
    assert.deepEqual(fieldsOf({ when: { type: 'TooFast', below: 1 }, then: { type: 'Stop', score: 3 } }), [
      'rules.0.when.below',
      'rules.0.when.belowSeconds',
      'rules.0.then.score',
    ])
    assert.deepEqual(fieldsOf({ when: { type: 'QuizPassed' }, then: { type: 'Stop' } }), ['rules.0.then.type'])
    assert.deepEqual(fieldsOf(inaccurate, inaccurate), ['rules.1'])
  })

  test('need room in their task', () => {
    const plain = { overlap: 1, itemsPerSlot: 1, skipsMax: 0, gold: null, aggregation: null, maxReworks: 2 }
    const fields = (when: Condition, then: Rule['then'], members: object = {}) =>
      ruledOfferErrors({ ...plain, rules: [{ when, then }], ...members }).map(({ field }) => field)
    const fast = { type: 'TooFast', belowSeconds: 5 } as const
    assert.deepEqual(fields(fast, { type: 'Stop' }, { overlap: null }), ['rules'])
    assert.deepEqual(fields(fast, { type: 'AskMore' }), ['rules.0.then.type'])
    assert.deepEqual(fields(fast, { type: 'AskMore' }, { aggregation: { method: 'Majority', maxOverlap: 2 } }), [])
    assert.deepEqual(fields(fast, { type: 'Rework' }, { maxReworks: 0 }), ['rules.0.then.type'])
    assert.deepEqual(fields({ type: 'Skipped', items: 1 }, { type: 'Flag' }), ['rules.0.when.type'])
    assert.deepEqual(fields(inaccurate.when, { type: 'Flag' }), ['rules.0.when.type'])
    const agreement = { type: 'Agreement', below: 0.5, minAnswers: 5 } as const
    assert.deepEqual(fields(agreement, { type: 'Stop' }, { aggregation: { method: 'Majority' }, overlap: 2 }), [
      'rules.0.when.type',
    ])
    assert.deepEqual(fields(agreement, { type: 'Stop' }, { aggregation: { method: 'Majority' }, overlap: 3 }), [])
  })
})
