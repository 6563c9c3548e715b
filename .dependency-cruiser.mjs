/**
 * Who may know whom. The list of nouns below is the architecture: each noun may use the nouns to its left, never those
 * to its right. `test/contract/imports.test.ts` breaks every rule once, so a rule that no longer bites is noticed.
 */

const nouns = [
  'accounts',
  'ledger',
  'payments',
  'catalog',
  'lists',
  'offers',
  'reservations',
  'proofs',
  'executions',
  'disputes',
  'moderation',
  'audit',
  'webhooks',
  'notifications',
  'privacy',
]
const kinds = ['actions', 'sql', 'steps', 'show', 'routes', 'jobs', 'docs']

/** Libraries and parts of Node that only compute: no disk, no network, no clock. */
const pureLibraries = '(?:^|/)node_modules/(?:typebox|ajv|ajv-formats|re2js|ipaddr.js)/'
const pureNode = '^(?:node:)?(?:assert|assert/strict|buffer|crypto|path|url|util|zlib)$'

const anyOf = (names) => `(?:${names.join('|')})`
const aNoun = `^server/(${anyOf(nouns)})/`
const theSameNoun = '^server/$1/'
/** A large noun splits a kind with a suffix: `routes.ts`, `routes-v1.ts`. */
const kind = (...names) => `${anyOf(names)}(?:[.]|-[a-z0-9-]*[.])ts$`
const fileOf = (...names) => `${aNoun}${kind(...names)}`
const ownFileOf = (...names) => `${theSameNoun}${kind(...names)}`
const notAKind = `(?!${kind(...kinds)})[a-z0-9-]+[.]ts$`
const nounFile = `${aNoun}${notAKind}`

const tests = '[.]test[.]ts$'
const values = '^server/values/'
const platform = '^server/platform/'
const contract = '^server/contract/'
const database = `${platform}${kind('db', 'sql', 'rows', 'clock', 'ctx', 'counts')}`
const partitions = `${platform}${kind('partitions')}`
const recordings = `${platform}${kind('events', 'audit')}`
const ourCode = '^(?:server|console|sdk|bench|test)/'
/** The command line stands above the house and may open every door. */
const commandLine = '^server/(?:main[.]ts$|commands/)'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Of our own code, files of this kind use only what is listed. */
const onlyUse = (name, comment, from, ...allowed) =>
  rule(name, comment, { path: from, pathNot: tests }, { path: ourCode, pathNot: allowed })

const nounsKnowOnlyTheirLeft = nouns
  .slice(0, -1)
  .map((noun, position) =>
    rule(
      `${noun}-know-nothing-to-their-right`,
      `${noun} may use only nouns to their left. The code belongs to the rightmost noun it touches, or is an event.`,
      { path: `^server/${noun}/`, pathNot: tests },
      { path: `^server/${anyOf(nouns.slice(position + 1))}/` },
    ),
  )

const whatEachKindUses = [
  onlyUse(
    'noun-files-are-pure',
    'A noun file says what the noun is. It uses values and noun files, so its tests need no database.',
    nounFile,
    values,
    nounFile,
  ),
  onlyUse(
    'actions-use-actions',
    'An action uses its own files, actions and noun files to its left, and the platform: not the SQL of others.',
    fileOf('actions'),
    values,
    platform,
    theSameNoun,
    fileOf('actions'),
    nounFile,
  ),
  onlyUse(
    'sql-uses-steps',
    'A statement is made of its own steps and steps to its left; only the database, the events and the audit log serve it.',
    fileOf('sql'),
    values,
    database,
    partitions,
    recordings,
    nounFile,
    ownFileOf('sql'),
    fileOf('steps'),
  ),
  onlyUse(
    'steps-stand-alone',
    'A step is a piece of a statement that changes the tables of its own noun, and knows nothing else.',
    fileOf('steps'),
    values,
    database,
    nounFile,
    ownFileOf('steps'),
  ),
  onlyUse(
    'show-only-shows',
    'A face is made from values, its own noun file and the faces to its left.',
    fileOf('show'),
    values,
    nounFile,
    fileOf('show'),
  ),
  onlyUse(
    'routes-make-one-call',
    'A route is a schema, one call of its own noun and one face.',
    fileOf('routes'),
    values,
    platform,
    theSameNoun,
    nounFile,
    fileOf('show'),
  ),
  onlyUse(
    'jobs-make-one-call',
    'A job is a schedule and one call of its own noun.',
    fileOf('jobs'),
    values,
    platform,
    theSameNoun,
    nounFile,
  ),
  onlyUse(
    'docs-only-tell',
    'What the contract says of a noun: words, and examples that its own face makes; no request runs through it.',
    fileOf('docs'),
    values,
    nounFile,
    ownFileOf('docs', 'show'),
    fileOf('docs'),
  ),
  rule(
    'rules-of-others-are-for-actions',
    'What another noun is may stand in a type anywhere to its right; what it decides is asked by actions and rules.',
    { path: fileOf('sql', 'steps', 'show', 'routes', 'jobs', 'docs'), pathNot: tests },
    { path: nounFile, pathNot: theSameNoun, dependencyTypesNot: ['type-only'] },
  ),
  onlyUse('values-use-values', 'Values are small pure types: they know only each other.', values, values),
  onlyUse(
    'platform-knows-no-noun',
    'The platform would serve any product. What only this one needs lives with a noun.',
    platform,
    platform,
    values,
  ),
  onlyUse(
    'contract-knows-no-noun',
    'The contract is made of whatever routes are mounted, and of what is said of them; it is given both.',
    contract,
    contract,
    platform,
    values,
  ),
]

