import type { Kysely, Transaction } from 'kysely'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { storedOtherwise, uploadAgain, type FileAttachment } from './contract.ts'
import { findNewest } from './file-versions.ts'
import { fileUrlPrefix } from './store-file.ts'
import { findOwnFiles, holdUpload, isGoneSince } from './store.ts'

/** Files as they were stored, or the errors of the given ones, by field. */
export type ReadAttachments =
  | { readonly files: FileAttachment[]; readonly errors: null }
  | { readonly files: null; readonly errors: Readonly<Record<string, string>> }

/**
 * Finds the given files among those that the seller has stored. Buyers get them under the stored name, size and type,
 * so different values are rejected. For a file that was replaced, this returns the newest version.
 */
export async function readAttachments(
  db: Kysely<Database>,
  sellerId: string,
  given: readonly FileAttachment[],
): Promise<ReadAttachments> {
  if (given.length === 0) return { files: [], errors: null }
  const ids = given.map(idOf)
  const newest = ids.every(isId) ? await findNewest(db, sellerId, ids) : new Map<string, string>()
  const stored = newest.size === 0 ? [] : await findOwnFiles(db, sellerId, [...newest.values()])
  const byId = new Map(stored.map((file) => [file.id, file]))
  const files = ids.flatMap((id) => {
    const file = byId.get(newest.get(id) ?? '')
    if (file === undefined) return []
    return [{ name: file.name, url: `${fileUrlPrefix}${file.id}`, size: file.size, type: file.type }]
  })
  if (files.length < given.length) return { files: null, errors: { files: uploadAgain.file() } }
  const errors = Object.fromEntries(
    files.flatMap((file, index) =>
      file.url === given[index]?.url ? differences(given[index], file, `files.${index}`) : [],
    ),
  )
  return Object.keys(errors).length === 0 ? { files, errors: null } : { files: null, errors }
}

/**
 * Files for an item that is about to sell them, locked. Until the transaction ends, no one can replace or delete
 * them, and afterwards they are in use. For a file that was replaced, this returns the newest version.
 */
export async function holdAttachments(
  tx: Transaction<Database>,
  sellerId: string,
  files: readonly FileAttachment[],
): Promise<readonly FileAttachment[]> {
  if (files.length === 0 || !(await isGoneSince(tx, files.map(idOf)))) return files
  const read = await readAttachments(tx, sellerId, files)
  if (read.files === null) throw new InvalidFields(read.errors)
  return holdAttachments(tx, sellerId, read.files)
}

function idOf({ url }: FileAttachment): string {
  return /^\/api\/files\/([0-9a-f-]{36})$/.exec(url)?.[1] ?? ''
}

function differences(given: FileAttachment | undefined, stored: FileAttachment, path: string) {
  return (['name', 'size', 'type'] as const)
    .filter((field) => given?.[field] !== stored[field])
    .map((field) => [`${path}.${field}`, storedOtherwise(field, stored[field])] as const)
}

/**
 * Whether this URL is a picture that the seller has stored. Inside a transaction, it cannot be deleted before the
 * end.
 */
export async function isOwnPicture(
  db: Kysely<Database>,
  sellerId: string,
  address: string,
): Promise<boolean> {
  const upload = await holdUpload(db, sellerId, { path: address.replace(/^\//, '') })
  return upload?.kind === 'picture'
}
