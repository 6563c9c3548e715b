import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { filesIn, isTest, parse } from '../contract/architecture/sources.ts'

const holdsStatements = /^server\/(?!platform\/)(?:[^/]+\/){1,2}sql(?:-[a-z0-9-]+)?\.ts$/

type Exported = { readonly name: string; readonly body: ts.ConciseBody }
type Insertion = { readonly at: number; readonly text: string }

/**
 * Writes an instrumented copy of each SQL file to the folder `marks`. Returns the environment that makes a process load the copies
 * and record which functions ran; a killed process records nothing.
 */
export function markStatements(marks: string, from: string): Record<string, string> {
  mkdirSync(join(marks, 'files'), { recursive: true })
  for (const file of statementFiles(from)) {
    const name = join(from, file).replaceAll(sep, '+').replaceAll(':', '+')
    writeFileSync(join(marks, 'files', name), marked(file, readFileSync(join(from, file), 'utf8')))
  }
  const first = pathToFileURL(join(import.meta.dirname, 'marks.mjs')).href
  return { STATEMENT_MARKS: marks, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${first}`.trim() }
}

/** Returns exported functions of `sql.ts` and `sql-fragments.ts` that no process ran: their statements are untested. */
export function statementsNeverRun(marks: string, from: string): string[] {
  const reports = readdirSync(marks).filter((name) => name.startsWith('passed-'))
  const passed = new Set(reports.flatMap((report) => readFileSync(join(marks, report), 'utf8').split('\n')))
  return statementFiles(from).flatMap((file) =>
    exportedFunctions(parse(file, readFileSync(join(from, file), 'utf8')))
      .map(({ name }) => placeOf(file, name))
      .filter((place) => !passed.has(place)),
  )
}

const statementFiles = (from: string): string[] =>
  filesIn(['server'], '.ts', from).filter((file) => holdsStatements.test(file) && !isTest(file))

const placeOf = (file: string, name: string): string => `${file}: ${name}`

/** Inserts a marker at the start of each exported function; line numbers stay the same. */
function marked(file: string, text: string): string {
  const source = parse(file, text)
  const insertions = exportedFunctions(source).flatMap(({ name, body }): Insertion[] => {
    const mark = `passMark(${JSON.stringify(placeOf(file, name))})`
    if (ts.isBlock(body)) return [{ at: body.getStart(source) + 1, text: `${mark};` }]
    return [
      { at: body.getStart(source), text: `(${mark}, ` },
      { at: body.getEnd(), text: ')' },
    ]
  })
  const inOrder = insertions.sort((a, b) => a.at - b.at)
  const parts = inOrder.map(({ at, text: mark }, index) => text.slice(inOrder[index - 1]?.at ?? 0, at) + mark)
  return parts.join('') + text.slice(inOrder.at(-1)?.at ?? 0)
}

/** Finds `export function f` and `export const f = (…) => …`. */
function exportedFunctions(source: ts.SourceFile): Exported[] {
  return source.statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement) || !isExported(statement)) return []
    if (ts.isFunctionDeclaration(statement)) return exportedOne(statement.name, statement.body)
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
        ? exportedOne(name, initializer.body)
        : [],
    )
  })
}

const exportedOne = (name: ts.BindingName | undefined, body: ts.ConciseBody | undefined): Exported[] =>
  name && ts.isIdentifier(name) && body ? [{ name: name.text, body }] : []

const isExported = (statement: ts.HasModifiers): boolean =>
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