const whoOpensEachDoor = [
  rule(
    'sql-stays-at-home',
    'Only its own noun runs a statement; others call its actions or compose its steps.',
    { path: '^server/([^/]+)', pathNot: [tests, commandLine] },
    { path: fileOf('sql'), pathNot: theSameNoun },
  ),
  rule(
    'steps-and-faces-are-for-nouns',
    'Steps and faces are seen by their own noun and by nouns to the right, by nobody else.',
    { path: '^server/', pathNot: [tests, commandLine, aNoun] },
    { path: fileOf('steps', 'show') },
  ),
  rule(
    'routes-are-mounted-by-the-api',
    'server/api-groups.ts is the whole surface: a route mounted elsewhere would not be read there.',
    { path: '^server/', pathNot: [tests, commandLine, '^server/api(-groups)?[.]ts$'] },
    { path: fileOf('routes') },
  ),
  rule(
    'docs-are-gathered-in-one-place',
    'server/api-docs.ts is all that is said of the operations: what stands elsewhere would not be in the contract.',
    { path: '^server/', pathNot: [tests, commandLine, fileOf('docs'), '^server/api-docs[.]ts$'] },
    { path: fileOf('docs') },
  ),
  rule(
    'the-contract-is-served-by-the-api',
    'The contract watches the routes from server/api.ts; nobody else needs it.',
    { path: '^server/', pathNot: [tests, commandLine, contract, '^server/api[.]ts$'] },
    { path: contract },
  ),
  rule(
    'jobs-are-started-by-the-worker',
    'server/worker.ts is the whole schedule: a job started elsewhere would not be read there.',
    { path: '^server/', pathNot: [tests, commandLine, '^server/worker[.]ts$'] },
    { path: fileOf('jobs') },
  ),
  rule(
    'nobody-calls-the-command-line',
    'main.ts and commands/ use the house; the house does not use them.',
    { path: '^server/', pathNot: [tests, commandLine] },
    { path: commandLine },
  ),
]

const whatIsOutside = [
  rule(
    'pure-files-touch-no-io',
    'Noun files and values only compute; what reads the disk, the network or the time is given to them.',
    { path: [nounFile, values], pathNot: tests },
    { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional'], pathNot: [pureLibraries, pureNode] },
  ),
  rule(
    'server-runs-without-tests',
    'Nothing that runs in production lives in test/, bench/ or a test file.',
    { path: '^server/', pathNot: tests },
    { path: ['^(?:test|bench)/', tests] },
  ),
  rule(
    'server-runs-without-development-tools',
    'What the server imports is installed where it runs.',
    { path: '^server/', pathNot: tests },
    { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'console-knows-no-server',
    'The console speaks to the server over HTTP, like every other client.',
    { path: '^console/' },
    { path: '^(?:server|test|bench)/', pathNot: '^test/console/' },
  ),
  rule(
    'sdk-depends-on-nothing-of-ours',
    'The SDK is installed by itself.',
    { path: '^sdk/' },
    {
      path: ourCode,
      pathNot: '^sdk/',
    },
  ),
  rule('no-circles', 'Two files that need each other are one file, or three.', {}, { circular: true }),
  rule(
    'everything-is-found',
    'An import of ours that cannot be resolved would hide from all rules. (Types of packages are for tsc to find.)',
    {},
    { couldNotResolve: true, path: '^[.]' },
  ),
]

export default {
  forbidden: [...nounsKnowOnlyTheirLeft, ...whatEachKindUses, ...whoOpensEachDoor, ...whatIsOutside],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The other service of the comparison is written as its framework wants it.
    exclude: { path: '^(?:(?:console|sdk)/(?:dist|public)|bench/compare/nest)/' },
    moduleSystems: ['es6'],
    tsPreCompilationDeps: true, // a type that points the wrong way is a wrong way too
    combinedDependencies: true, // with workspaces, what the root installs counts for all
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
