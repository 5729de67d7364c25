import type { Kysely } from 'kysely'
import { msg, say, t } from '#foundation/language/t.ts'
import { refusalOfArea } from '#accounts/billing/gates/refuse-area.ts'
import { uploadAgain } from '#accounts/uploads/contract.ts'
import { isOwnPicture } from '#accounts/uploads/own-files.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { TaxMode } from '#foundation/db/tables/taxes.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { tooSmallProblem } from '#foundation/money/price-problem.ts'
import type { BlockPicture } from './blocks/block-pictures.ts'
import type { FormCreate } from './contract.ts'
import { openProblems } from './open-problems.ts'
import { bumpTextProblem } from './page-weight.ts'
import { type ChargedParts, chargesOfParts, largestChargeProblems } from './price/charges.ts'
import { type FurtherPrice, intervalProblem } from './price/further-price.ts'
import { quantityProblem } from './price/quantity-fields.ts'
import { recurringTaxProblem } from './price/tax-mode-problem.ts'
import { canBeginFree, linesBeside, termProblems } from './price/term-problems.ts'
import { findOwn } from './store.ts'

/** The form fields that have rules involving more than one field. Amounts are in minor units. */
export type CheckedForm = {
  readonly image: string | null
  readonly video: string | null
  readonly amount: number
  readonly currency: string
  readonly priceType: FormCreate['priceType']
  readonly billingInterval: number
  readonly billingPeriod: FormCreate['billingPeriod']
  readonly trialDays: number
  readonly trialAmount: number
  readonly setupAmount: number
  readonly isOpen: boolean
  readonly suggestedAmount: number | null
  readonly presetAmounts: readonly number[]
  /**
   * Whether the billing interval or period was given. The stored interval and period of a one-time price are not
   * checked.
   */
  readonly hasNewCycle: boolean
  /** All further prices after the change, and whether the request contains them. Stored ones are not checked. */
  readonly prices: readonly FurtherPrice[]
  readonly hasNewPrices: boolean
  readonly quantityMin: number
  readonly quantityMax: number
  readonly timers: readonly { readonly amount: number | null; readonly priceId: string | null }[]
  /** The pictures that are new to the form: the first one, and any others. */
  readonly newImage: string | null
  readonly newPictures: readonly string[]
  /** The pictures of blocks that are new to the form. */
  readonly newBlockPictures: readonly BlockPicture[]
  /** Everything the form will charge, or null if the request contains none of it. */
  readonly charged: ChargedParts | null
  readonly taxId: string | null
  readonly taxMode: TaxMode
  readonly bumps: readonly string[]
  /** The form's bumps before the change. */
  readonly storedBumps: readonly string[]
  readonly otoSequenceList: readonly string[]
  readonly oneTimeOffer: string | null
}

/** Errors of the form as a whole, as messages by field. Empty if it is valid. */
export async function checkForm(
  db: Kysely<Database>,
  sellerId: string,
  form: CheckedForm,
): Promise<Record<string, string>> {
  return {
    ...(await checkLargestCharge(db, sellerId, form)),
    ...checkPicture(form),
    ...checkPrice('amount', form.amount, form.currency),
    ...checkCycle(form),
    ...recurringTaxProblem(form.taxMode, [{ priceType: form.priceType }, ...form.prices]),
    ...termProblems(form, form.currency),
    ...openProblems(form, form.currency),
    ...checkQuantity(form),
    ...allOf(
      form.timers.map((timer, index) =>
        checkPrice(`timers.${index}.amount`, timer.amount ?? 0, form.currency),
      ),
    ),
    ...(form.hasNewPrices
      ? allOf(form.prices.map((price, index) => checkFurtherPrice(price, index, form.currency)))
      : {}),
    ...(await checkReferences(db, sellerId, form)),
  }
}

