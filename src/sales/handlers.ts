import type { z } from 'zod'
import { isId } from '#db/new-id.ts'
import { NotFound } from '#http/failures.ts'
import { pageNumbers } from '#http/pages.ts'
import type { Handlers } from '#http/routes.ts'
import type { Parts } from '#parts.ts'
import type { sale, salesContract } from './contract.ts'
import { findSale, listSales, type SaleRow } from './store.ts'

export function salesHandlers({ db }: Parts): Handlers<typeof salesContract> {
  return {
    async listSales({ caller, query }) {
      const rows = await listSales(db, caller.sellerId, query)
      return pageNumbers(rows.map(describeSale), query)
    },

    async getSale({ caller, params }) {
      const row = isId(params.id) ? await findSale(db, caller.sellerId, params.id) : undefined
      if (row === undefined) throw new NotFound()
      return {
        ...row,
        ...describeSale(row),
        history: row.history.map((move) => ({ ...move, at: new Date(move.at).toISOString() })),
      }
    },
  }
}

function describeSale(row: SaleRow): z.input<typeof sale> {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt === null ? null : row.paidAt.toISOString(),
  }
}
