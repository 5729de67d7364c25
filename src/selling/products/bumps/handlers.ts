import { givenColumns } from '#foundation/db/given-columns.ts'
import { isId } from '#foundation/db/new-id.ts'
import { scopeOf } from '#foundation/http/caller.ts'
import { NotFound } from '#foundation/http/failures.ts'
import { pageNumbers } from '#foundation/http/pages.ts'
import type { Handlers } from '#foundation/http/routes.ts'
import { toMinor } from '#foundation/money/amount.ts'
import type { Services } from '#foundation/services.ts'
import type { Bump, bumpsContract } from './contract.ts'
import { changedPrice, checkOwnUploads, describePriced } from './product-wire.ts'
import {
  deleteBump,
  findBump,
  insertBump,
  isChargedAlone,
  listBumps,
  listFormsWithBump,
  updateBump,
  type BumpRow,
} from './store.ts'

/** `onChanged` is told which forms' payment pages are out of date. */
export function bumpsHandlers(
  { db }: Services,
  onChanged: (formIds: readonly string[]) => void,
): Handlers<typeof bumpsContract> {
  const find = async (sellerId: string, id: string): Promise<BumpRow> => {
    const row = isId(id) ? await findBump(db, sellerId, id) : undefined
    if (row === undefined) throw new NotFound()
    return row
  }
  return {
    async listBumps({ caller, query }) {
      const rows = await listBumps(db, scopeOf(caller, query), query)
      return pageNumbers(rows.map(describePriced), query)
    },

    async getBump({ caller, params }) {
      const row = await find(caller.sellerId, params.id)
      const forms = await listFormsWithBump(db, caller.sellerId, row.id)
      return { ...describePriced(row), usedByForms: forms.length }
    },

    async createBump({ caller, body }) {
      await checkOwnUploads(db, caller.sellerId, body)
      const row = await insertBump(db, caller.sellerId, {
        ...body,
        amount: toMinor(body.amount, body.currency),
        files: filesColumn(body.files),
      })
      return describePriced(row)
    },

    async updateBump({ caller, params, body }) {
      const stored = await find(caller.sellerId, params.id)
      const forms = await listFormsWithBump(db, caller.sellerId, stored.id)
      await checkOwnUploads(db, caller.sellerId, body, stored.image)
      const isAlone = await isChargedAlone(db, stored.id)
      const price = changedPrice(stored, body, forms.length, isAlone)
      const files = body.files === undefined ? undefined : filesColumn(body.files)
      const columns = givenColumns({ ...body, files, ...price })
      const row = await updateBump(db, caller.sellerId, stored.id, columns)
      if (row === undefined) throw new NotFound()
      onChanged(forms)
      return describePriced(row)
    },

    async deleteBump({ caller, params }) {
      const { id, title } = await find(caller.sellerId, params.id)
      const forms = await listFormsWithBump(db, caller.sellerId, id)
      if ((await deleteBump(db, caller.sellerId, id)) === undefined) throw new NotFound()
      onChanged(forms)
      return { title }
    },
  }
}

function filesColumn(files: Bump['files']): string | null {
  return files === null ? null : JSON.stringify(files)
}
