import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import ts from 'typescript'
import { collect, filesIn, functionsIn, isTest, lineOf, parse, type SizedFunction, textOf } from './sources.ts'

const functionLinesMax = 40
const fileLinesMax = 250
const filesInFolderMax = 30
const testLinesMax = 400

const notMade = (file: string): boolean => !/^console\/(?:dist|api)\//.test(file)
const pages = [...filesIn(['console'], '.tsx'), ...filesIn(['console'], '.ts')].filter(notMade)
const files = [...filesIn(['server', 'test', 'bench'], '.ts'), ...pages]
const sources = files.map((file) => parse(file))
const isTested = (file: string): boolean => isTest(file) || file.startsWith('test/')
const linesOf = (file: string): number => textOf(file).trimEnd().split('\n').length

type LocatedFunction = SizedFunction & { readonly file: string }
/** Components consist mostly of markup; the linter limits their length, without blank lines. */
const isPage = ({ fileName }: ts.SourceFile): boolean => fileName.endsWith('.tsx')
const functions: LocatedFunction[] = sources
  .filter((source) => !isPage(source))
  .flatMap((source) => functionsIn(source).map((found) => ({ ...found, file: source.fileName })))

describe('sizes', () => {
  test('no function exceeds 40 lines', (t) => {
    const counted = functions.filter(({ isChapter }) => !isChapter)
    const long = counted.filter(({ lines }) => lines > functionLinesMax)
    tell(
      t,
      'functions of the server',
      counted.filter(isOurs).map(({ lines }) => lines),
    )
    const shown = long.map(({ file, line, name, lines }) => `${file}:${line} ${name}: ${lines} lines`)
    assert.deepEqual(shown, [])
  })

  test('no file exceeds 250 lines, no test file 400', (t) => {
    const sized = files.map((file) => ({ file, lines: linesOf(file) }))
    const long = sized.filter(({ file, lines }) => lines > (isTested(file) ? testLinesMax : fileLinesMax))
    tell(
      t,
      'files of the server',
      sized.filter(({ file }) => isServer(file)).map(({ lines }) => lines),
    )
    tell(
      t,
      'files of tests',
      sized.filter(({ file }) => isTested(file)).map(({ lines }) => lines),
    )
    const shown = long.map(({ file, lines }) => `${file}: ${lines} lines`)
    assert.deepEqual(shown, [])
  })
})

test('no folder holds more than 30 source files, including tests', () => {
  const large = [...Map.groupBy(files, dirname)].filter(([, inside]) => inside.length > filesInFolderMax)
  assert.deepEqual(
    large.map(([folder, inside]) => `${folder}: ${inside.length} files`),
    [],
    'a folder that is too large has features: give each its own folder',
  )
})

const isServer = (file: string): boolean => file.startsWith('server/') && !isTest(file)
const isOurs = ({ file, isCallback }: LocatedFunction): boolean => isServer(file) && !isCallback

function tell(t: TestContext, what: string, lines: readonly number[]): void {
  const sorted = lines.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  t.diagnostic(`${sorted.length} ${what}: lines median ${at(0.5)}, 90 % ${at(0.9)}, most ${at(1)}`)
}

describe('names', () => {
  const emptyEndings = /(?:Service|Manager|Helpers?|Utils?|Data|Dto|Repository|Mapper)$/
  /** Given by the interface of a library. */
  const prescribed = [
    'onResponseData',
    ...['RowDescription', 'DataRow', 'CommandComplete', 'Error', 'ReadyForQuery'].map((of) => `handle${of}`),
  ]
  const emptyVerbs = /^(?:handle|process)(?:[A-Z]|$)/
  const emptyFiles = /(?:^|[/-])(?:services?|managers?|helpers?|utils?|data|dto|repository|mappers?)(?:[-./]|$)/

  test('no identifier uses an empty word: Service, Manager, Helper, handle, process', () => {
    const found = sources.flatMap((source) =>
      declaredIn(source)
        .filter(({ name }) => !prescribed.includes(name))
        .filter(({ name, kind }) => emptyEndings.test(name) || (kind === 'function' && emptyVerbs.test(name)))
        .map(({ name, line }) => `${source.fileName}:${line} ${name}`),
    )
    assert.deepEqual(found, [], 'name the subject instead')
  })

  test('no file or folder uses an empty word', () => {
    const shown = files.filter((file) => emptyFiles.test(file))
    assert.deepEqual(shown, [])
  })
})

type Declared = { readonly name: string; readonly line: number; readonly kind: 'function' | 'type' }

/** Returns functions, classes and types: the names that other files use. */
function declaredIn(source: ts.SourceFile): Declared[] {
  const types = collect(source, (node) => {
    const isType = ts.isClassDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)
    if (!isType || !node.name) return
    return { name: node.name.text, line: lineOf(source, node.getStart(source)), kind: 'type' as const }
  })
  return [...types, ...functionsIn(source).map(({ name, line }) => ({ name, line, kind: 'function' as const }))]
}
