import type { Kysely } from 'kysely'
import { givenColumns } from '#foundation/db/driver/given-columns.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { toMinor } from '#foundation/money/amount.ts'
import type { Services } from '#registry/services.ts'
import { type FormUse, serveCatalogItems } from '#selling/catalog/serve-catalog-items.ts'
import type { Bump, bumpsContract, offersContract } from '#selling/products/contract.ts'
import { changedPrice, describePriced, filesColumn, rejectTooMuch, takeUploads } from './product-wire.ts'
import { storedBumps, storedOffers } from './store.ts'

export function offersHandlers(services: Services, use: FormUse): Handlers<typeof offersContract> {
  const { db } = services
  const offers = serveCatalogItems(services, storedOffers, use, describePriced)
  return {
    listOffers: async (given) => offers.list(given),
    getOffer: offers.read,
    deleteOffer: offers.remove,

    async createOffer({ caller, body }) {
      const { sellerId } = caller
      const taken = await takeUploads(db, sellerId, body)
      const row = await inTransaction(db, async (tx) =>
        storedOffers.insert(tx, sellerId, {
          ...body,
          amount: toMinor(body.amount, body.currency),
          files: await filesColumn(tx, sellerId, taken),
          tags: JSON.stringify(body.tags),
          texts: JSON.stringify(body.texts),
        }),
      )
      return describePriced(row)
    },

    updateOffer: async (given) =>
      offers.update(given, async (tx, stored, forms) => {
        const { caller, body } = given
        const taken = await takeUploads(tx, caller.sellerId, body, stored.image)
        const price = changedPrice(stored, body, forms.length)
        await rejectTooMuch(tx, use, caller.sellerId, forms, stored, price)
        return {
          ...body,
          files: body.files && (await filesColumn(tx, caller.sellerId, taken)),
          tags: body.tags && JSON.stringify(body.tags),
          texts: body.texts && JSON.stringify(body.texts),
          ...price,
        }
      }),
  }
}

export type BumpUse = FormUse & {
  /** Whether a card could be charged for the bump and nothing else. */
  readonly isChargedAlone: (db: Kysely<Database>, bumpId: string) => Promise<boolean>
  /** The error if the description is too long along with the other bumps on one of these forms, or null. */
  readonly longerTextProblem: (
    db: Kysely<Database>,
    formIds: readonly string[],
    bump: { readonly id: string; readonly textLength: number },
  ) => Promise<string | null>
}

/** The length of the longest description in any language, in characters. */
function longestText({ description, texts }: Pick<Bump, 'description' | 'texts'>): number {
  const translated = Object.values(texts).map((told) => told['description'] ?? '')
  return Math.max(...[description, ...translated].map((text) => text.length))
}

export function bumpsHandlers(services: Services, use: BumpUse): Handlers<typeof bumpsContract> {
  const { db } = services
  const bumps = serveCatalogItems(services, storedBumps, use, describePriced)
  return {
    listBumps: async (given) => bumps.list(given),
    getBump: bumps.read,
    deleteBump: bumps.remove,

    async createBump({ caller, body }) {
      const { sellerId } = caller
      const taken = await takeUploads(db, sellerId, body)
      const row = await inTransaction(db, async (tx) =>
        storedBumps.insert(tx, sellerId, {
          ...body,
          amount: toMinor(body.amount, body.currency),
          files: body.files && (await filesColumn(tx, sellerId, taken)),
          texts: JSON.stringify(body.texts),
        }),
      )
      return describePriced(row)
    },

    updateBump: async (given) =>
      bumps.update(given, async (tx, stored, forms) => {
        const { caller, body } = given
        const textLength = longestText({ ...stored, ...givenColumns(body) })
        const isLonger = textLength > longestText(stored)
        const problem = isLonger
          ? await use.longerTextProblem(tx, forms, { id: stored.id, textLength })
          : null
        if (problem !== null) throw new InvalidFields({ description: problem })
        const taken = await takeUploads(tx, caller.sellerId, body, stored.image)
        const isAlone = await use.isChargedAlone(tx, stored.id)
        const price = changedPrice(stored, body, forms.length, isAlone)
        await rejectTooMuch(tx, use, caller.sellerId, forms, stored, price)
        const files = body.files && (await filesColumn(tx, caller.sellerId, taken))
        return { ...body, files, texts: body.texts && JSON.stringify(body.texts), ...price }
      }),
  }
}
