import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { newProgress } from '../../cli/src/progress.ts'
import { runImports } from '../../server/items/imports/actions-worker.ts'
import { deposit } from '../../server/payments/deposits/actions-bookings.ts'
import { activeOffer, advertiser, executor, expectOk, readyWork, workPath } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'

const market = await openMarket()
const program = join(import.meta.dirname, '../../cli/dist/main.js')
const folder = mkdtempSync(join(tmpdir(), 'items-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

async function taskWithItems(members: object = {}, funds = 100) {
  const owner = await advertiser(market, { funds })
  const items = [{ externalId: 'first', data: { n: 0 } }]
  const { id } = await activeOffer(market, { advertiser: owner, members: { totalLimit: undefined, items, ...members } })
  return { id: String(id), owner, key: owner.key }
}
type Task = Awaited<ReturnType<typeof taskWithItems>>

const environment = ({ key }: Pick<Task, 'key'>) => ({
  PATH: process.env['PATH'],
  MARKETPLACE_URL: market.url,
  MARKETPLACE_API_KEY: key,
})
const started = (task: Pick<Task, 'key'>, ...words: string[]) =>
  spawn(process.execPath, [program, ...words], { env: environment(task) })

async function run(task: Pick<Task, 'key'>, ...words: string[]) {
  const child = started(task, ...words)
  child.stdin.end()
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, errors }
}

/** Runs an import to its end: the marketplace reads its file once the command waits for it. */
async function runImport(task: Task, path: string, ...more: string[]) {
  const child = started(task, 'items', 'import', task.id, path, ...more)
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  while (!hasEnded) await runImports(market.ctx)
  const [out, errors, [code]] = await ended
  return { code, out, errors }
}

const countOf = async ({ owner, id }: Task): Promise<number> =>
  expectOk(await owner.b.get(`/v1/tasks/${id}/items`)).totalCount

describe('items import', () => {
  test('adds the items of a file once, however often it is repeated', async () => {
    const task = await taskWithItems()
    const path = file('pictures.csv', 'picture\n1.jpg\n2.jpg\n')
    const first = await runImport(task, path)
    assert.deepEqual([first.code, /^items: 2$/m.test(first.out)], [0, true], first.errors)
    assert.match(first.errors, /^Sending pictures\.csv: 100%$/m)
    const again = JSON.parse((await runImport(task, path, '--json')).out)
    assert.match(first.out, new RegExp(`^id: ${again.id}\n`))
    const lines = file('more.jsonl', '{"externalId":"a","data":{"n":1}}\n')
    assert.equal((await runImport(task, lines)).code, 0)
    assert.equal(await countOf(task), 4)
  })

  test('prints wrong lines with their numbers and adds nothing', async () => {
    const task = await taskWithItems()
    const { code, out, errors } = await runImport(task, file('wrong.csv', 'externalId,a\nfirst,1\n\u001b[2J,2,3\n'))
    assert.deepEqual([code, /^status: Failed\n.*^faults: 2$/ms.test(out)], [1, true])
    assert.match(errors, /^line 2, externalId: is the externalId of an earlier line or of an item of the task\.$/m)
    assert.match(errors, /^line 3, /m)
    assert.ok(!(errors + out).includes('\u001b'))
    assert.equal(await countOf(task), 1)
  })

  test('that failed for its cost is tried again', async () => {
    const task = await taskWithItems({}, 2)
    const path = file('costly.csv', 'n\n1\n2\n')
    for (let time = 1; time <= 2; time++) {
      const { code, errors } = await runImport(task, path)
      assert.deepEqual([code, /^insufficient_funds: /m.test(errors)], [1, true], errors)
    }
    const bounded = await runImport(task, path, '--max-cost', '2')
    assert.match(bounded.errors, /^max_cost_exceeded: /m)
    await deposit(market.ctx, { email: task.owner.email, amount: 10 })
    assert.equal((await runImport(task, path)).code, 0)
    assert.equal(await countOf(task), 3)
  })

  test('goes on after Ctrl-C, and the repeated command waits for it', async () => {
    const task = await taskWithItems()
    const path = file('slow.csv', 'n\n1\n')
    const child = started(task, 'items', 'import', task.id, path)
    const closed = once(child, 'close')
    let errors = ''
    for await (const part of child.stderr) {
      errors += part
      if (/Import \d+ reads/.test(`${part}`)) child.kill('SIGINT')
    }
    const [, id = ''] = /^Interrupted\. Import (\d+) continues\./m.exec(errors) ?? []
    assert.deepEqual([(await closed)[0], id !== ''], [130, true], errors)
    assert.match((await runImport(task, path)).out, new RegExp(`^id: ${id}\n`))
    assert.equal(await countOf(task), 2)
  })

  test('refuses what is no file of items before it sends anything', async () => {
    const task = { key: 'mkt_live_unused' }
    for (const [path, message] of [
      [join(folder, 'missing.csv'), /^There is no file .*missing\.csv\.$/m],
      [file('empty.csv', ''), /^.*empty\.csv is empty\.$/m],
      [file('items.xlsx', 'x'), /must end with \.csv, \.jsonl, \.ndjson\.$/m],
      ['/dev/null/x.csv', /cannot be read/],
    ] as const) {
      const { code, out, errors } = await run(task, 'items', 'import', '1', path)
      assert.deepEqual([code, out, message.test(errors)], [1, '', true], errors)
    }
    const named = mkdtempSync(join(folder, 'folder-'))
    const { errors } = await run(task, 'items', 'import', '1', `${named}/../${named.split('/').at(-1)}/.csv`)
    assert.match(errors, /must end with/)
    for (const words of [['import', 'x', 'a.csv'], ['import', '1'], ['cancel'], ['ask-again', '1', '1.5']])
      assert.equal((await run(task, 'items', ...words)).code, 2, words.join(' '))
  })
})

test('items are added, listed, cancelled and asked for again', async () => {
  const task = await taskWithItems()
  const added = await run(
    task,
    'items',
    'add',
    task.id,
    '--file',
    file('two.json', '[{"data":{"n":1}},{"data":{"n":2}}]'),
  )
  assert.match(added.out, /^2 in total$/m)
  const listed = await run(task, 'items', 'list', task.id)
  assert.match(listed.out, /^id +externalId +status +data\n\d+ +first +Open +\{"n":0\}\n/)
  assert.match(listed.out, /^3 in total, page 1$/m)
  const [{ id }] = expectOk(await task.owner.b.get(`/v1/tasks/${task.id}/items`)).items
  assert.match((await run(task, 'items', 'cancel', task.id, String(id))).out, /"cancelled":1/)
  assert.match((await run(task, 'items', 'ask-again', task.id, String(id), '--max-cost', '5')).out, /"cancelled":1/)
  for (const words of [[task.id], [task.id, String(id), '--all']])
    assert.match((await run(task, 'items', 'cancel', ...words)).errors, /^Name the ids of items, or --all/)
  assert.match((await run(task, 'items', 'cancel', task.id, '--all')).out, /"cancelled":3/)
})

describe('results', () => {
  test('are a table, CSV and JSON lines', async () => {
    const answerSchema = { type: 'object', properties: { label: { type: 'string' } } }
    const task = await taskWithItems({ overlap: 2, page: { kind: 'form', answerSchema } })
    for (const label of ['cat\u001b', 'dog']) {
      const worker = await executor(market)
      const work = await readyWork(worker, Number(task.id))
      const { items } = expectOk(await worker.a.get(`/api/executor/reservations/${work.reservationId}/work`))
      const answers = [{ itemId: items[0].itemId, value: { label } }]
      const { id } = expectOk(
        await worker.a.post(`${workPath(Number(task.id))}/submit-execution`, { ...work, details: { answers } }),
      )
      if (label === 'dog') expectOk(await task.owner.b.post(`/v1/reports/${id}/accept`))
    }
    const table = await run(task, 'results', task.id)
    assert.match(
      table.out,
      /^itemId +externalId +status +answers +answer\.label\n\d+ +first +InProgress +2 +(?:dog, cat\ufffd|cat\ufffd, dog)\n/,
    )
    const foundBy = async (...filters: string[]) =>
      JSON.parse((await run(task, 'results', task.id, '--json', ...filters)).out).items.length
    assert.equal(await foundBy('--report-status', 'Pending', '--agreement', 'Differs', '--member', 'label'), 1)
    assert.equal(await foundBy('--agreement', 'Equal'), 0)
    assert.equal(await foundBy('--member', 'label', '--value', 'dog'), 1)
    assert.equal(await foundBy('--member', 'label', '--value', 'cow'), 0)
    const csv = await run(task, 'results', task.id, '--csv')
    assert.equal(csv.out.trimEnd().split(/\r?\n/).length, 2)
    const path = join(folder, 'out.jsonl')
    assert.equal((await run(task, 'results', task.id, '--jsonl', '--pending', '--output', path)).out, '')
    assert.equal(JSON.parse(readFileSync(path, 'utf8')).answers.length, 2)
    const nowhere = await run(task, 'results', task.id, '--csv', '--output', join(folder, 'none/out.csv'))
    assert.deepEqual([nowhere.code, /ENOENT/.test(nowhere.errors)], [1, true])
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.part')),
      [],
    )
    assert.equal((await run(task, 'results', task.id, '--csv', '--jsonl')).code, 2)
    assert.match((await run(task, 'results', task.id, '--pending')).errors, /need --csv or --jsonl/)
    assert.match((await run(task, 'results', task.id, '--csv', '--status', 'Open')).errors, /write all items/)
  })

  test('have one item in each line of a file if that is asked for', async () => {
    const task = await taskWithItems()
    const { out } = await run(task, 'results', task.id, '--csv', '--per-item')
    assert.match(out, /^.?"itemId","externalId","itemStatus","answers"/)
    assert.match((await run(task, 'results', task.id, '--per-item')).errors, /need --csv/)
  })

  test('end without an error when their reader has gone', async () => {
    const task = await taskWithItems()
    const child = started(task, 'results', task.id, '--csv')
    child.stdout.destroy()
    assert.deepEqual([await text(child.stderr), child.exitCode ?? (await once(child, 'close'))[0]], ['', 0])
  })
})

test('its completion completes commands and options in bash', async () => {
  const { out } = await run({ key: '' }, 'completion', 'bash')
  const completed = (line: string) => {
    const words = line.split(' ')
    const script = `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}; _task_marketplace; echo "\${COMPREPLY[*]}"`
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim()
  }
  assert.equal(completed('task-marketplace items i'), 'import')
  assert.equal(completed('task-marketplace items import --m'), '--max-cost')
})

test('progress is a bar on a terminal and a line for each quarter elsewhere', () => {
  const written = (isTTY: boolean) => {
    const texts: string[] = []
    const progress = newProgress({ isTTY, write: (part) => texts.push(part) })
    for (const done of [0, 0.2, 0.5, 0.51, 2]) progress.show('Reading \u001b', done)
    progress.end()
    return texts
  }
  assert.deepEqual(written(false), ['Reading \ufffd: 0%\n', 'Reading \ufffd: 50%\n', 'Reading \ufffd: 100%\n'])
  const bars = written(true)
  assert.equal(bars[1], `\r\u001b[KReading \ufffd [${'#'.repeat(6)}${'.'.repeat(24)}] 20%`)
  assert.equal(bars.at(-1), '\r\u001b[K')
})
