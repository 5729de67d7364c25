import { recordSupportView } from '#accounts/audit/record-audit.ts'
import { sendLink } from '#buying/portal/mail-links.ts'
import { isId } from '#foundation/db/new-id.ts'
import { notAllowed, type Caller } from '#foundation/http/contract/caller.ts'
import { scopeOf } from '#foundation/lists/seller-scope.ts'
import { found, NotFound } from '#foundation/failures/failure.ts'
import { pageNumbers, rowsOf } from '#foundation/lists/pages.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import { addNote, correctEmail, deleteNote, setTags } from './change-customer.ts'
import type { customersContract } from './contract.ts'
import { describeCustomer, describeRecord } from './describe-customer.ts'
import { eraseCustomer, type EraseBuyer } from './erase-customer.ts'
import { customerLinks } from './export/register-export.ts'
import { readFilter } from './filter/conditions.ts'
import { mergeCustomers, undoMerge } from './merge-customers.ts'
import { findCustomer, findLastPurchase, listCustomers, listTags, type CustomerRow } from './store.ts'

/** The maximum number of events in a customer's history and in an export. */
const shownEntries = 100
const exportedEntries = 10_000

export function customersHandlers(
  services: Services,
  eraseBuyer: EraseBuyer,
): Handlers<typeof customersContract> {
  const { db, clock, config, limiter, readReplica } = services

  async function findOwn({ sellerId }: Caller, id: string): Promise<CustomerRow> {
    return found(isId(id) ? await findCustomer(db, sellerId, id) : undefined)
  }

  async function record(caller: Caller, id: string) {
    return describeRecord(db, await findOwn(caller, id), clock.now(), shownEntries)
  }

  /** Changes a customer of the caller's own shop. Support staff can only look at other shops' customers. */
  async function change(caller: Caller, ids: readonly string[], work: () => Promise<void>) {
    if (caller.isSupport) throw notAllowed('update')
    if (!ids.every(isId)) throw new NotFound()
    await work()
    return record(caller, ids[0] ?? '')
  }

  return {
    async listCustomers({ caller, query }) {
      const scope = scopeOf(caller, query)
      const sought = await readFilter(db, scope, query)
      const { before } = query
      const { limit, offset } = rowsOf(query)
      const page = { scope, sought, before, limit }
      const rows = await readReplica((from) =>
        listCustomers(from, { ...page, offset: before === undefined ? offset : 0 }),
      )
      return pageNumbers(rows.map(describeCustomer), query)
    },

    async listCustomerTags({ caller }) {
      return { tags: await listTags(db, caller.sellerId) }
    },

    async getCustomerExportLink({ caller, query }) {
      // Errors are reported here, because the download itself could not show them.
      await readFilter(db, scopeOf(caller, {}), query)
      return { path: customerLinks.write(config.authSecret, caller, query, clock.now()) }
    },

    async getCustomer({ caller, params }) {
      const answer = await record(caller, params.id)
      await recordSupportView(services, caller, 'customers.read', answer.id)
      return answer
    },

    async exportCustomer({ caller, params }) {
      const now = clock.now()
      const row = await findOwn(caller, params.id)
      await recordSupportView(services, caller, 'customers.read', row.id)
      return { ...(await describeRecord(db, row, now, exportedEntries)), exportedAt: now.toISOString() }
    },

    tagCustomer: async ({ caller, params: { id }, body }) =>
      change(caller, [id], () => setTags(db, caller, id, body.tags)),

    correctCustomerEmail: async ({ caller, params: { id }, body }) =>
      change(caller, [id], async () => {
        await limiter.take([{ rule: 'correctionOfCustomer', subject: `${caller.sellerId} ${id}` }])
        await correctEmail(db, caller, id, { ...body, at: clock.now() })
      }),

    addCustomerNote: async ({ caller, params: { id }, body }) =>
      change(caller, [id], () => addNote(db, caller, id, { ...body, at: clock.now() })),

    deleteCustomerNote: async ({ caller, params: { id, noteId } }) =>
      change(caller, [id, noteId], () => deleteNote(db, caller, id, noteId)),

    async sendAccessLink({ caller, params }) {
      // The link allows everything that its buyer can do.
      if (caller.isSupport) throw notAllowed('update')
      const { id, sellerId } = await findOwn(caller, params.id)
      const last = found(await findLastPurchase(db, sellerId, id))
      const { recipient: email, id: purchaseId, language } = last
      await sendLink(services, { sellerId, email, purchaseId, language })
      return { recipient: last.recipient }
    },

    mergeCustomer: async ({ caller, params: { id }, body }) =>
      change(caller, [id], () =>
        mergeCustomers(db, caller, { keptId: id, goneId: body.customer, at: clock.now() }),
      ),

    undoCustomerMerge: async ({ caller, params: { id, goneId } }) =>
      change(caller, [id, goneId], () => undoMerge(db, caller, { keptId: id, goneId, at: clock.now() })),

    async eraseCustomer({ caller, params }) {
      if (caller.isSupport) throw notAllowed('update')
      const { id, name } = await findOwn(caller, params.id)
      await eraseCustomer(db, caller, { id, at: clock.now() }, eraseBuyer)
      return { name }
    },
  }
}
