import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Loaded first by every process of a whole run, the programs that tests start among them: it loads marked files in place
 * of those that statements.ts has marked, and writes down at the end which marks were passed. V8's own coverage would tell
 * the same of every function that there is, and takes a tenth of the time of the whole run for it.
 *
 * JavaScript, because an older Node that is only there to run npm loads it too, and passes over it.
 */

const folder = process.env.STATEMENT_MARKS
const passed = new Set()

if (folder && module.registerHooks) {
  globalThis.passMark = (place) => passed.add(place)
  module.registerHooks({
    load(url, context, next) {
      const file = markedFile(url)
      if (!file) return next(url, context)
      return { format: 'module-typescript', source: readFileSync(file, 'utf8'), shortCircuit: true }
    },
  })
  process.once('exit', () => {
    if (passed.size > 0)
      writeFileSync(join(folder, `passed-${process.pid}-${performance.now()}`), [...passed].join('\n'))
  })
}

function markedFile(url) {
  if (!/\/sql[^/]*\.ts$/.test(url)) return undefined
  const file = join(folder, 'files', fileURLToPath(url).replaceAll(sep, '+').replaceAll(':', '+'))
  return existsSync(file) ? file : undefined
}
