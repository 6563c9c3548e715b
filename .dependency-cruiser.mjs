/**
 * Which file may import which. The lists in `test/contract/architecture/layers.ts` are the architecture: each noun, and each feature of a
 * noun, may use those to its left, never those to its right. `test/contract/architecture/imports.test.ts` breaks every rule once, so a
 * rule that no longer works is noticed.
 */
import { consoleFeatures, consoleFolders, features, nouns, sharedFiles } from './test/contract/architecture/layers.ts'

const kinds = ['actions', 'sql', 'sql-fragments', 'serialize', 'routes', 'openapi']

/** Libraries and parts of Node that only compute: no disk, no network, no clock. */
const pureLibraries =
  '(?:^|/)node_modules/(?:typebox|ajv|ajv-formats|re2js|ipaddr.js|csv-parse|fastest-levenshtein|ibantools|sepa|any-ascii|sax)/'
const pureNode = '^(?:node:)?(?:assert|assert/strict|buffer|crypto|path|timers/promises|url|util|zlib)$'

const anyOf = (names) => `(?:${names.join('|')})`
/** A noun, or one of its features. */
const aNoun = `^server/(${anyOf(nouns)})/(?:[a-z0-9-]+/|)`
const theSameNoun = '^server/$1/'
const inTheSameNoun = `${theSameNoun}(?:[a-z0-9-]+/|)`
/** Files beside the features of a noun, and files of a feature. */
const aRoot = `^server/(${anyOf(nouns)})/`
const aFeature = `^server/(${anyOf(nouns)})/([a-z0-9-]+)/`
const anyFeature = `${theSameNoun}[a-z0-9-]+/`
const theSameFeature = `${theSameNoun}$2/`
/** Files of features that count as files beside the features. */
const shared = `^server/${anyOf(sharedFiles.map((file) => file.replace('.', '[.]')))}$`
/** Several files of one kind have a suffix: `routes.ts`, `routes-v1.ts`. */
const kind = (...names) =>
  `${anyOf(names.map((name) => (name === 'sql' ? 'sql(?!-fragments)' : name)))}(?:[.]|-[a-z0-9-]*[.])ts$`
const fileOf = (...names) => `${aNoun}${kind(...names)}`
const ownFileOf = (...names) => `${inTheSameNoun}${kind(...names)}`
const notAKind = `(?!${kind(...kinds)})[a-z0-9-]+[.]ts$`
const nounFile = `${aNoun}${notAKind}`
/** What a noun shows to the outside: nothing inside the noun imports it. */
const outside = ['routes', 'openapi']

const tests = '[.]test[.]ts$'
const values = '^server/values/'
const platform = '^server/platform/'
const contract = '^server/contract/'
const database = `${platform}(?:database/|)${kind('db', 'sql', 'rows', 'clock', 'ctx', 'known-totals')}`
const batching = `${platform}batching/`
const partitions = `${platform}database/${kind('partitions')}`
const recordings = `${platform}database/${kind('events', 'audit')}`
const ourCode = '^(?:server|console|bench|test)/'
/** The command line stands above everything and may import all of it. */
const commandLine = '^server/(?:main[.]ts$|commands/)'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Of our own code, files of this kind use only what is listed. */
const onlyUse = (name, comment, from, ...allowed) =>
  rule(name, comment, { path: from, pathNot: tests }, { path: ourCode, pathNot: allowed })

/** The folders of a list may import only folders to their left. */
const onlyLeft = (prefix, folders, nameOf, comment, pathNot = tests) =>
  folders
    .slice(0, -1)
    .map((folder, position) =>
      rule(
        `${nameOf(folder)}-knows-nothing-to-its-right`,
        comment(folder),
        { path: `^${prefix}/${folder}/`, pathNot },
        { path: `^${prefix}/${anyOf(folders.slice(position + 1))}/`, pathNot: shared },
      ),
    )

const nounsKnowOnlyTheirLeft = onlyLeft(
  'server',
  nouns,
  (noun) => noun,
  (noun) =>
    `${noun} may use only nouns to their left. The code belongs to the rightmost noun it touches, or is an event.`,
)

const featuresKnowOnlyTheirLeft = Object.entries(features).flatMap(([part, folders]) =>
  onlyLeft(
    `server/${part}`,
    folders,
    (feature) => `${part}-${feature}`,
    (feature) =>
      `${part}/${feature} may use only features to its left. Move the function to the right, or to ${part}/.`,
  ),
)

const consoleKnowsOnlyItsLeft = [
  ...onlyLeft(
    'console',
    consoleFolders,
    (folder) => `console-${folder}`,
    (folder) => `console/${folder} may use only folders to its left, in the order of the server.`,
    'nothing',
  ),
  ...Object.entries(consoleFeatures).flatMap(([part, folders]) =>
    onlyLeft(
      `console/${part}`,
      folders,
      (feature) => `console-${part}-${feature}`,
      (feature) => `console/${part}/${feature} may use only features to its left.`,
      'nothing',
    ),
  ),
  rule(
    'console-roots-know-no-feature',
    'The files beside the features of a console folder are used by its features, not the other way round.',
    { path: `^console/(${anyOf(Object.keys(consoleFeatures))})/[^/]+$` },
    { path: '^console/$1/[^/]+/', pathNot: '[.]css$' },
  ),
]

