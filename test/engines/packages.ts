import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Where everything is unpacked, and noted that runs. */
export const enginesFolder = resolve(import.meta.dirname, '../../.cache/engines')

/** The loader of programs is the machine's, and fits only the machine's own C library. */
const ofTheMachine = /^(?:libc6|libc-bin|libc-l10n|locales|base-files|dpkg|apt)$/

/** What whoever typed the command can mend: this is no Debian, its lists of packages are not there, a name is wrong. */
export class NoPackages extends Error {}

/**
 * Fetches packages of Debian, with what they depend on as far as this machine lacks it, and unpacks them into
 * `.cache/engines/NAME`; installs nothing and needs no root. Answers that folder, at once where the same packages are in it
 * already. Links that packages make only when they are installed are not there: name programs by `programIn`.
 */
export async function unpack(name: string, packages: readonly string[]): Promise<string> {
  const [prefix, wanted] = [join(enginesFolder, name), packages.toSorted().join(' ')]
  if (await hasAll(prefix, wanted)) return prefix
  const part = `${prefix}.${randomBytes(4).toString('hex')}`
  const debs = `${part}.debs`
  try {
    await Promise.all([mkdir(part, { recursive: true }), mkdir(debs, { recursive: true })])
    const missing = await missingOf(packages)
    await apt(['download', ...missing], debs)
    // One behind the other: packages share folders.
    for await (const deb of glob(
      missing.map((it) => `${it.split('=')[0]}_*.deb`),
      { cwd: debs },
    ))
      await run('dpkg', ['-x', join(debs, deb), part])
    await writeFile(join(part, '.packages'), wanted)
    await rm(prefix, { recursive: true, force: true })
    // Where another run was faster, its folder holds the same.
    await rename(part, prefix).catch((error) => {
      if (!existsSync(prefix)) throw error
    })
  } finally {
    await Promise.all([part, debs].map((path) => rm(path, { recursive: true, force: true })))
  }
  return prefix
}

/** The folder of what was unpacked under that name, or undefined. */
export const unpacked = (name: string): string | undefined =>
  existsSync(join(enginesFolder, name, '.packages')) ? join(enginesFolder, name) : undefined

/** What programs of an unpacked folder need in their environment to find their libraries, each other and modules of Python. */
export async function environmentOf(prefix: string): Promise<Record<string, string>> {
  const libraries = await Array.fromAsync(glob(['usr/lib/*-linux-gnu*', 'lib/*-linux-gnu*'], { cwd: prefix }))
  const under = (...paths: string[]) => paths.map((path) => join(prefix, path))
  const before = (name: string, paths: string[]) => ({
    [name]: [...paths, process.env[name]].filter(Boolean).join(delimiter),
  })
  return {
    ...before('LD_LIBRARY_PATH', under(...libraries)),
    ...before('PATH', under('usr/bin', 'usr/sbin', 'bin', 'sbin')),
    ...before('PYTHONPATH', under('usr/lib/python3/dist-packages')),
  }
}

/** A program of an unpacked folder by its name, wherever Debian keeps it. */
export function programIn(prefix: string, name: string): string {
  const found = ['usr/bin', 'usr/sbin', 'bin', 'sbin', 'usr/lib/postgresql/15/bin']
    .map((path) => join(prefix, path, name))
    .find(existsSync)
  if (!found) throw new Error(`${prefix} holds no program named ${name}`)
  return found
}

const hasAll = async (prefix: string, wanted: string): Promise<boolean> =>
  (await readFile(join(prefix, '.packages'), 'utf8').catch(() => '')) === wanted

/** `name=version` of each package that would be installed; those asked for are always among them. */
async function missingOf(packages: readonly string[]): Promise<string[]> {
  const planned = await apt(['install', '-s', '-qq', '--reinstall', '--no-install-recommends', ...packages])
  const missing = [...planned.matchAll(/^Inst (\S+) (?:\[[^\]]*\] )?\((\S+) /gm)]
  const found = missing
    .filter(([, name = '']) => !ofTheMachine.test(name))
    .map(([, name, version]) => `${name}=${version}`)
  if (found.length === 0) throw new NoPackages(`apt-get plans to fetch nothing for ${packages.join(' ')}: ${planned}`)
  return found
}

async function apt(words: readonly string[], cwd?: string): Promise<string> {
  // It would rather fetch as a user who cannot write here, and warn.
  const options = ['-o', 'APT::Sandbox::User=root']
  try {
    return (
      await run('apt-get', [...options, ...words], { cwd, maxBuffer: 2 ** 26, env: { ...process.env, LC_ALL: 'C' } })
    ).stdout
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT')
      throw new NoPackages('there is no apt-get here: these engines are unpacked from the packages of Debian 12')
    throw new NoPackages(`apt-get ${words[0]} failed; are its lists there (apt-get update)? ${stderr?.trim() ?? error}`)
  }
}
