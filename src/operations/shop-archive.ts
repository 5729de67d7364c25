import { join } from 'node:path'

/** A shop's backup is a tar archive: the database first, then every uploaded file below `files/`. */
export const databaseEntry = 'database.jsonl.gz'
export const filesPrefix = 'files/'

/** Where the product keeps uploaded files, in its data directory. */
export function filesFolder(dataDir: string): string {
  return join(dataDir, 'files')
}

/** Uploads that are still being written; they are nobody's yet. */
export const partialFolder = '.partial'
