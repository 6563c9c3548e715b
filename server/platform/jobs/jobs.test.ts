import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
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
