import { createWriteStream, existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { backup } from '#foundation/db/backup/backup.ts'
import { databaseEntry, filesFolder, filesPrefix, partialFolder } from './shop-archive.ts'
import { writeTar } from './tar.ts'

/** The store is empty, and so would be its backup: DATABASE_URL or DATA_DIR names another one than was meant. */
export class NothingToBackUp extends Error {
  override name = 'NothingToBackUp'

  constructor() {
    super('This store holds no data. Is it the right one? DATABASE_URL and DATA_DIR say where it is.')
  }
}

/**
 * Writes the shop into one file while the product runs: the database as of one moment, then the uploaded files. The
 * file is readable by its owner only, and appears under its name when it is complete. Of the files, none that the
 * database of that moment knows is missing, unless it was deleted meanwhile.
 */
export async function backUpShop(
  url: string,
  dataDir: string,
  file: string,
): Promise<{ rows: number; files: number }> {
  const database = `${file}.database`
  const draft = `${file}.part`
  let files = 0
  async function* content() {
    yield { name: databaseEntry, path: database }
    for await (const found of listFiles(filesFolder(dataDir))) {
      files += 1
      yield found
    }
  }
  try {
    const { rows } = await backup(url, database)
    if (rows === 0) throw new NothingToBackUp()
    await pipeline(Readable.from(writeTar(content())), createWriteStream(draft, { mode: 0o600, flush: true }))
    await rename(draft, file)
    return { rows, files }
  } finally {
    await rm(database, { force: true })
    await rm(draft, { force: true })
  }
}

async function* listFiles(folder: string) {
  // A shop in which nothing was uploaded has none; one that cannot be read would make a backup without its files.
  if (!existsSync(folder)) return
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of found) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    if (entry.isFile() && !name.startsWith(`${partialFolder}/`)) yield { name: `${filesPrefix}${name}`, path }
  }
}
