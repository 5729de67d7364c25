import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

/** The product at a revision, built in its own folder with its own node_modules. */
export type Release = { readonly folder: string; readonly remove: () => Promise<void> }

/** The last commit before the newest migration, which is the release that a shop would upgrade from. */
export async function beforeNewestMigration(): Promise<string> {
  const migrations = ['migrations/[0-9]*.ts', 'migrations/baseline/index.ts']
  const added = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', ...migrations)
  return git('rev-parse', '--short', `${added}^`)
}

/** The commit that is currently checked out. */
export function presentRevision(): Promise<string> {
  return git('rev-parse', '--short', 'HEAD')
}

export async function checkOutRelease(revision: string): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'tillform-release-'))
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const archive = join(folder, 'release.tar')
    await git('archive', '--output', archive, revision)
    await run('tar', ['-xf', archive, '-C', folder])
    const [theirs, ours] = await Promise.all(
      [folder, root].map((one) => readFile(join(one, 'package-lock.json'), 'utf8')),
    )
    if (theirs === ours) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    else await run('npm', ['ci'], { cwd: folder })
    await run(process.execPath, ['scripts/build.ts'], { cwd: folder })
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function git(...words: string[]): Promise<string> {
  const { stdout } = await run('git', words, { cwd: root })
  return stdout.trim()
}
