import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { openMarket } from '../../../test/support/market.ts'
import { clearFailingJob, failingJobs, recordFailingJob, reportTo } from './failing-jobs.ts'
import { type FailingNow, pauseAfterFailures, trackFailures } from './failures.ts'
import { type Job, startJobs } from './jobs.ts'
import { createWakeup } from './wakeup.ts'

const log = pino({ level: 'silent' })
const hour = 3_600

/** A job that counts its runs and returns the given numbers. */
function counted(answers: readonly number[], members: Partial<Job<object>> = {}) {
  let runs = 0
  const waiting: { readonly runs: number; readonly resolve: () => void }[] = []
  const job: Job<object> = {
    name: 'a test',
    everySeconds: hour,
    run: async () => {
      const answer = answers[runs++] ?? 0
      for (const each of waiting) if (each.runs === runs) each.resolve()
      return answer
    },
    ...members,
  }
  const ran = (times: number) =>
    new Promise<void>((resolve) => (runs >= times ? resolve() : waiting.push({ runs: times, resolve })))
  return { job, ran, runs: () => runs }
}

test('a job with wakeOn runs at a wakeup; another one waits for its interval', async () => {
  const wakeup = createWakeup()
  const [woken, patient] = [counted([], { wakeOn: true }), counted([])]
  const jobs = startJobs([woken.job, patient.job], {}, log, { wakeup })
  await Promise.all([woken.ran(1), patient.ran(1)])
  wakeup.notify()
  await woken.ran(2)
  wakeup.notify()
  await woken.ran(3)
  await jobs.stop()
  assert.deepEqual([woken.runs(), patient.runs()], [3, 1])
})

test('a wakeup during a run is not missed', async () => {
  const wakeup = createWakeup()
  const woken = counted([], { wakeOn: true })
  const run: Job<object>['run'] = (...around) => {
    if (woken.runs() === 0) wakeup.notify()
    return woken.job.run(...around)
  }
  const jobs = startJobs([{ ...woken.job, run }], {}, log, { wakeup })
  await woken.ran(2)
  await jobs.stop()
})

test('a job that did work runs again at once, and wakes the jobs with wakeOn', async () => {
  const first = counted([1, 0])
  const [second, third] = [counted([0, 3, 0], { wakeOn: true }), counted([0, 0, 0], { wakeOn: true })]
  const jobs = startJobs([second.job, third.job, first.job], {}, log)
  await Promise.all([first.ran(1), second.ran(3), third.ran(2)])
  await jobs.stop()
  assert.equal(first.runs(), 1, 'it did something, but nothing wakes it')
})

test('a failed job is retried, and the others continue', async () => {
  const wakeup = createWakeup()
  const good = counted([], { wakeOn: true })
  let failed = 0
  const bad: Job<object> = {
    name: 'bad',
    everySeconds: 0.001,
    run: async () => {
      failed++
      wakeup.notify()
      throw new Error('bad')
    },
  }
  const jobs = startJobs([bad, good.job], {}, log, { wakeup })
  await good.ran(3)
  await jobs.stop()
  assert.ok(failed > 1)
})

test('a listener that unsubscribed is not called, and the others still are', () => {
  const wakeup = createWakeup()
  const heard: string[] = []
  const stop = wakeup.subscribe(() => heard.push('one'))
  wakeup.subscribe(() => heard.push('two'))
  wakeup.notify()
  stop()
  wakeup.notify()
  assert.deepEqual(heard, ['one', 'two', 'two'])
})

const away = Object.assign(new Error('the database system is starting up'), { code: '57P03' })

/** A logger that collects its lines. */
function recordingLog() {
  const lines: { msg: string; reason?: string; err?: unknown }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines, messages: () => lines.map(({ msg }) => msg) }
}

const named = (name: string) => ({ name, everySeconds: 1 })

