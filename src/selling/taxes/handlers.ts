import type { z } from 'zod'
import { OutcomeUnknown, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import { givenColumns } from '#foundation/db/given-columns.ts'
import { isId } from '#foundation/db/new-id.ts'
import { scopeOf } from '#foundation/http/caller.ts'
import { NotFound } from '#foundation/http/failures.ts'
import { pageNumbers } from '#foundation/http/pages.ts'
import type { Handlers } from '#foundation/http/routes.ts'
import type { Services } from '#foundation/services.ts'
import type { tax, taxesContract } from './contract.ts'
import { TaxStatusUnknown } from './errors.ts'
import {
  deleteTax,
  findAccount,
  findTax,
  insertTax,
  listFormsWithTax,
  listTaxes,
  updateTax,
  type TaxRow,
} from './store.ts'

/** `onChanged` is told which forms' payment pages are out of date. */
export function taxesHandlers(
  { db, provider }: Services,
  onChanged: (formIds: readonly string[]) => void,
): Handlers<typeof taxesContract> {
  const find = async (sellerId: string, id: string): Promise<TaxRow> => {
    const row = isId(id) ? await findTax(db, sellerId, id) : undefined
    if (row === undefined) throw new NotFound()
    return row
  }
  return {
    async listTaxes({ caller, query }) {
      const rows = await listTaxes(db, scopeOf(caller, query), query)
      return pageNumbers(rows.map(describeTax), query)
    },

    async getTax({ caller, params }) {
      const row = await find(caller.sellerId, params.id)
      const forms = await listFormsWithTax(db, caller.sellerId, row.id)
      return { ...describeTax(row), usedByForms: forms.length }
    },

    async createTax({ caller, body }) {
      const percentage = String(body.percentage)
      return describeTax(await insertTax(db, caller.sellerId, { ...body, percentage }))
    },

    async updateTax({ caller, params, body }) {
      const { id } = await find(caller.sellerId, params.id)
      const percentage = body.percentage === undefined ? undefined : String(body.percentage)
      const row = await updateTax(db, caller.sellerId, id, givenColumns({ ...body, percentage }))
      if (row === undefined) throw new NotFound()
      onChanged(await listFormsWithTax(db, caller.sellerId, id))
      return describeTax(row)
    },

    async deleteTax({ caller, params }) {
      const { id, title } = await find(caller.sellerId, params.id)
      if ((await deleteTax(db, caller.sellerId, id)) === undefined) throw new NotFound()
      onChanged(await listFormsWithTax(db, caller.sellerId, id))
      return { title }
    },

    async readTaxStatus({ caller }) {
      const account = await findAccount(db, caller.sellerId)
      if (account === null) return { status: 'pending', missing: [] }
      try {
        return await provider.retrieveTaxSettings(account)
      } catch (error) {
        const isSilent = error instanceof OutcomeUnknown || error instanceof ProviderUnreachable
        throw isSilent ? new TaxStatusUnknown(error) : error
      }
    },
  }
}

function describeTax(row: TaxRow): z.input<typeof tax> {
  return { ...row, percentage: Number(row.percentage) }
}