const howFeaturesMeet = [
  rule(
    'roots-know-no-feature',
    'The files beside the features of a noun are used by its features, not the other way round. (Routes and OpenAPI texts may gather.)',
    { path: `${aRoot}[a-z0-9-]+[.]ts$`, pathNot: `${aRoot}${kind(...outside)}` },
    { path: anyFeature, pathNot: shared },
  ),
  rule(
    'shared-files-know-no-feature',
    'A file that counts as one beside the features is used by all of them, and uses none.',
    { path: shared },
    { path: `^server/${anyOf(nouns)}/[a-z0-9-]+/`, pathNot: shared },
  ),
  rule(
    'the-roots-of-platform-and-values-know-no-feature',
    'The files beside the folders of platform and values are used by them, not the other way round.',
    { path: '^server/(platform|values)/[a-z0-9-]+[.]ts$' },
    { path: '^server/$1/[a-z0-9-]+/' },
  ),
  rule(
    'features-meet-in-noun-files-and-actions',
    'A feature uses another one of its noun through what it is and what it does. What several share lies beside them.',
    { path: `${aFeature}[a-z0-9-]+[.]ts$`, pathNot: `${aFeature}${kind(...outside)}` },
    {
      path: anyFeature,
      pathNot: [theSameFeature, shared, `${anyFeature}${notAKind}`, `${anyFeature}${kind('actions')}`],
    },
  ),
  rule(
    'routes-of-features-use-no-statements',
    'Routes and OpenAPI texts use the noun files, actions and serializers of other features, not their statements.',
    { path: `${aRoot}(?:([a-z0-9-]+)/|)${kind(...outside)}` },
    { path: `${anyFeature}${kind('sql', 'sql-fragments')}`, pathNot: theSameFeature },
  ),
]

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
    'sql-uses-fragments',
    'A statement is made of its own fragments and fragments to its left; only the database, batching, the events and the audit log serve it.',
    fileOf('sql'),
    values,
    database,
    batching,
    partitions,
    recordings,
    nounFile,
    ownFileOf('sql'),
    fileOf('sql-fragments'),
  ),
  onlyUse(
    'fragments-use-fragments',
    'A fragment is a statement of a flight, or a part of one. It is made of values, its noun file and fragments to its left.',
    fileOf('sql-fragments'),
    values,
    database,
    recordings,
    nounFile,
    fileOf('sql-fragments'),
  ),
  onlyUse(
    'serializers-only-serialize',
    'A serializer is made of values, its own noun file and the serializers to its left.',
    fileOf('serialize'),
    values,
    nounFile,
    fileOf('serialize'),
  ),
  onlyUse(
    'routes-make-one-call',
    'A route is a schema, one call of its own noun and one serializer.',
    fileOf('routes'),
    values,
    platform,
    theSameNoun,
    nounFile,
    fileOf('serialize'),
  ),
  onlyUse(
    'openapi-only-describes',
    'What the OpenAPI documents say of a noun: texts, and examples that its own serializers make; no request runs through it.',
    fileOf('openapi'),
    values,
    nounFile,
    ownFileOf('openapi', 'serialize'),
    fileOf('openapi'),
  ),
  rule(
    'rules-of-others-are-for-actions',
    'What another noun is may stand in a type anywhere to its right; what it decides is asked by actions and rules.',
    { path: fileOf('sql', 'sql-fragments', 'serialize', 'routes', 'openapi'), pathNot: tests },
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

const whoImportsEachKind = [
  rule(
    'sql-stays-at-home',
    'Only its own noun runs a statement; others call its actions or compose its fragments.',
    { path: '^server/([^/]+)', pathNot: [tests, commandLine] },
    { path: fileOf('sql'), pathNot: theSameNoun },
  ),
  rule(
    'fragments-and-serializers-are-for-nouns',
    'Fragments and serializers are seen by their own noun and by nouns to the right, by nobody else.',
    { path: '^server/', pathNot: [tests, commandLine, aNoun] },
    { path: fileOf('sql-fragments', 'serialize') },
  ),
  rule(
    'routes-are-mounted-by-the-api',
    'server/api-groups.ts is the whole surface, and task-pages.ts that of the second origin: a route mounted elsewhere would not be read there.',
    { path: '^server/', pathNot: [tests, commandLine, '^server/(api(-groups)?|task-pages)[.]ts$'] },
    { path: fileOf('routes') },
  ),
  rule(
    'openapi-texts-are-gathered-in-one-place',
    'server/api-docs.ts is all that is said of the operations: what stands elsewhere would not be in the contract.',
    { path: '^server/', pathNot: [tests, commandLine, fileOf('openapi'), '^server/api-docs[.]ts$'] },
    { path: fileOf('openapi') },
  ),
  rule(
    'the-contract-is-served-by-the-api',
    'The contract watches the routes from server/api.ts; nobody else needs it.',
    { path: '^server/', pathNot: [tests, commandLine, contract, '^server/api[.]ts$'] },
    { path: contract },
  ),
  rule(
    'nobody-calls-the-command-line',
    'main.ts and commands/ use the rest; the rest does not use them.',
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
    'The console speaks to the server over HTTP, like every other client. (Its build reads texts of the server.)',
    { path: '^console/', pathNot: '^console/build[.]ts$' },
    { path: '^(?:server|test|bench)/', pathNot: '^test/console/' },
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
  forbidden: [
    ...nounsKnowOnlyTheirLeft,
    ...featuresKnowOnlyTheirLeft,
    ...howFeaturesMeet,
    ...consoleKnowsOnlyItsLeft,
    ...whatEachKindUses,
    ...whoImportsEachKind,
    ...whatIsOutside,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The other service of the comparison is written as its framework wants it.
    exclude: { path: '^(?:console/(?:dist|public)|bench/compare/nest)/' },
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
