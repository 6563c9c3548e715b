import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Command } from 'commander'
import { addCommands } from '../../server/commands/command-registry.ts'
import { newProgram } from '../../server/commands/program.ts'
import { settings } from '../../server/platform/config/settings.ts'
import type { Sql } from '../../server/platform/sql.ts'
import { openMarket } from '../support/market.ts'
import { filesIn, root, textOf } from './architecture/sources.ts'

/*
 * Checks the operator documentation against the program: settings, commands, metrics, statements, log lines and links. Tests
 * elsewhere check what the pages promise about failures.
 */

const pages = filesIn(['docs/operate'], '.md')
const guides = ['README.md', 'GLOSSARY.md', 'docs/README.md', 'docs/quickstart.md', 'docs/commands.md']
const runbooks = pages.filter((page) => page.startsWith('docs/operate/runbooks/'))
const files = filesIn(['deploy'], '').filter((file) => statSync(join(root, file)).isFile())
const known = new Set(settings.map(({ name }) => name))

/** Names that look like settings but belong to examples, containers, scripts or systemd. */
const ofOthers = new Set(
  'BASE_URL API_KEY POSTGRES_PASSWORD OWNER_PASSWORD APP_PASSWORD TASKS_LISTEN NODE_COMPILE_CACHE MARKET_PAGES DAEMON_ARGS ON_ERROR_STOP AF_INET AF_INET6 AF_UNIX AF_NETLINK'.split(
    ' ',
  ),
)
const isPlaceholder = (text: string, at: number) => text[at - 1] === '@'

/** Upper-case words with an underscore, like nearly all settings. */
const settingsNamed = (text: string): string[] =>
  [...text.matchAll(/(?<![\w$])[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+(?![\w@])/g)]
    .filter(({ index }) => !isPlaceholder(text, index))
    .map(([name]) => name)

const matchesOf = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map(([, word = '']) => word)
const blocksOf = (kind: string, text: string): string[] =>
  matchesOf(new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``, 'g'), text)

for (const file of [...pages, ...guides, ...files])
  test(`${file} names only settings that exist`, () => {
    const missing = settingsNamed(textOf(file)).filter((name) => !known.has(name) && !ofOthers.has(name))
    assert.deepEqual(missing, [])
  })

test('each setting is used outside its declaration', () => {
  const code = filesIn(['server'], '.ts')
    .filter((file) => !/\/settings[^/]*\.ts$|\.test\.ts$/.test(file))
    .map(textOf)
    .join('\n')
  const words = new Set(code.match(/\w+/g))
  const shown = settings.map(({ member }) => member).filter((member) => !words.has(member))
  assert.deepEqual(shown, [])
})

