import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Handlers } from '#foundation/http/routes.ts'
import { toMinor } from '#foundation/money/amount.ts'
import type { Services } from '#foundation/services.ts'
import type { FormUse } from '#selling/form-parts/form-use.ts'
import { serveParts } from '#selling/form-parts/serve-parts.ts'
import { changedPrice, describePriced, refuseTooMuch, takeUploads } from '../product-wire.ts'
import type { bumpsContract } from './contract.ts'
import { storedBumps } from './store.ts'

export type BumpUse = FormUse & {
  /** Whether a card may be charged the bump and nothing else. */
  readonly isChargedAlone: (db: Kysely<Database>, bumpId: string) => Promise<boolean>
}

export function bumpsHandlers({ db }: Services, use: BumpUse): Handlers<typeof bumpsContract> {
  const bumps = serveParts(db, storedBumps, use, describePriced)
  return {
    listBumps: async (given) => bumps.list(given),
    getBump: bumps.read,
    deleteBump: bumps.remove,

    async createBump({ caller, body }) {
      const files = await takeUploads(db, caller.sellerId, body)
      const row = await storedBumps.insert(db, caller.sellerId, {
        ...body,
        amount: toMinor(body.amount, body.currency),
        files: body.files === null ? null : files,
      })
      return describePriced(row)
    },

    async updateBump(given) {
      const { caller, params, body } = given
      const stored = await bumps.find(caller.sellerId, params.id)
      const forms = await use.listForms(db, caller.sellerId, stored.id)
      const taken = await takeUploads(db, caller.sellerId, body, stored.image)
      const isAlone = await use.isChargedAlone(db, stored.id)
      const price = changedPrice(stored, body, forms.length, isAlone)
      await refuseTooMuch(db, use, caller.sellerId, forms, stored, price)
      const files = body.files && taken
      return bumps.update(given, forms, { ...body, files, ...price })
    },
  }
}
