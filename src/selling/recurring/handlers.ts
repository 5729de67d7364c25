import type { Handlers } from '#foundation/http/contract/routes.ts'
import { pageNumbers, rowsOf } from '#foundation/lists/pages.ts'
import type { Services } from '#registry/services.ts'
import { readBridges } from './bridge/read-bridge.ts'
import { readCohorts } from './cohorts/read-cohorts.ts'
import { listComing, readComing, withBuyers } from './coming/read-coming.ts'
import type { recurringContract } from './contract.ts'
import { exportLinks } from './export/register-export.ts'
import { isCounted } from './ledger/count-changes.ts'
import { describeCounted, describeMovement } from './rows/describe-rows.ts'
import { listCounted, listMovements } from './rows/store.ts'

/** Loaded late, because nothing else needs this library at startup. */
const loadMonths = () => import('./months.ts')

export function recurringHandlers({
  db,
  clock,
  config,
  readReplica,
}: Services): Handlers<typeof recurringContract> {
  return {
    async getRecurring({ caller: { sellerId }, query: { zone, ...narrowed } }) {
      const { monthsUntil } = await loadMonths()
      const months = monthsUntil(clock.now(), zone)
      const isReady = await isCounted(db, sellerId)
      return {
        months: months.map(({ month }) => month),
        currencies: isReady
          ? await readReplica((from) => readBridges(db, from, { sellerId, ...narrowed }, months))
          : null,
      }
    },

    async getCohorts({ caller: { sellerId }, query: { zone, ...narrowed } }) {
      const { monthsUntil } = await loadMonths()
      const months = monthsUntil(clock.now(), zone)
      if (!(await isCounted(db, sellerId))) return { currencies: null }
      return {
        currencies: await readReplica((from) => readCohorts(from, { sellerId, ...narrowed }, months)),
      }
    },

    async listMovements({ caller: { sellerId }, query }) {
      const { monthIn } = await loadMonths()
      const sought = { ...query, sellerId, ...monthIn(query.month, query.zone, clock.now()) }
      const rows = await readReplica((from) => listMovements(from, sought, rowsOf(query)))
      return pageNumbers(rows.map(describeMovement), query)
    },

    async listCounted({ caller: { sellerId }, query }) {
      const { monthIn } = await loadMonths()
      const sought = { ...query, sellerId, ...monthIn(query.month, query.zone, clock.now()) }
      const rows = await readReplica((from) => listCounted(from, sought, rowsOf(query)))
      return pageNumbers(rows.map(describeCounted), query)
    },

    async getComing({ caller: { sellerId }, query }) {
      return readReplica((from) => readComing(from, { ...query, sellerId }, clock.now()))
    },

    async listAhead({ caller: { sellerId }, query }) {
      return readReplica(async (from) => {
        const found = await listComing(from, { ...query, sellerId }, clock.now(), rowsOf(query))
        return pageNumbers(await withBuyers(from, sellerId, found), query)
      })
    },

    getRecurringExportLink({ caller, query }) {
      return Promise.resolve({ path: exportLinks.write(config.authSecret, caller, query, clock.now()) })
    },
  }
}