test('the units and the compose file use only existing settings', () => {
  const ofUnits = matchesOf(/^#?([A-Z][A-Z0-9_]+)=/gm, textOf('deploy/systemd/market.env'))
  const compose = textOf('deploy/container/compose.yaml')
  const ofCompose = matchesOf(/^ {4}([A-Z][A-Z0-9_]+): /gm, compose)
  const given = [...ofUnits, ...ofCompose].filter((name) => !ofOthers.has(name))
  assert.ok(given.length > 15)
  const shown = given.filter((name) => !known.has(name))
  assert.deepEqual(shown, [])
  const examples = matchesOf(/^([A-Z][A-Z0-9_]+)=/gm, textOf('deploy/container/settings.example'))
  const wanted = new Set(matchesOf(/\$\{([A-Z_]+)/g, compose))
  assert.deepEqual(wanted, new Set(examples), 'what compose.yaml asks for is what settings.example has')
})

const program = newProgram()
await addCommands(program, undefined)

/** Returns why a shell line is not a valid command of the program; undefined if it is. */
function wrongIn(words: readonly string[]): string | undefined {
  let command: Command = program
  const rest = [...words]
  for (let next = inside(command, rest[0]); next; next = inside(command, rest[0])) {
    command = next
    rest.shift()
  }
  if (command === program) return `no command ${words[0]}`
  if (command.commands.length > 0) return `${words.join(' ')}: ${rest[0] ?? 'nothing'} is no command of it`
  const options = new Set(command.options.flatMap(({ long, short }) => [long, short]))
  const wrong = rest.filter((word) => word.startsWith('-')).find((word) => word !== '--help' && !options.has(word))
  return wrong && `${words.join(' ')}: no option ${wrong}`
}

const inside = (command: Command, word: string | undefined) => command.commands.find((one) => one.name() === word)

/** Returns what follows `./market` in backticks or code blocks, and `market` at the start of a line or pipeline segment. */
function commandsIn(text: string): string[][] {
  const shell = [...blocksOf('sh', text).flatMap((block) => block.split('\n')), ...matchesOf(/`([^`\n]+)`/g, text)]
  const parts = shell.flatMap((line) => line.replace(/\s#.*$/, '').split(/&&|\|/))
  return parts
    .flatMap((part) => matchesOf(/^\s*(?:[A-Z_]+=\S+ )*(?:\.\/market|market) (.+)$/g, part))
    .map((words) => words.trim().split(/\s+/))
    .filter(([first = '']) => /^[a-z]+$/.test(first))
}

test('every command in the pages exists, with its options', () => {
  const all = [...pages, ...guides].flatMap((page) => commandsIn(textOf(page)))
  assert.ok(all.length > 30, `${all.length} are found`)
  const shown = all.flatMap((words) => wrongIn(words) ?? [])
  assert.deepEqual(shown, [])
  assert.ok(wrongIn(['ledger', 'mend']) && wrongIn(['serve', '--often']) && wrongIn(['sleep']))
})

/** Returns the full names of a command's subcommands, such as `offer show`. */
const namesIn = (command: Command, path: readonly string[] = []): string[] =>
  command.commands.length === 0
    ? [path.join(' ')]
    : command.commands.flatMap((one) => namesIn(one, [...path, one.name()]))

test('docs/commands.md lists each command exactly once', () => {
  const rows = matchesOf(/^\| (`[^|]+`) \|/gm, textOf('docs/commands.md'))
  const listed = rows.flatMap((row) => matchesOf(/`([a-z][a-z -]*)`/g, row))
  assert.deepEqual(listed.sort(), namesIn(program).sort())
})

test('the units and the container start commands that exist', () => {
  const starts = files.flatMap((file) => matchesOf(/^ExecStart=\/opt\/market\/market (.+)$/gm, textOf(file)))
  assert.equal(starts.length, filesIn(['deploy/systemd'], '.service').length)
  const inContainers = matchesOf(
    /^ {4}command: \[((?!postgres|redis)[^\]]+)\]/gm,
    textOf('deploy/container/compose.yaml'),
  )
  assert.equal(inContainers.length, 3)
  const asked = [...starts.map((words) => words.split(' ')), ...inContainers.map((words) => words.split(', '))]
  const shown = asked.flatMap((words) => wrongIn(words) ?? [])
  assert.deepEqual(shown, [])
})

/** Returns the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function isLinked(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, target))) return false
  return (
    anchor === undefined ||
    matchesOf(/^#+ (.+)$/gm, textOf(target))
      .map(anchorOf)
      .includes(anchor)
  )
}

for (const page of [...pages, ...guides])
  test(`the links of ${page} have a target`, () => {
    const links = matchesOf(/\]\(([^)\s]+)\)/g, textOf(page)).filter((link) => !/^[a-z]+:/.test(link))
    const shown = links.filter((link) => !isLinked(page, link))
    assert.deepEqual(shown, [])
  })

test('every alert has a runbook, and every runbook is linked', () => {
  const named = new Set(matchesOf(/runbook: (\S+)/g, textOf('deploy/prometheus/alerts.yml')))
  assert.deepEqual([...named].sort(), runbooks)
  const alerts = matchesOf(/- alert: (\w+)/g, textOf('deploy/prometheus/alerts.yml'))
  const undocumented = alerts.filter((alert) => !runbooks.some((page) => textOf(page).includes(`\`${alert}\``)))
  assert.deepEqual(undocumented, [], 'a runbook names the alerts that lead to it')
})

test('metrics and log lines quoted in runbooks exist in the program', () => {
  const metrics = new Set(matchesOf(/^\| `(market_\w+)`/gm, textOf('docs/operate/metrics-list.md')))
  const sources = filesIn(['server'], '.ts').map(textOf)
  for (const page of [...runbooks, 'docs/operate/README.md']) {
    const text = textOf(page)
    const named = matchesOf(/\b(market_(?!app|owner|test)\w+[a-z])\b/g, text.replace(/\^market_\([^']+/g, ''))
    const unknown = named.filter((name) => !metrics.has(name.replace(/_(?:bucket|count|sum)$/, '')))
    assert.deepEqual(unknown, [], page)
    const undocumented = matchesOf(/"msg":"([^"]+)"/g, text).filter(
      (line) => !sources.some((source) => source.includes(line)),
    )
    assert.deepEqual(undocumented, [], page)
  }
})

describe('queries of the runbooks', async () => {
  const market = await openMarket()
  after(() => market.close())
  const asIs = (text: string): Sql => ({ parts: [text], values: [], isSql: true, isVaried: true, isSingle: true })
  const selects = (page: string) =>
    blocksOf('sql', textOf(page))
      .flatMap((block) => block.replace(/--.*$/gm, '').split(';'))
      .map((text) => text.trim())
      .filter((text) => text !== '')

  for (const page of runbooks.filter((page) => selects(page).length > 0))
    test(`${page}: its statements run and change nothing`, async () => {
      for (const text of selects(page)) {
        assert.match(text, /^select /)
        await market.ctx.db.many(asIs(text))
      }
    })
})
