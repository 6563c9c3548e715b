import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import type { AnswerTo, BodyOf } from '../../sdk/src/index.ts'

/* The methods of the client against the OpenAPI documents, read from its source. */

const root = join(import.meta.dirname, '../..')

/** A call of an operation, with the names that its method passes on. */
type Sent = {
  readonly operation: string
  readonly passed: ReadonlySet<string>
  readonly isBodyOptional: boolean
}
type Method = { readonly name: string; readonly isDocumented: boolean; readonly sent: readonly Sent[] }

/** Returns the members of the functions that make resources, and those of the class. */
function methodsIn(file: string): Method[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, 'sdk/src', file), 'utf8'), ts.ScriptTarget.Latest)
  const found: Method[] = []
  const visit = (node: ts.Node, resource: string): void => {
    if (isMethod(node)) {
      const name = `${resource}.${node.name.getText(source)}`
      found.push({ name, isDocumented: hasDocComment(node, source), sent: callsIn(node, source) })
    } else if (ts.isConstructorDeclaration(node))
      found.push({ name: `${resource} constructor`, isDocumented: true, sent: callsIn(node, source) })
    else if (ts.isVariableDeclaration(node)) ts.forEachChild(node, (child) => visit(child, node.name.getText(source)))
    else ts.forEachChild(node, (child) => visit(child, resource))
  }
  visit(source, file)
  return found
}

type Named = ts.Node & { readonly name: ts.PropertyName }
function isMethod(node: ts.Node): node is Named {
  if (ts.isMethodDeclaration(node)) return true
  if (ts.isPropertyDeclaration(node)) return true
  return ts.isPropertyAssignment(node) && ts.isArrowFunction(node.initializer)
}

const hasDocComment = (node: ts.Node, source: ts.SourceFile): boolean =>
  (ts.getLeadingCommentRanges(source.text, node.pos) ?? []).some(({ pos }) => source.text.startsWith('/**', pos))

/** `list` takes the query and `file` has one method. */
function callsIn(method: ts.Node, source: ts.SourceFile): Sent[] {
  const calls: Sent[] = []
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (!ts.isCallExpression(node)) return
    const by = node.expression.getText(source).replace(/^client[.]/, '')
    if (!['call', 'list', 'file'].includes(by)) return
    const [first, path, last] = by === 'call' ? node.arguments : [undefined, ...node.arguments]
    const verb = first && ts.isStringLiteral(first) ? first.text : 'get'
    assert.ok(path && ts.isStringLiteral(path), by)
    const all = by === 'list' ? node.arguments.slice(1) : last ? [last] : []
    const passed = new Set(all.flatMap((argument) => namesIn(argument, source)))
    const isBodyOptional = /\bbody\?:/.test(method.getText(source))
    calls.push({ operation: `${verb} ${path.text}`, passed, isBodyOptional })
  }
  visit(method)
  return calls
}

/** The names that an argument has: its own, or those of its members. */
const namesIn = (argument: ts.Expression, source: ts.SourceFile): string[] =>
  ts.isObjectLiteralExpression(argument)
    ? argument.properties.map((member) =>
        ts.isSpreadAssignment(member) ? member.expression.getText(source) : (member.name?.getText(source) ?? ''),
      )
    : [argument.getText(source)]

type Parameter = { readonly $ref?: string; readonly in?: string }
type Documented = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, unknown>> }
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> }
}
type Operation = { readonly takes: readonly string[]; readonly isBodyRequired: boolean }

function operationsOf(file: string, prefix: string): [string, Operation][] {
  const { paths, components }: Document = JSON.parse(readFileSync(join(root, 'docs/api', file), 'utf8'))
  const resolve = ({ $ref, ...own }: Parameter) => ($ref ? components.parameters[$ref.split('/').at(-1) ?? ''] : own)
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, { parameters = [], requestBody }]): [string, Operation] => {
      const places = new Set(parameters.map((parameter) => resolve(parameter)?.in))
      const { content = {} } = requestBody ?? {}
      const body = content['multipart/form-data'] ? 'form' : content['text/csv'] ? 'file' : 'body'
      const takes = ['path', 'query'].filter((place) => places.has(place))
      const address = path.startsWith(prefix) ? path : `${prefix}${path}`
      return [
        `${verb} ${address}`,
        { takes: requestBody ? [...takes, body] : takes, isBodyRequired: requestBody?.required === true },
      ]
    }),
  )
}

const methods = ['resources.ts', 'executor-resources.ts', 'marketplace.ts'].flatMap(methodsIn)
const sent = methods.flatMap((method) => method.sent.map((call) => ({ ...call, method: method.name })))

const operations = new Map([...operationsOf('openapi.json', ''), ...operationsOf('openapi-v1.json', '/v1')])

test('every method passes its path, query, body and options on', () => {
  const forgotten = sent.flatMap(({ method, operation, passed }) =>
    ['options', ...(operations.get(operation)?.takes ?? ['a documented operation'])]
      .filter((name) => !passed.has(name))
      .map((name) => `${method}: ${name}`),
  )
  assert.deepEqual(forgotten, [])
  assert.ok(sent.length > 70, `${sent.length} calls`)
})

test('a body may be left out where the operation has none or an optional one', () => {
  const wrong = sent.filter(({ operation, passed, isBodyOptional }) => {
    return passed.has('body') && isBodyOptional === operations.get(operation)?.isBodyRequired
  })
  const shown = wrong.map(({ method }) => method)
  assert.deepEqual(shown, [])
})

test('every operation for API keys has a method', () => {
  const called = new Set(sent.map(({ operation }) => operation))
  const missing = [...operations.keys()].filter((operation) => operation.includes(' /v1/') && !called.has(operation))
  assert.deepEqual(missing, [])
})

test('every method and resource has a doc comment, which editors show', () => {
  const shown = methods.filter(({ isDocumented }) => !isDocumented).map(({ name }) => name)
  assert.deepEqual(shown, [])
})

test('types keep the known values of answers, take new ones, and refuse other values in requests', () => {
  type Status = AnswerTo<'get', '/v1/tasks/{id}'>['status']
  const known: Extract<Status, 'Active'> = 'Active'
  const later: Status = 'Audited'
  // @ts-expect-error A request takes the known values only.
  const wrong: BodyOf<'post', '/v1/tasks'>['gender'] = 'Everybody'
  assert.equal([known, later, wrong].length, 3)
})
