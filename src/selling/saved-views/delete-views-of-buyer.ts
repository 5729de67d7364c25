import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { deleteView, listAllViews } from './store.ts'

/** A buyer whose data are erased: by what they were written to, and what they were called. */
export type ErasedBuyer = { readonly addresses: readonly string[]; readonly names: readonly string[] }

/**
 * Deletes the views of a shop that were saved to look for this buyer: they name them, or search for their address, for the
 * begin of it up to behind the @, or for their name. A search for all addresses of a host is about nobody.
 */
export async function deleteViewsOfBuyer(
  tx: Transaction<Database>,
  sellerId: string,
  { addresses, names }: ErasedBuyer,
): Promise<void> {
  const [written, called] = [addresses, names].map((words) =>
    words.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''),
  )
  const isAbout = (given: string) => {
    const text = given.trim().toLowerCase()
    const isOfAddress = written?.some(
      (address) => text.includes(address) || (text.includes('@') && address.startsWith(text)),
    )
    return isOfAddress === true || called?.includes(text) === true
  }
  for (const { id, name, filter } of await listAllViews(tx, sellerId)) {
    if (isAbout(name) || isAbout(filter['q'] ?? '')) await deleteView(tx, sellerId, id)
  }
}