async function checkLargestCharge(
  db: Kysely<Database>,
  sellerId: string,
  form: CheckedForm,
): Promise<Record<string, string>> {
  const { charged } = form
  return charged === null ? {} : largestChargeProblems(await chargesOfParts(db, sellerId, form, charged))
}

function checkQuantity(form: CheckedForm): Record<string, string> {
  const problem = quantityProblem(form)
  return problem === null ? {} : { quantityMax: problem }
}

function allOf(problems: readonly Record<string, string>[]): Record<string, string> {
  return problems.reduce((all, errors) => ({ ...all, ...errors }), {})
}

function checkPicture({ image, video }: CheckedForm): Record<string, string> {
  return image === null && video === null ? { image: t('select an image or enter a video url') } : {}
}

function checkPrice(field: string, amount: number, currency: string): Record<string, string> {
  const problem = tooSmallProblem(amount, currency)
  return problem === null ? {} : { [field]: problem }
}

function checkFurtherPrice(price: FurtherPrice, index: number, currency: string): Record<string, string> {
  const { amount, priceType } = price
  const at = (field: string) => `prices.${index}.${field}`
  const interval = priceType === 'OneTimePrice' ? null : intervalProblem(price)
  return {
    ...checkPrice(at('amount'), amount, currency),
    ...Object.fromEntries(
      Object.entries({ ...termProblems(price, currency), ...openProblems(price, currency) }).map(
        ([field, message]) => [at(field), message],
      ),
    ),
    ...(interval === null ? {} : { [at('billingInterval')]: interval }),
    ...(priceType === 'RecurringPrice' && amount === 0 ? { [at('amount')]: mustCost() } : {}),
  }
}

const mustCost = () => t('a recurring price must be above 0')

/** The maximum number of additional lines Stripe accepts on the first invoice of a recurring price. */
const mostBumps = 20

function checkCycle({
  priceType,
  amount,
  billingInterval,
  billingPeriod,
  hasNewCycle,
  prices,
  bumps,
  ...terms
}: CheckedForm): Record<string, string> {
  const isChecked = priceType === 'RecurringPrice' || hasNewCycle
  const interval = isChecked ? intervalProblem({ billingPeriod, billingInterval }) : null
  const isRecurring = priceType === 'RecurringPrice'
  const isEverRecurring = isRecurring || sold(prices).some((price) => price.priceType === 'RecurringPrice')
  const most = mostBumps - Math.max(...[{ priceType, ...terms }, ...sold(prices)].map(linesBeside))
  return {
    ...(interval === null ? {} : { billingInterval: interval }),
    ...(isRecurring && amount === 0 ? { amount: mustCost() } : {}),
    ...(isEverRecurring && bumps.length > most
      ? { bumps: t('A recurring price can have at most {most} order bumps', { most }) }
      : {}),
  }
}

function sold(prices: readonly FurtherPrice[]): FurtherPrice[] {
  return prices.filter(({ state }) => state !== 'retired')
}

type Product = { readonly id: string; readonly currency: string | null; readonly amount: number }

const bumpTexts = {
  gone: msg('This order bump no longer exists'),
  otherCurrency: msg('This order bump has a different currency from the form'),
  alone: msg('This order bump can be charged on its own.'),
} as const
const offerTexts = {
  gone: msg('This one-time offer no longer exists'),
  otherCurrency: msg('This one-time offer has a different currency from the form'),
  alone: msg('This one-time offer can be charged on its own.'),
} as const

