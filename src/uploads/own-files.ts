import type { Kysely } from 'kysely'
import { isId } from '#db/new-id.ts'
import type { Database } from '#db/schema.ts'
import { uploadMessages } from './messages.ts'
import { findOwnFiles, findUpload, isTakenPicture } from './store.ts'

/** Whether each of these addresses is a file that the seller has stored. */
async function areOwnFiles(
  db: Kysely<Database>,
  sellerId: string,
  urls: readonly string[],
): Promise<boolean> {
  const ids = new Set(urls.map((url) => /^\/api\/files\/([0-9a-f-]{36})$/.exec(url)?.[1] ?? ''))
  if (ids.size === 0) return true
  if (![...ids].every(isId)) return false
  return (await findOwnFiles(db, sellerId, [...ids])).length === ids.size
}

/** Whether this address is a picture that the seller has stored. */
export async function isOwnPicture(
  db: Kysely<Database>,
  sellerId: string,
  address: string,
): Promise<boolean> {
  const upload = await findUpload(db, sellerId, { path: address.replace(/^\//, '') })
  return upload?.kind === 'picture'
}

/**
 * What is wrong with the picture and the files that the seller's form, bump or offer is to show, by field. A picture's
 * address that nothing was ever stored at is nobody's, and shows nothing.
 */
export async function checkUploads(
  db: Kysely<Database>,
  sellerId: string,
  {
    image,
    files,
  }: { readonly image?: string | null | undefined; readonly files: readonly { readonly url: string }[] },
): Promise<{ image?: string; files?: string }> {
  const urls = files.map(({ url }) => url)
  const [isTaken, areOwn] = await Promise.all([
    typeof image === 'string' && isTakenPicture(db, sellerId, image.replace(/^\//, '')),
    areOwnFiles(db, sellerId, urls),
  ])
  return {
    ...(isTaken ? { image: uploadMessages.uploadPictureAgain } : {}),
    ...(areOwn ? {} : { files: uploadMessages.uploadFileAgain }),
  }
}
