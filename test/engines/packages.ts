import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The folder for unpacked packages and the records of running servers. */
export const enginesFolder = resolve(import.meta.dirname, '../../.cache/engines')

/** Packages with the dynamic loader, which must match the machine's C library. */
const ofTheMachine = /^(?:libc6|libc-bin|libc-l10n|locales|base-files|dpkg|apt)$/

/** An error that the user can fix: not a Debian system, missing package lists, or a wrong name. */
export class NoPackages extends Error {}

/**
 * Downloads Debian packages and their missing dependencies and unpacks them to `.cache/engines/NAME`, without installing them or
 * needing root. Returns that folder, immediately if it already contains the same packages. Links that packages create during
 * installation are missing: name programs by `programIn`.
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
    // Sequentially, because packages share folders.
    for await (const deb of glob(
      missing.map((it) => `${it.split('=')[0]}_*.deb`),
      { cwd: debs },
    ))
      await run('dpkg', ['-x', join(debs, deb), part])
    await writeFile(join(part, '.packages'), wanted)
    await rm(prefix, { recursive: true, force: true })
    // If a concurrent run was faster, its folder has the same content.
    await rename(part, prefix).catch((error) => {
      if (!existsSync(prefix)) throw error
    })
  } finally {
    await Promise.all([part, debs].map((path) => rm(path, { recursive: true, force: true })))
  }
  return prefix
}

/** Returns the folder unpacked under that name; undefined if there is none. */
export const unpacked = (name: string): string | undefined =>
  existsSync(join(enginesFolder, name, '.packages')) ? join(enginesFolder, name) : undefined

/** Returns the environment with which unpacked programs find their libraries, each other and Python modules. */
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

/** Returns the path of an unpacked program by its name, wherever Debian puts it. */
export function programIn(prefix: string, name: string): string {
  const found = ['usr/bin', 'usr/sbin', 'bin', 'sbin', 'usr/lib/postgresql/15/bin']
    .map((path) => join(prefix, path, name))
    .find(existsSync)
  if (!found) throw new Error(`${prefix} holds no program named ${name}`)
  return found
}

const hasAll = async (prefix: string, wanted: string): Promise<boolean> =>
  (await readFile(join(prefix, '.packages'), 'utf8').catch(() => '')) === wanted

/** Returns `name=version` of each package that would be installed, always including the requested ones. */
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
  // Otherwise apt would download as a user without write access here, with a warning.
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
