import type { z } from 'zod'
import { firstPriceId, omitDisabledByPlan } from '#payments/pricing/sold-form.ts'
import { plainDescription } from '#buying/checkout/description/description.ts'
import { readDescription } from '#buying/checkout/description/read-description.ts'
import { givenColumns } from '#foundation/db/driver/given-columns.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Translations } from '#foundation/language/translations.ts'
import { toMajor } from '#foundation/money/amount.ts'
import { wireAmounts } from '#foundation/money/wire-amounts.ts'
import { isGrossFirst } from '#payments/pricing/gross-countries.ts'
import { describePriced } from '#selling/products/product-wire.ts'
import type { form, FormCard, FormCreate, FormUpdate } from './contract.ts'
import { withKnownPrices } from './price/known-prices.ts'
import type { FurtherPrice, termAmounts } from './price/further-price.ts'
import { partsDisabledByPlan } from './list-disabled-by-plan.ts'
import { lowestPrice, pricesAt } from './price/lowest-price.ts'
import { saleStateOf, soldTimers } from './sale-state.ts'
import type { FormParts } from './replace-parts.ts'
import type { ListedForm } from './list-forms.ts'
import type { FormColumns, FormRow } from './store.ts'

/** A stored form as the API returns it, with amounts in major units and times as ISO text. */
export function describeForm(row: FormRow): z.input<typeof form> {
  const { oneTimeOfferId: _, sellerId: __, deletedAt: ___, priceChangedAt: ____, ...known } = row
  const { tax, oneTimeOffer, stock, ...columns } = known
  const amount = toMajor(row.amount, row.currency)
  return {
    ...columns,
    ...amountsOf(row, row.currency),
    stockLimit: stock?.stockLimit ?? null,
    stockTaken: stock?.taken ?? null,
    priceId: firstPriceId(row),
    prices: pricesOnWire(row),
    oneTimePrice: row.priceType === 'OneTimePrice' ? amount : null,
    recurringPrice: row.priceType === 'RecurringPrice' ? amount : null,
    taxId: tax?.id ?? null,
    tax: tax === null ? null : { ...tax, percentage: Number(tax.percentage) },
    bumps: row.bumps.map(describePriced),
    bumpRules: withKnownPrices(row, row.bumpRules),
    fields: withKnownPrices(row, row.fields),
    otoSequenceList: row.otoSequenceList.map(describePriced),
    oneTimeOffer: oneTimeOffer === null ? null : describePriced(oneTimeOffer),
    timers: timersOnWire(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The timers of a stored form, with their amounts in major units. */
export function timersOnWire({ timers, currency }: Pick<FormRow, 'timers' | 'currency'>) {
  return timers.map((timer) => ({
    ...timer,
    amount: timer.amount === null ? null : toMajor(timer.amount, currency),
  }))
}

function pricesOnWire({ prices, currency }: Pick<FormRow, 'prices' | 'currency'>) {
  return prices.map((price) => ({ ...price, ...amountsOf(price, currency) }))
}

type Offered = Pick<FurtherPrice, 'suggestedAmount' | 'presetAmounts'>
type PriceAmounts = Offered & Pick<FurtherPrice, 'amount' | (typeof termAmounts)[number]>

/** The amounts of a stored price in major units. */
export function amountsOf(price: PriceAmounts, currency: string): PriceAmounts {
  const { amount, trialAmount, setupAmount } = price
  const major = (minor: number) => toMajor(minor, currency)
  return {
    amount: major(amount),
    ...offeredOf(price, currency),
    trialAmount: major(trialAmount),
    setupAmount: major(setupAmount),
  }
}

function offeredOf({ suggestedAmount, presetAmounts }: Offered, currency: string): Offered {
  return {
    suggestedAmount: suggestedAmount === null ? null : toMajor(suggestedAmount, currency),
    presetAmounts: presetAmounts.map((minor) => toMajor(minor, currency)),
  }
}

/**
 * A form for its card in the list. The fields are listed one by one, because copying all thirty-odd columns of each row
 * was the slowest part.
 */
export function describeFormCard({ form, standing }: ListedForm, instant: number): FormCard {
  const { currency, timers, stock, isPaused, isSuspended, quantityMin, priceType } = form
  const { sellerPlan, onboardingStatus } = standing
  const priceId = firstPriceId(form)
  const amounts = amountsOf(form, currency)
  const sold = omitDisabledByPlan({ tax: form.tax, timers }, sellerPlan)
  const { isOpen, amount, billingInterval, billingPeriod, trialDays, trialAmount, setupAmount, prices } = form
  const cycle = { priceType, billingInterval, billingPeriod, trialDays, trialAmount, setupAmount }
  const first = { priceId, isOpen, amount, ...cycle }
  const [own, ...others] = pricesAt({ ...first, prices, timers: sold.timers }, instant)
  const isGross = isGrossFirst(form.sellerCountry)
  return {
    id: form.id,
    name: form.name,
    title: form.title,
    description: plainDescription(readDescription(form)),
    image: form.image,
    video: form.video,
    amount: amounts.amount,
    currency,
    priceType,
    billingInterval,
    billingPeriod,
    cancelAfter: form.cancelAfter,
    trialDays,
    trialAmount: amounts.trialAmount,
    setupAmount: amounts.setupAmount,
    quantityMin,
    quantityMax: form.quantityMax,
    isOpen,
    suggestedAmount: amounts.suggestedAmount,
    presetAmounts: amounts.presetAmounts,
    priceId,
    priceLabel: form.priceLabel,
    prices: pricesOnWire(form),
    isPaused,
    createdAt: form.createdAt.toISOString(),
    isUnderAttack: form.isUnderAttack,
    shownPrice: lowestPrice(own, others, { tax: sold.tax, isGrossFirst: isGross, currency }),
    resting: partsDisabledByPlan(standing),
    sale: saleStateOf(
      {
        isPaused,
        isSuspended,
        timers: soldTimers(form, timers),
        sellerPlan,
        onboardingStatus,
        quantityMin,
        stock,
      },
      instant,
    ),
  }
}

/** A form's timer in a request. */
export type TimerFields = {
  readonly title: string
  readonly timestamp: number
  readonly timezone: string | null
  readonly amount: number | null
  readonly redirectUrl: string | null
  /** Null for all prices. */
  readonly priceId: string | null
  readonly texts: Translations
}

/** The fields of a request. Those left out are undefined. */
export type GivenFields = Omit<FormUpdate, 'isDetailUpdate' | 'timers' | 'prices'> & {
  readonly timers?: readonly TimerFields[] | undefined
  readonly prices?: readonly FurtherPrice[] | undefined
}

type Prices = Pick<GivenFields, keyof PriceAmounts | 'priceType' | 'timers' | 'prices'>

/**
 * The fields of a request with amounts in minor units of the form's currency, and errors for invalid ones. The terms of
 * a one-time price are hidden, so invalid amounts there become 0.
 */
export function decodeAmounts<Fields extends Prices>(
  fields: Fields,
  currency: string,
): { readonly fields: Fields; readonly errors: Record<string, string> } {
  const { decode, errors } = wireAmounts(currency)
  const { decode: decodeUnseen } = wireAmounts(currency)
  const { amount, priceType, suggestedAmount, presetAmounts, trialAmount, setupAmount, timers, prices } =
    fields
  const decodeTerm = (field: string, major: number, type: typeof priceType) =>
    type === 'OneTimePrice' ? decodeUnseen(field, major) || 0 : decode(field, major)
  const suggested = (at: string, one: number | null) => (one === null ? null : decode(at, one))
  const presets = (at: string, all: readonly number[]) => all.map((one) => decode(at, one))
  const decoded = {
    ...fields,
    prices: prices?.map((price, index) => ({
      ...price,
      suggestedAmount: suggested(`prices.${index}.suggestedAmount`, price.suggestedAmount),
      presetAmounts: presets(`prices.${index}.presetAmounts`, price.presetAmounts),
      amount: decode(`prices.${index}.amount`, price.amount),
      trialAmount: decodeTerm(`prices.${index}.trialAmount`, price.trialAmount, price.priceType),
      setupAmount: decodeTerm(`prices.${index}.setupAmount`, price.setupAmount, price.priceType),
    })),
    amount: typeof amount === 'number' ? decode('amount', amount) : amount,
    ...(suggestedAmount === undefined
      ? {}
      : { suggestedAmount: suggested('suggestedAmount', suggestedAmount) }),
    ...(presetAmounts === undefined ? {} : { presetAmounts: presets('presetAmounts', presetAmounts) }),
    ...(trialAmount === undefined ? {} : { trialAmount: decodeTerm('trialAmount', trialAmount, priceType) }),
    ...(setupAmount === undefined ? {} : { setupAmount: decodeTerm('setupAmount', setupAmount, priceType) }),
    timers: timers?.map((timer, index) => ({
      ...timer,
      amount: timer.amount === null ? null : decode(`timers.${index}.amount`, timer.amount),
    })),
  }
  return { fields: decoded, errors }
}

/**
 * The fields of an update with amounts in minor units, and errors for invalid ones. If the currency changes, all prices
 * keep their number: 490 usd become 490 jpy.
 */
export function decodeUpdate(
  row: FormRow,
  fields: GivenFields,
): { readonly fields: GivenFields; readonly errors: Record<string, string> } {
  const { currency = row.currency, priceType = row.priceType } = fields
  const decoded = (given: GivenFields) => {
    const { fields: all, errors } = decodeAmounts({ ...given, priceType }, currency)
    return { fields: { ...all, priceType: fields.priceType }, errors }
  }
  if (currency === row.currency) return decoded(fields)
  const stored = describeForm(row)
  const { amount = stored.amount, timers = stored.timers, prices = stored.prices } = fields
  const { trialAmount = stored.trialAmount, setupAmount = stored.setupAmount } = fields
  const { suggestedAmount = stored.suggestedAmount, presetAmounts = stored.presetAmounts } = fields
  const offered = { suggestedAmount, presetAmounts }
  return decoded({ ...fields, amount, ...offered, trialAmount, setupAmount, timers, prices })
}

type Parts = { readonly [Name in keyof FormParts]?: unknown }

/** The fields without the parts that have separate tables. */
function ownFields<Fields extends Parts>(fields: Fields) {
  const { bumps: _, bumpRules: __, otoSequenceList: ___, timers: ____, prices: _____, ...others } = fields
  const { stockLimit: ______, ...own } = others
  return own
}

/** A new form's columns. */
export function newFormColumns(fields: FormCreate): FormColumns {
  const {
    oneTimeOffer,
    files,
    imageFocus,
    pictures,
    texts,
    priceTexts,
    fields: asked,
    blocks,
    ...columns
  } = ownFields(fields)
  return {
    ...columns,
    oneTimeOfferId: oneTimeOffer,
    files: JSON.stringify(files),
    imageFocus: JSON.stringify(imageFocus),
    pictures: JSON.stringify(pictures),
    texts: JSON.stringify(texts),
    priceTexts: JSON.stringify(priceTexts),
    fields: JSON.stringify(asked),
    blocks: JSON.stringify(blocks),
  }
}

/** The given fields as columns, without the parts that have separate tables. */
export function formColumns(fields: GivenFields): Partial<FormColumns> {
  const { oneTimeOffer, amount, files, imageFocus, pictures, priceId, texts, priceTexts, ...rest } =
    ownFields(fields)
  const { fields: asked, blocks, ...columns } = rest
  return givenColumns({
    ...columns,
    priceId: priceId === null ? newId() : priceId,
    oneTimeOfferId: oneTimeOffer,
    amount: amount === null ? 0 : amount,
    files: jsonOf(files),
    imageFocus: jsonOf(imageFocus),
    pictures: jsonOf(pictures),
    texts: jsonOf(texts),
    priceTexts: jsonOf(priceTexts),
    fields: jsonOf(asked),
    blocks: jsonOf(blocks),
  })
}

function jsonOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}

/** Older releases, in which timers could not be for a single price, read only `amount`, for the first price. */
function timerColumns({ timestamp, amount, texts, ...timer }: TimerFields) {
  const isOfAll = timer.priceId === null
  const amounts = { amount: isOfAll ? amount : null, priceAmount: isOfAll ? null : amount }
  return { ...timer, ...amounts, texts: JSON.stringify(texts), expiresAt: new Date(timestamp) }
}

export function formParts(given: GivenFields): FormParts {
  const { bumps, bumpRules, otoSequenceList, timers, prices, stockLimit } = given
  return {
    bumps,
    bumpRules,
    otoSequenceList,
    stockLimit,
    prices: prices?.map((price, position) => ({
      ...price,
      id: price.id ?? newId(),
      position,
      texts: JSON.stringify(price.texts),
    })),
    timers: timers?.map(timerColumns),
  }
}
