import type { Kysely } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { givenColumns } from '#foundation/db/driver/given-columns.ts'
import { isId, newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { isUniqueViolation } from '#foundation/db/unique-violation.ts'
import { defineFailure, found, NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { pageNumbers } from '#foundation/lists/pages.ts'
import { scopeOf } from '#foundation/lists/seller-scope.ts'
import type { Services } from '#registry/services.ts'
import { changeCatalog } from '#selling/catalog/serve-catalog-items.ts'
import { type couponsContract, type LinkedCode, mostChecked } from './contract.ts'
import {
  couponColumns,
  dependentColumns,
  describeCoupon,
  describeTerms,
  checkCoupon,
  isTakenBy,
} from './coupon-wire.ts'
import { makeCodes } from './make-codes.ts'
import {
  changeCoupon,
  type CouponRow,
  findCouponOf,
  findTerms,
  insertCodes,
  insertCoupon,
  listCodesOf,
  listCoupons,
  listNamed,
  listSoldForms,
  listTerms,
  removeCode,
  removeCoupons,
  type TermsRow,
} from './store.ts'

/** `dropPages` gets the forms whose payment pages may start or stop asking for a code. */
export function couponsHandlers(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dropPages: (formIds: readonly string[]) => void,
): Handlers<typeof couponsContract> {
  const find = async (sellerId: string, id: string): Promise<CouponRow> =>
    found(isId(id) ? await findCouponOf(db, sellerId, id) : undefined)
  const findIts = async (sellerId: string, id: string, source = db): Promise<TermsRow> =>
    found(isId(id) ? await findTerms(source, sellerId, id) : undefined)
  const drop = async (sellerId: string) =>
    dropPages((await listSoldForms(db, sellerId)).map((form) => form.id))
  return {
    async listCoupons({ caller, query }) {
      const rows = await listCoupons(db, scopeOf(caller, query), query)
      return pageNumbers(rows.map(describeCoupon), query)
    },

    async listTerms({ caller: { sellerId }, query: { codes } }) {
      const now = clock.now()
      const named = await listNamed(db, sellerId, codes)
      return {
        data: (await listTerms(db, sellerId, mostChecked.coupons)).map(describeTerms),
        codes: named.map((row) => ({ code: row.code, couponId: row.id, state: stateOf(row, now) })),
      }
    },

    async getCoupon({ caller, params }) {
      const row = await find(caller.sellerId, params.id)
      return { ...describeCoupon(row), usedByForms: await countForms(db, caller.sellerId, row) }
    },

    async createCoupon({ caller, body }) {
      const { sellerId } = caller
      const { code, ...fields } = body
      await checkCoupon(db, sellerId, fields)
      const { amounts, minimums, startsAt = null, endsAt = null } = couponColumns(fields)
      const id = newId()
      await rejectTaken(code, () =>
        inTransaction(db, async (tx) =>
          insertCoupon(
            tx,
            {
              ...fields,
              ...dependentColumns(fields),
              id,
              sellerId,
              amounts,
              minimums,
              startsAt,
              endsAt,
            },
            { id: newId(), couponId: id, sellerId, code, label: '' },
          ),
        ),
      )
      await drop(sellerId)
      return describeCoupon(await find(sellerId, id))
    },

    async updateCoupon({ caller, params, body }) {
      const { sellerId } = caller
      await changeCatalog(db, sellerId, async (tx) => {
        const before = describeTerms(await findIts(sellerId, params.id, tx))
        const wanted = { ...before, ...givenColumns(body) }
        await checkCoupon(tx, sellerId, wanted, before)
        const changes = givenColumns({
          ...couponColumns(body),
          ...dependentColumns(wanted),
          updatedAt: clock.now(),
        })
        if (!(await changeCoupon(tx, sellerId, params.id, changes))) throw new NotFound()
      })
      await drop(sellerId)
      return describeCoupon(await find(sellerId, params.id))
    },

    async deleteCoupon({ caller, params }) {
      const { sellerId } = caller
      const { id, title } = await findIts(sellerId, params.id)
      const isGone = await inTransaction(db, (tx) => removeCoupons(tx, sellerId, clock.now(), id))
      if (!isGone) throw new NotFound()
      await drop(sellerId)
      return { title }
    },

    async listCodes({ caller, params, query }) {
      const { id } = await findIts(caller.sellerId, params.id)
      return pageNumbers(await listCodesOf(db, caller.sellerId, id, query), query)
    },

    async createCode({ caller, params, body }) {
      const { sellerId } = caller
      const { id: couponId } = await findIts(sellerId, params.id)
      const [made] = await insertCodes(db, [{ ...body, id: newId(), couponId, sellerId }])
      if (made === undefined) throw new CodeTaken(body.code)
      return made
    },

    async createCodes({ caller, params, body }) {
      const { sellerId } = caller
      const { id: couponId } = await findIts(sellerId, params.id)
      const { count, prefix, ...each } = body
      const rows = makeCodes(count, prefix).map((code) => ({
        ...each,
        code,
        id: newId(),
        couponId,
        sellerId,
      }))
      const made = await insertCodes(db, rows)
      return { codes: made.map(({ code }) => code) }
    },

    async deleteCode({ caller, params }) {
      const { sellerId } = caller
      const { id } = await findIts(sellerId, params.id)
      const isOne = isId(params.codeId)
      const removal = { id: params.codeId, now: clock.now() }
      const code = found(isOne ? await removeCode(db, sellerId, id, removal) : undefined)
      return { code }
    },
  }
}

function stateOf(
  { isActive, endsAt, isUsedUp }: Awaited<ReturnType<typeof listNamed>>[number],
  now: Date,
): LinkedCode['state'] {
  if (!isActive) return 'off'
  if (endsAt !== null && endsAt <= now) return 'ended'
  return isUsedUp ? 'used-up' : 'works'
}

/** The number of forms a coupon works on. */
async function countForms(db: Kysely<Database>, sellerId: string, coupon: CouponRow): Promise<number> {
  const { formIds } = coupon
  const forms = await listSoldForms(db, sellerId)
  return forms.filter((form) => isTakenBy(form, coupon) && (formIds === null || formIds.includes(form.id)))
    .length
}

async function rejectTaken(code: string, insert: () => Promise<void>): Promise<void> {
  try {
    await insert()
  } catch (error) {
    throw isUniqueViolation(error) ? new CodeTaken(code) : error
  }
}

/** Another coupon of the shop already has this code. */
class CodeTaken extends defineFailure(
  'code_taken',
  409,
  (taken: string) => t('{taken} is already one of your codes', { taken }),
  { field: 'code' },
) {}
