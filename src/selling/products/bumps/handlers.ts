import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Handlers } from '#foundation/http/routes.ts'
import { toMinor } from '#foundation/money/amount.ts'
import type { Services } from '#foundation/services.ts'
import type { FormUse } from '#selling/form-parts/form-use.ts'
import { serveParts } from '#selling/form-parts/serve-parts.ts'
import { changedPrice, checkOwnUploads, describePriced } from '../product-wire.ts'
import type { Bump, bumpsContract } from './contract.ts'
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
      await checkOwnUploads(db, caller.sellerId, body)
      const row = await storedBumps.insert(db, caller.sellerId, {
        ...body,
        amount: toMinor(body.amount, body.currency),
        files: filesColumn(body.files),
      })
      return describePriced(row)
    },

    async updateBump(given) {
      const { caller, params, body } = given
      const stored = await bumps.find(caller.sellerId, params.id)
      const forms = await use.listForms(db, caller.sellerId, stored.id)
      await checkOwnUploads(db, caller.sellerId, body, stored.image)
      const isAlone = await use.isChargedAlone(db, stored.id)
      const price = changedPrice(stored, body, forms.length, isAlone)
      const files = body.files === undefined ? undefined : filesColumn(body.files)
      return bumps.update(given, forms, { ...body, files, ...price })
    },
  }
}

function filesColumn(files: Bump['files']): string | null {
  return files === null ? null : JSON.stringify(files)
}
