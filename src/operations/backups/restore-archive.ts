import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { RestoreFailed } from '#foundation/db/backup/restore.ts'
import { restoreShop } from '../shop-archive.ts'
import { openBackupPlace } from './backup-place.ts'
import { decryptFile, isEncrypted } from './encrypt-backup.ts'

/**
 * Fills an empty database from an archive, which is a file or in a bucket (`s3://bucket/prefix/name?…`), decrypted
 * with the keys in `identityFile`. Throws like `restoreShop`.
 */
export async function restoreArchive(
  url: string,
  dataDir: string,
  archive: string,
  identityFile: string | undefined,
): Promise<{ rows: number; files: number }> {
  await mkdir(dataDir, { recursive: true })
  const scratch = await mkdtemp(join(dataDir, 'restore-'))
  try {
    const file = archive.startsWith('s3://') ? await fetched(archive, join(scratch, 'fetched')) : archive
    if (!(await isEncrypted(file))) return await restoreShop(url, dataDir, file)
    if (identityFile === undefined) {
      throw new RestoreFailed(
        'This backup is encrypted. Name the file with its secret key: --identity KEYFILE',
      )
    }
    const opened = join(scratch, 'opened')
    await decryptFile(file, opened, identityFile)
    return await restoreShop(url, dataDir, opened)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function fetched(address: string, target: string): Promise<string> {
  const folder = new URL(address)
  const [, path = '', name = ''] = /^(.*\/)([^/]+)$/.exec(folder.pathname) ?? []
  if (name === '') throw new RestoreFailed('The URL does not name a backup. Use s3://BUCKET/PREFIX/NAME')
  folder.pathname = path
  const place = await openBackupPlace(folder.href)
  await pipeline(await place.read(name), createWriteStream(target, { mode: 0o600, flush: true }))
  return target
}
