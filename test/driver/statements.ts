import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { filesIn, isTest, parse } from '../contract/sources.ts'

/** As V8 writes it for each process that ends by itself; a process that is killed writes nothing. */
type Coverage = {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { readonly count: number }[]
    }[]
  }[]
}

const holdsStatements = /^server\/(?!platform\/)[^/]+\/(?:sql|steps)(?:-[a-z0-9-]+)?\.ts$/

/** Exported functions of `sql.ts` and `steps.ts` that no test ran: a statement that nobody tried is a guess. */
export function statementsNeverRun(coverage: string, from: string): string[] {
  const files = filesIn(['server'], '.ts', from).filter((file) => holdsStatements.test(file) && !isTest(file))
  const urls = new Map(files.map((file) => [pathToFileURL(join(from, file)).href, file]))
  const ran = new Set(readdirSync(coverage).flatMap((report) => functionsRun(join(coverage, report), urls)))
  return files.flatMap((file) =>
    exportedFunctions(file, readFileSync(join(from, file), 'utf8'))
      .map((name) => `${file}: ${name}`)
      .filter((place) => !ran.has(place)),
  )
}

function functionsRun(report: string, urls: ReadonlyMap<string, string>): string[] {
  const written = readFileSync(report, 'utf8')
  if (!/\/(?:sql|steps)[a-z0-9-]*\.ts"/.test(written)) return []
  const { result }: Coverage = JSON.parse(written)
  return result.flatMap(({ url, functions }) => {
    const file = urls.get(url)
    const ran = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
    return file ? ran.map(({ functionName }) => `${file}: ${functionName}`) : []
  })
}

/** `export function f` and `export const f = (…) => …`. */
function exportedFunctions(file: string, text: string): string[] {
  return parse(file, text).statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement) || !isExported(statement)) return []
    if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : []
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) ? [name.getText()] : [],
    )
  })
}

const isExported = (statement: ts.HasModifiers): boolean =>
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