async function checkReferences(
  db: Kysely<Database>,
  sellerId: string,
  form: CheckedForm,
): Promise<Record<string, string>> {
  const bumpIds = [...form.bumps, ...form.otoSequenceList]
  const blockErrors = await Promise.all(
    form.newBlockPictures.map(async ({ path, image }) =>
      (await isOwnPicture(db, sellerId, image)) ? {} : { [path]: uploadAgain.picture() },
    ),
  )
  const [bumps, offers, taxes, hasPicture, ...hasPictures] = await Promise.all([
    findOwn(db, 'bumpsView', sellerId, bumpIds),
    findOwn(db, 'offersView', sellerId, form.oneTimeOffer === null ? [] : [form.oneTimeOffer]),
    findOwn(db, 'taxesView', sellerId, form.taxId === null ? [] : [form.taxId]),
    form.newImage === null || isOwnPicture(db, sellerId, form.newImage),
    ...form.newPictures.map((picture) => isOwnPicture(db, sellerId, picture)),
  ])
  const isFree = canBeginFree(form, form.prices)
  const problem = (
    ids: readonly string[],
    own: readonly Product[],
    texts: typeof bumpTexts | typeof offerTexts,
    isAlone: boolean,
  ): string | undefined => {
    const known = new Map(own.map((product) => [product.id, product]))
    const products = ids.flatMap((id) => known.get(id) ?? [])
    if (products.length < ids.length) return say(texts.gone)
    if (products.some(({ currency }) => currency !== form.currency)) return say(texts.otherCurrency)
    const tooSmall = products
      .map(({ amount }) => tooSmallProblem(amount, form.currency))
      .find((found) => found !== null)
    return !isAlone || tooSmall === undefined ? undefined : [say(texts.alone), tooSmall].join(' ')
  }
  const offerIds = form.oneTimeOffer === null ? [] : [form.oneTimeOffer]
  const errors = {
    image: hasPicture ? undefined : uploadAgain.picture(),
    pictures: hasPictures.includes(false) ? uploadAgain.picture() : undefined,
    bumps:
      problem(form.bumps, bumps, bumpTexts, isFree) ??
      bumpTextProblem(
        bumps.filter(({ id }) => form.bumps.includes(id)),
        form.storedBumps,
      ),
    otoSequenceList: problem(form.otoSequenceList, bumps, bumpTexts, true),
    oneTimeOffer: problem(offerIds, offers, offerTexts, true),
    taxId: form.taxId !== null && taxes.length === 0 ? t('This tax no longer exists') : undefined,
  }
  const found = Object.entries(errors).flatMap(([field, message]) =>
    message === undefined ? [] : [[field, message] as const],
  )
  return { ...Object.fromEntries(found), ...allOf(blockErrors) }
}

type Extras = {
  readonly timers?: readonly unknown[] | undefined
  readonly bumps?: readonly string[] | undefined
  readonly otoSequenceList?: readonly string[] | undefined
  readonly oneTimeOffer?: string | null | undefined
  readonly taxId?: string | null | undefined
  readonly taxMode?: TaxMode | undefined
}

/**
 * Throws if the caller's plan does not include timers, bumps, offers or a tax that were added. Parts that are on the
 * form from a larger plan can stay or be removed.
 */
export function rejectExtras(caller: Caller, given: Extras, present: Extras = {}): void {
  if (addsExtras(given, present)) rejectDetails(caller)
}

/** Throws if the caller's plan does not include the details of forms, to which timers belong. */
export function rejectDetails(caller: Caller): void {
  const refusal = refusalOfArea(caller, 'extras')
  if (refusal !== null) throw refusal
}

function addsExtras(given: Extras, present: Extras): boolean {
  return (
    (given.timers?.length ?? 0) > (present.timers?.length ?? 0) ||
    addsOne(given.bumps, present.bumps) ||
    addsOne(given.otoSequenceList, present.otoSequenceList) ||
    isOther(given.oneTimeOffer, present.oneTimeOffer) ||
    isOther(given.taxId, present.taxId) ||
    (given.taxMode !== undefined &&
      given.taxMode !== 'one_rate' &&
      (present.taxMode ?? 'one_rate') === 'one_rate')
  )
}

function addsOne(given: readonly string[] = [], present: readonly string[] = []): boolean {
  return given.some((id) => !present.includes(id))
}

function isOther(given: string | null | undefined, present: string | null | undefined): boolean {
  return given !== undefined && given !== null && given !== present
}
