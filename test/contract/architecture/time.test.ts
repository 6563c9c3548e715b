import assert from 'node:assert/strict'
import { test } from 'node:test'
import ts from 'typescript'
import { collect, filesIn, isTest, lineOf, parse, textsIn } from './sources.ts'

const clock = 'server/platform/clock.ts'
const code = filesIn(['server', 'test'], '.ts').filter((file) => file !== clock)

const isDate = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'Date'

/** Matches `new Date()`, `Date()` and `Date.now`, but not `new Date(text)`, which only parses. */
function asksForTheTime(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return isDate(node.expression) && (node.arguments?.length ?? 0) === 0
  if (ts.isCallExpression(node)) return isDate(node.expression)
  return ts.isPropertyAccessExpression(node) && isDate(node.expression) && node.name.text === 'now'
}

const readsOfTime = (source: ts.SourceFile): string[] =>
  collect(source, (node) =>
    asksForTheTime(node) ? `${source.fileName}:${lineOf(source, node.getStart(source))}` : undefined,
  )

test('only the clock reads the current time', () => {
  assert.deepEqual(
    code.flatMap((file) => readsOfTime(parse(file))),
    [],
    `the time comes with the facts; ask ${clock}`,
  )
})

test('no statement reads the database’s current time, which tests could not move', () => {
  const times =
    /\b(?:(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(|current_(?:date|timestamp)\b)/i
  const statements = code
    .filter((file) => file.startsWith('server/') && !isTest(file))
    .flatMap((file) => textsIn(parse(file)).map((text) => ({ file, ...text })))
    .filter(({ tag, text }) => tag === 'sql' && times.test(text))
  assert.deepEqual(
    statements.map(({ file, line }) => `${file}:${line}`),
    [],
    'use the fragment of db.now(), which carries the offset that a test has set',
  )
})

test('the check finds every way to read the time, but not date parsing', () => {
  const asks = 'new Date(); new Date; Date(); Date.now(); const later = Date.now'
  assert.equal(readsOfTime(parse('asks.ts', asks)).length, 5)
  assert.deepEqual(
    readsOfTime(parse('reads.ts', 'new Date(text); new Date(0); Date.UTC(2026, 0); Date.parse(text)')),
    [],
  )
})
