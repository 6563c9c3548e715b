import { unpackSwift } from '../support/scenarios/swift.ts'

/** `npm run test:files`: brings Swift, on which the tests of this folder run. */
console.log(`Swift lies in ${await unpackSwift()}`)
