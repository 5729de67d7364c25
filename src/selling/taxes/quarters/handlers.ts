import type { Handlers } from '#foundation/http/contract/routes.ts'
import { defineFailure } from '#foundation/failures/failure.ts'
import { msg } from '#foundation/language/t.ts'
import { readNumbering } from '#payments/invoices/choose-numbering.ts'
import type { Services } from '#registry/services.ts'
import type { quartersContract } from './contract.ts'
import { checkQuarter } from './check-quarter.ts'
import { quarterLinks } from './register-export.ts'
import { beginningOf, sumQuarter } from './store.ts'

export function quartersHandlers({
  clock,
  config,
  readReplica,
}: Services): Handlers<typeof quartersContract> {
  return {
    async readTaxQuarter({ caller: { sellerId }, query: { quarter, checkAbove } }) {
      return readReplica(async (db) => {
        const { invoices, since } = await readNumbering(db, sellerId, clock.now())
        const begins = await beginningOf(db, sellerId, quarter)
        const isLater = invoices === null || (since !== null && since > begins)
        return {
          ...(await checkQuarter(db, sellerId, quarter, Number(checkAbove))),
          since: isLater ? (since ?? clock.now()).toISOString() : null,
        }
      })
    },

    async getTaxQuarterLink({ caller, query }) {
      const sums = await readReplica((db) => sumQuarter(db, caller.sellerId, query.quarter))
      if (sums.length === 0) throw new NothingInQuarter()
      return { path: quarterLinks.write(config.authSecret, caller, query, clock.now()) }
    },
  }
}

class NothingInQuarter extends defineFailure(
  'nothing_to_export',
  409,
  msg('There are no numbered invoices in this quarter'),
) {}
