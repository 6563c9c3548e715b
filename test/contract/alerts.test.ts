import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { metricsDocument } from '../../server/commands/docs/lists.ts'
import { measures } from '../../server/metrics.ts'
import { openMetrics } from '../../server/platform/metrics-endpoint/metrics-endpoint.ts'
import { declaredMetrics, exposeMetrics } from '../../server/platform/observability/metrics.ts'
import { ownSchedule, schedule } from '../../server/worker.ts'
import { openMarket } from '../support/market.ts'
import { metricsAt } from '../support/scenarios/stats.ts'

// Importing the list loads every module that declares metrics.
const list = metricsDocument()
await exposeMetrics()
const market = await openMarket()
const exposed = await openMetrics({ host: '127.0.0.1', port: 0 }, market.ctx.db, measures)
after(exposed.close)
const figures = await metricsAt(exposed.address)
const { text } = figures

const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
const dashboard = JSON.parse(readFileSync('deploy/grafana/dashboard.json', 'utf8'))
const queries: string[] = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
  targets.map(({ expr }) => expr),
)
const rules = [...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, expr]) => expr as string)

/** Metric names in an expression, by the prefixes of our own, the process's and Node's metrics. */
const namesIn = (expr: string): string[] => expr.match(/\b(?:market|process|nodejs)_[a-z0-9_]+/g) ?? []
/** A histogram is queried by its component series. */
const known = new Set(
  [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, kind]) =>
    kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => `${name}${part}`) : [name],
  ),
)

test('alerts and panels use only metrics and labels that the program exports', () => {
  assert.ok(rules.length >= 15 && queries.length >= 30)
  const names = [...rules, ...queries].flatMap(namesIn)
  const shown = names.filter((name) => !known.has(name))
  assert.deepEqual(shown, [])
  for (const expr of [...rules, ...queries])
    for (const [, name, label] of expr.matchAll(/\b(market_[a-z_]+)\{([a-z]+)/g)) {
      const metric = declaredMetrics().find((one) => name?.replace(/_(?:bucket|sum|count)$/, '') === one.name)
      assert.ok(metric?.labels.includes(label ?? ''), `${name} has no label ${label}`)
    }
})

test('no metric has a label that Prometheus adds itself', () => {
  for (const { name, labels } of declaredMetrics())
    assert.ok(!labels.includes('job') && !labels.includes('instance'), name)
})

test('the list of metrics is complete', () => {
  for (const { name } of declaredMetrics()) assert.ok(list.includes(`| \`${name}\` |`), name)
})

/** Metrics without an alert or panel: one for debugging endpoints, and one declared by another test in this process. */
const elsewhere = new Set(['market_delivery_attempt_duration_seconds', 'market_of_this_test'])

test('every metric is used in an alert or a panel', () => {
  const usedMetrics = [...rules, ...queries].flatMap(namesIn).map((name) => name.replace(/_(?:bucket|sum|count)$/, ''))
  assert.deepEqual(
    declaredMetrics()
      .map(({ name }) => name)
      .filter((name) => !usedMetrics.includes(name) && !elsewhere.has(name)),
    [],
  )
})

/** Counters in alerts, with the label and value that they select. */
const watched = rules.flatMap((expr) => [
  ...expr.matchAll(/\b(?:rate|increase)\((market_\w+_total)(?:\{(\w+)="(\w+)"\})?\[/g),
])

test('counters used in alerts are exported from 0, so that the first increase is visible', () => {
  assert.ok(watched.length >= 9)
  for (const [, name = '', label, value] of watched) {
    const labels = label === undefined ? [] : [`${label}="${value}"`]
    assert.equal(figures.of(name, ...labels), 0, `${name} ${labels}`)
  }
})

test('a missing worker causes an alert, through a job that only workers run', () => {
  const [, name] = /absent\(market_job_last_success_timestamp_seconds\{name="(.+?)"\}\)/.exec(alerts) ?? []
  const isNamed = (job: { readonly name: string }) => job.name === name
  assert.deepEqual([schedule.some(isNamed), ownSchedule.some(isNamed)], [true, false])
})

test('every alert has a summary, a severity and a runbook', () => {
  const count = (form: RegExp) => alerts.match(form)?.length
  const all = count(/^ +- alert: /gm)
  assert.equal(count(/^ +severity: |labels: \{ severity: (?:page|ticket) \}$/gm), all)
  assert.equal(count(/^ +summary: /gm), all)
  assert.equal(count(/^ +runbook: docs\/operate\/runbooks\/[a-z-]+\.md$/gm), all)
})

/** Prometheus's checker: this machine's, or the one from Debian's package that the tests have unpacked. */
const promtool = ['/usr/bin/promtool', ...globSync('.cache/engines/**/usr/bin/promtool')].find((path) =>
  existsSync(path),
)
const skip = promtool === undefined && 'there is no promtool: unpack Debian’s package prometheus below .cache/engines'
const judge = (...words: string[]) => spawnSync(promtool ?? '', words, { encoding: 'utf8', input: text })

test('promtool accepts the rules, and they fire as expected', { skip }, () => {
  for (const words of [
    ['check', 'rules', 'deploy/prometheus/alerts.yml'],
    ['test', 'rules', 'deploy/prometheus/alerts.test.yml'],
  ]) {
    const { status, stdout, stderr } = judge(...words)
    assert.equal(status, 0, stdout + stderr)
  }
})

test('promtool accepts every query of the dashboard', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'queries-'))
  after(() => rmSync(folder, { recursive: true }))
  const recorded = queries.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }))
  const file = join(folder, 'queries.yml')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: recorded }] }))
  const { status, stdout, stderr } = judge('check', 'rules', file)
  assert.equal(status, 0, stdout + stderr)
})

test('promtool accepts the exported metrics', { skip }, () => {
  const { status, stdout, stderr } = judge('check', 'metrics')
  // Ignores findings about the library's own metrics.
  const ours = (stdout + stderr).split('\n').filter((line) => line.startsWith('market_'))
  assert.deepEqual(ours, [])
  assert.notEqual(status, 1, stderr)
})