test('logs one line when the database goes away and one when all jobs reach it again, without stacks', () => {
  const { log, lines, messages } = recordingLog()
  const failures = trackFailures(log)
  for (let count = 0; count < 1_000; count++) for (const name of ['mails', 'events']) failures.failed(named(name), away)
  failures.succeeded('mails')
  failures.failed(named('events'), away)
  failures.succeeded('mails')
  failures.succeeded('events')
  assert.deepEqual(messages(), ['database unreachable: jobs will retry', 'database reachable again: all jobs work'])
  assert.ok(!JSON.stringify(lines).includes('stack'))
})

test('logs a job’s failure once, again when its reason changes, and its recovery', () => {
  const { log, messages } = recordingLog()
  const failures = trackFailures(log)
  for (let count = 0; count < 100; count++) failures.failed(named('mails'), new Error('one'))
  assert.equal(failures.failed(named('mails'), new Error('another')), 101)
  failures.succeeded('mails')
  failures.succeeded('mails')
  const again = 'job failed; it will be retried'
  assert.deepEqual(messages(), [again, again, 'job works again'])
})

test('the pause after failures grows to ten seconds and is never shorter than the interval', () => {
  const pauses = [1, 2, 3, 7, 8, 50].map((times) => pauseAfterFailures(times, 0.5))
  assert.deepEqual(pauses, [0.5, 0.5, 0.5, 6.4, 10, 10])
  assert.equal(pauseAfterFailures(1, 3_600), 3_600)
})

test('jobs that wait for the database continue as soon as one of them reaches it', async () => {
  const { log } = recordingLog()
  let isAway = true
  const back = Promise.withResolvers<void>()
  const runs = { first: 0, second: 0 }
  const run = (name: 'first' | 'second', after: number) => async () => {
    runs[name]++
    if (isAway && runs[name] >= after) throw away
    if (!isAway && name === 'second') back.resolve()
    return 0
  }
  // The second one fails until it would wait for ten seconds; then the first one reaches the database first.
  const second = { name: 'second', everySeconds: 600, run: run('second', 1) }
  const first = {
    name: 'first',
    everySeconds: 0.01,
    run: async () => {
      if (runs.second > 0 && runs.first > 1) isAway = false
      return run('first', 1)()
    },
  }
  const jobs = startJobs([second, first], {}, log)
  await back.promise
  await jobs.stop()
  assert.equal(runs.second, 2)
})

test('reports a job that has failed for a minute, but not while the database is unreachable', (t) => {
  const reported: FailingNow[] = []
  const recovered: string[] = []
  const report = {
    failing: async (job: FailingNow) => void reported.push(job),
    recovered: async (name: string) => void recovered.push(name),
  }
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const failures = trackFailures(recordingLog().log, report)
  failures.failed(named('mails'), new Error('refused'))
  failures.failed(named('events'), away)
  now = 61_000
  failures.failed(named('mails'), new Error('refused'))
  failures.failed(named('events'), away)
  failures.succeeded('mails')
  assert.deepEqual(reported, [{ ...named('mails'), reason: 'refused', failingSeconds: 61 }])
  assert.deepEqual(recovered, ['mails'])
})

test('a failing job is listed by /readyz until it recovers or its process is gone', async () => {
  const market = await openMarket()
  const { db } = market.ctx
  await recordFailingJob(db, { ...named('notifications'), reason: 'NUL \0 and text', failingSeconds: 90 })
  const [job] = await failingJobs(db)
  assert.deepEqual([job?.name, job?.reason], ['notifications', 'NUL  and text'])
  const { status, body } = await market.as().get('/readyz')
  assert.deepEqual([status, body], [200, { status: 'ready', failingJobs: ['notifications'] }])
  await clearFailingJob(db, 'notifications')
  assert.deepEqual(await failingJobs(db), [])
  const { log, messages } = recordingLog()
  const report = reportTo(db, log)
  await report.failing({ ...named('notifications'), reason: 'killed', failingSeconds: 60 })
  assert.equal((await failingJobs(db)).length, 1)
  market.pass(600)
  assert.deepEqual(await failingJobs(db), [])
  await market.close()
  await report.recovered('notifications')
  assert.deepEqual(messages(), ['cannot record a failing job'])
})
