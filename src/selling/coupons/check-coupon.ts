import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import type { CouponFields } from './contract.ts'
import { recurrenceOf } from '#payments/pricing/recurrence.ts'
import { cyclesOn, type Lasting } from '#payments/pricing/discount.ts'
import { tooShortCycles } from './coupon-effect.ts'
import { listSoldForms } from './store.ts'

type Checked = Pick<
  CouponFields,
  'kind' | 'percentage' | 'amounts' | 'lasts' | 'cycles' | 'formIds' | 'startsAt' | 'endsAt'
>

/**
 * What the fields of a coupon have to say together. Forms of the stored one that are gone or paid otherwise by now keep
 * nobody from changing the rest. Throws `InvalidFields`.
 */
export async function checkCoupon(
  db: Kysely<Database>,
  sellerId: string,
  coupon: Checked,
  stored?: Checked,
): Promise<void> {
  const errors = { ...whatItTakes(coupon), ...howLongItLasts(coupon), ...whenItIsGood(coupon) }
  const wrongForm = await formProblem(db, sellerId, coupon, stored)
  if (wrongForm !== null) errors['formIds'] = wrongForm
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors)
}

function whatItTakes({ kind, percentage, amounts }: Checked): Record<string, string> {
  if (kind === 'percent') return percentage === null ? { percentage: messages.required } : {}
  return amounts.length === 0 ? { amounts: 'Say what it takes off, in at least one currency' } : {}
}

function howLongItLasts({ lasts, cycles }: Checked): Record<string, string> {
  return lasts === 'cycles' && cycles === null ? { cycles: messages.required } : {}
}

function whenItIsGood({ startsAt, endsAt }: Checked): Record<string, string> {
  if (startsAt === null || endsAt === null || Date.parse(startsAt) < Date.parse(endsAt)) return {}
  return { endsAt: 'A coupon ends after it starts' }
}

type SoldForm = Awaited<ReturnType<typeof listSoldForms>>[number]

/** Whether a coupon can last as it should on any price that the form is sold at. */
export function isTakenBy(form: SoldForm, lasting: Lasting): boolean {
  const sold = form.prices.filter(({ state }) => state !== 'retired')
  return [form, ...sold].some((price) => cyclesOn(recurrenceOf(price), lasting) !== undefined)
}

async function formProblem(
  db: Kysely<Database>,
  sellerId: string,
  coupon: Checked,
  stored: Checked | undefined,
): Promise<string | null> {
  const isNew = (id: string) => stored?.formIds?.includes(id) !== true
  const lastsAsBefore = coupon.lasts === stored?.lasts && coupon.cycles === stored.cycles
  const formIds = (coupon.formIds ?? []).filter((id) => isNew(id) || !lastsAsBefore)
  if (formIds.length === 0) return null
  const own = new Map((await listSoldForms(db, sellerId)).map((form) => [form.id, form]))
  for (const id of formIds) {
    const form = own.get(id)
    if (form === undefined && isNew(id)) return 'One of the forms no longer exists'
    if (form !== undefined && !isTakenBy(form, coupon)) return tooShortCycles(form)
  }
  return null
}
