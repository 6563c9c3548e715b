import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { settings } from '../../server/platform/config/settings.ts'
import { asOwner, isPrepared } from './database.ts'
import { runInProcess } from './in-process.ts'
import type { OwnMarket } from './market.ts'
import type { TestInstallation } from './program.ts'

const market = join(import.meta.dirname, '../../market')

export type Json = Readonly<Record<string, unknown>>

/** The command line of an installation, in the process of the test. */
export function commandsOf({ call }: Pick<TestInstallation, 'call'>) {
  /** Returns the response of a command with `--json`, which must be a single line of JSON. */
  async function ask<Answer = Json>(...words: string[]): Promise<Answer> {
    const { code, out, err } = await call(...words, '--json')
    assert.equal(code, 0, `${words.join(' ')}: ${err}`)
    assert.match(out, /^.+\n$/, `${words.join(' ')} answers one line`)
    return JSON.parse(out)
  }
  /** Returns the error of a refused command, which must have no output. */
  async function refused(...words: string[]): Promise<string> {
    const { code, out, err } = await call(...words, '--json')
    assert.deepEqual({ code, out }, { code: 1, out: '' }, `${words.join(' ')}: ${err}`)
    const { title, detail } = JSON.parse(err)
    return title === undefined ? detail : `${title}: ${detail}`
  }
  return { call, ask, refused }
}

/** The command line on the database and files of a market. */
export function commandsOn({ databaseUrl, ctx: { config, secretKey } }: OwnMarket) {
  const environment = {
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: asOwner(databaseUrl),
    DATABASE_PREPARED: isPrepared() ? 'on' : 'off',
    DATA_DIR: config.dataDir,
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'silent',
  }
  return { ...commandsOf({ call: (...words) => runInProcess(environment, words) }), environment }
}

const unset = Object.fromEntries(settings.map(({ name }) => [name, '']))

/** Runs a command that reads input from the terminal. */
export async function typeInto(installation: TestInstallation, input: string, words: readonly string[]): Promise<void> {
  const env = { ...process.env, ...unset, ...installation.settings }
  const running = promisify(execFile)(market, words, { env })
  running.child.stdin?.end(input)
  await running
}
