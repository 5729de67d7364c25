import { isProviderMode } from '#payments/pricing/tax-modes.ts'
import type { Shop } from '#accounts/shop/contract.ts'
import { needsClearerButton } from '#buying/consumer-law/button-words.ts'
import { hasTrial } from '#buying/checkout/page/page-kinds.ts'
import { shownFields, type PaymentPageData } from '#buying/checkout/page/page-data.ts'
import { readDescription } from '#buying/checkout/description/read-description.ts'
import { listCountries } from '#accounts/invoice-details/countries.ts'
import { askedBy, asksDetails } from '#buying/checkout/fields/asked-details.ts'
import { shownBlocks } from '#buying/checkout/blocks/shown-blocks.ts'
import { askedFields } from '#buying/checkout/fields/asked-fields.ts'
import { youtubeVideo } from '#buying/checkout/description/youtube.ts'
import {
  defaultAcceptButtonText,
  defaultDeclineButtonText,
  type ShownOffer,
} from '#buying/upsells/contract.ts'
import {
  foreignTo,
  translate,
  type Translated,
  type Translations,
} from '#foundation/language/translations.ts'
import { plainFormats } from '#foundation/text/formats.ts'
import { parseAmount, toMinor } from '#foundation/money/amount.ts'
import { currencySign } from '#foundation/money/currency-signs.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { taxAmount, type TaxRate } from '#foundation/money/tax.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import { isGrossFirst } from '#payments/pricing/gross-countries.ts'
import { cardLimitsOf } from '#payments/pricing/card-limits.ts'
import type { PricedForm } from '#payments/pricing/price-purchase.ts'
import { priceToday } from '#payments/pricing/price-today.ts'
import { recurrenceOf, type Terms } from '#payments/pricing/recurrence.ts'
import { termsIn as bumpTermsIn, withBumpTerms } from '#payments/pricing/offered-bumps.ts'
import {
  hasPlans,
  isOpenAnywhere,
  withPrices,
  type StoredTimer,
  quantitiesOf,
  openOf,
} from '#payments/pricing/sold-form.ts'
import type { Tax } from '#selling/taxes/contract.ts'
import { quantityProblem } from '#selling/forms/price/quantity-fields.ts'
import { ruleOf } from '../editor/bump-rules.ts'
import { type FormValues, idsOf } from '../editor/form-values.ts'
import type { LoadedItems } from '../editor/loaded-items.ts'
import { begunBlocks } from '../blocks/edit-blocks.ts'
import { questionsOf } from '../fields/edit-questions.ts'
import { pricesOf } from '../prices/arrange-prices.ts'
import { noDescription, noTitle, type GoodValues } from './good-values.ts'

/** The form being edited. */
export type Draft = {
  readonly values: FormValues
  readonly good: GoodValues
  readonly known: LoadedItems
  readonly shop: Pick<Shop, 'name' | 'logo' | 'font' | 'country' | 'termsUrl' | 'contactEmail' | 'website'>
  /** The language of the page's reader. */
  readonly language: string
}

/** The draft with its texts in the reader's language. */
function translatedDraft(draft: Draft): Draft & Translated {
  const { values, good, known, language } = draft
  if (language === values.contentLanguage) return draft
  const { translated, ...told } = translate(values, language)
  const { priceLabel: label, setupLabel, priceTexts } = values
  const first = translate({ label, setupLabel, texts: priceTexts }, language)
  const prices = values.prices.map((price) => translate({ ...price, texts: price.texts ?? {} }, language))
  const timers = values.timers.map((timer) => translate({ ...timer, texts: timer.texts ?? {} }, language))
  const inLanguage = <Item extends { readonly texts: Translations }>(items: readonly Item[] = []) =>
    items.map((item) => translate(item, language))
  return {
    ...draft,
    values: { ...told, priceLabel: first.label, setupLabel: first.setupLabel, prices, timers },
    good: {
      ...good,
      ...(translated?.includes('buttonText') && { buttonText: told.buttonText }),
      ...(translated?.includes('guarantee') && { guarantee: told.guarantee ?? null }),
      ...(translated?.includes('quantityLabel') && { quantityLabel: told.quantityLabel }),
    },
    known: {
      ...known,
      bumps: inLanguage(known.bumps),
      offers: inLanguage(known.offers),
      taxes: inLanguage(known.taxes),
    },
    ...(translated && { translated }),
  }
}

/** The maximum number of offers per purchase, as on the payment page. */
const mostOffers = 5

/**
 * The payment page for the editor's values at a given time (in milliseconds). No one can pay on it, because its quote
 * is unsigned and it has no Stripe account. `opened` is the price to open, as if by a link.
 */
export function pageOfValues(given: Draft, instant: number, opened: string | null = null): PaymentPageData {
  const draft = translatedDraft(given)
  const { values, good, shop, translated } = draft
  const foreign = foreignTo(draft.language, values.contentLanguage)
  const open = openIn(values, good.currency)
  const own = {
    ...pricingOf(draft),
    ...open,
    timers: timersOf(draft),
    priceGracePeriod: good.priceGracePeriod,
  }
  const alone = { ...own, ...(isCountable(good) && quantitiesOf({ ...good, stock: null })) }
  const first = { id: values.priceId ?? 'first', label: values.priceLabel }
  const pricing = withBumpTerms(withPrices(alone, first, listedPrices(draft, opened)), first.id)
  const price = priceToday(pricing, new Set(), instant)
  const asked = askedFields(questionsOf(values.fields), draft.language)
  const blocks = begunBlocks(values.blocks)
  const details = { asksFor: askedBy(values), sellsToBusinesses: values.sellsToBusinesses }
  const isDetailed = asksDetails(details)
  return {
    form: {
      id: 'preview',
      ...pickFields(good, shownFields),
      termsUrl: good.termsUrl ?? shop.termsUrl,
      title: titleOf(values),
      description: readDescription({
        description: values.description.trim() || noDescription(),
        descriptionFormat: values.descriptionFormat,
      }),
      video: good.video === null ? null : youtubeVideo(good.video),
    },
    ...(foreign && { foreign }),
    ...(translated && { translated }),
    sellerName: shop.name,
    sellerLogo: shop.logo,
    ...pickFields(shop, ['contactEmail', 'website']),
    font: shop.font,
    pricing,
    currencySign: currencySign(good.currency),
    bumps: chosenBumps(draft)
      .filter(({ id }) => pricing.bumps.some((bump) => bump.id === id))
      .map((bump) => pickFields(bump, ['id', 'title', 'description', 'image', 'translated'])),
    taxTitle: taxOf(draft)?.title ?? null,
    isGrossFirst: isGrossFirst(shop.country),
    formats: plainFormats,
    hasOffers: false,
    quote: { token: '', price, issuedAt: instant },
    provider: { publishableKey: '', accountId: '', scriptUrl: '' },
    isTestMode: false,
    unavailable: null,
    ...((asked.length > 0 || isDetailed) && { fields: asked }),
    ...(blocks.length > 0 && { blocks: shownBlocks(blocks, draft.language) }),
    ...(isDetailed && {
      details: { ...details, countries: details.asksFor === 'nothing' ? [] : listCountries() },
    }),
    ...(opened !== null && { linkedPrice: opened }),
    ...(hasPlans(pricing) && { hasPlans: true }),
    ...(isOpenAnywhere(pricing) && { cardLimits: cardLimitsOf(pricing.currency) }),
    ...(needsClearerButton(good.buttonText, hasTrial({ pricing }), shop.country) && {
      hasUnclearButton: true,
    }),
  }
}

/** While it is being typed, a price can exceed what can be charged or counted. */
function isCountable(good: GoodValues): boolean {
  return quantityProblem(good) === null && Number.isSafeInteger(2 * good.amount * good.quantityMax)
}

/** The form's timers, earliest first. Amounts are in minor units. */
export function timersOf({ values, good }: Draft): StoredTimer[] {
  return values.timers
    .map(({ title, timestamp, amount, redirectUrl, priceId }) => {
      const parsed = parseAmount(amount ?? 0, good.currency)
      return {
        title,
        expiresAt: timestamp,
        amount: parsed.ok && parsed.minor > 0 ? parsed.minor : null,
        redirectUrl: redirectUrl === '' ? null : (redirectUrl ?? null),
        priceId: priceId ?? null,
      }
    })
    .toSorted((first, second) => first.expiresAt - second.expiresAt)
}

/** The pop-ups after the payment, in order. Those that cannot be sold are skipped, as on the real page. */
export function offersOfValues(given: Draft): ShownOffer[] {
  const draft = translatedDraft(given)
  const { good, known, values } = draft
  const tax = taxOf(draft)
  const [first = ''] = idsOf([values.oneTimeOffer ?? ''])
  const offer = known.offers?.filter(({ id, isActive }) => id === first && isActive) ?? []
  const bumps = bumpsOf(idsOf(values.otoSequenceList), known).map((bump) => ({
    ...bump,
    acceptButtonText: defaultAcceptButtonText,
    declineButtonText: defaultDeclineButtonText,
  }))
  const shown = [...offer, ...bumps]
    .filter(({ currency }) => currency === good.currency)
    .map((item) => ({
      ...item,
      ...taxAmount(toMinor(item.amount, item.currency), rateOf(tax), item.currency),
    }))
    .filter(({ total, currency }) => total === 0 || total >= currencyOf(currency).minimum)
    .slice(0, mostOffers)
  return shown.map((item, place) => {
    const { id, title, description, image, acceptButtonText, declineButtonText, currency } = item
    const { translated = [] } = item
    const amounts = { subtotal: item.subtotal, taxAmount: item.taxAmount, total: item.total }
    return {
      id,
      title,
      description,
      image,
      acceptButtonText,
      declineButtonText,
      translated: [...translated],
      price: { ...amounts, currency, lines: [{ kind: 'offer', title, ...amounts }] },
      tax: tax === null ? null : { title: tax.title, ...rateOf(tax) },
      without: null,
      position: place + 1,
      count: shown.length,
      needsCard: false,
    }
  })
}

/** The alternatives to the first price. A hidden one appears only if its link opened the page. */
function listedPrices({ values, good }: Draft, opened: string | null): Parameters<typeof withPrices>[2] {
  return pricesOf(values)
    .slice(1)
    .filter(({ id, state }) => state === 'listed' || (state === 'hidden' && id !== null && id === opened))
    .map((price, place) => {
      const { id, label, isDefault } = price
      const parsed = parseAmount(price.amount, good.currency)
      const recurrence = recurrenceOf({ ...price, ...termsIn(price, good.currency) })
      const amount = parsed.ok ? parsed.minor : 0
      const open = openIn(price, good.currency)
      return { id: id ?? `new ${place}`, label, amount, recurrence, ...open, isDefault, isHidden: false }
    })
}

function pricingOf(draft: Draft): Omit<PricedForm, 'timers'> {
  const { values, good } = draft
  const { amount, currency, billingInterval, billingPeriod, cancelAfter } = good
  const { priceType } = values
  const cycle = { priceType, billingInterval, billingPeriod, cancelAfter }
  const recurrence = recurrenceOf({ ...cycle, ...termsIn(values, currency) })
  const bumps = chosenBumps(draft).map((bump) => ({
    id: bump.id,
    title: bump.title,
    amount: toMinor(bump.amount, bump.currency),
    ...bumpTermsIn(ruleOf(values.bumpRules, bump.id)),
  }))
  return { title: titleOf(values), amount, currency, recurrence, tax: rateOf(taxOf(draft)), bumps }
}

/** Amounts in minor units. Invalid ones are 0. */
function termsIn(
  typed: Partial<{ [Name in keyof Terms]: Terms[Name] | null | undefined }>,
  currency: string,
): Terms {
  const whole = (count: number | null | undefined) => (Number.isInteger(count) ? (count ?? 0) : 0)
  const minor = (amount: number | null | undefined) => {
    const parsed = parseAmount(amount ?? 0, currency)
    return parsed.ok ? parsed.minor : 0
  }
  return {
    trialDays: whole(typed.trialDays),
    trialAmount: minor(typed.trialAmount),
    setupAmount: minor(typed.setupAmount),
    setupLabel: typed.setupLabel ?? '',
    payoffDiscount: whole(typed.payoffDiscount),
  }
}

type Offered = Pick<FormValues, 'priceType' | 'isOpen' | 'suggestedAmount' | 'presetAmounts'>

/** A pay-what-you-want price's suggested amounts, without invalid ones. */
function openIn({ priceType, isOpen, suggestedAmount, presetAmounts }: Partial<Offered>, currency: string) {
  const minor = (amount: number | null) => {
    const parsed = parseAmount(amount ?? Number.NaN, currency)
    return parsed.ok ? [parsed.minor] : []
  }
  const [suggested = null] = minor(suggestedAmount ?? null)
  return openOf({
    priceType: priceType ?? 'OneTimePrice',
    isOpen: isOpen ?? false,
    suggestedAmount: suggested,
    presetAmounts: [...new Set((presetAmounts ?? []).flatMap(minor))],
  })
}

function titleOf({ title }: FormValues): string {
  return title.trim() || noTitle()
}

function chosenBumps({ values, good, known }: Draft) {
  return bumpsOf(idsOf(values.bumps), known).filter(
    ({ id, currency }) => currency === good.currency && ruleOf(values.bumpRules, id).isOn,
  )
}

function bumpsOf(ids: readonly string[], { bumps = [] }: LoadedItems) {
  return ids.flatMap((id) => bumps.find((bump) => bump.id === id) ?? [])
}

/** The tax with which the page opens. With taxes by country, it is the tax of the shop's own country. */
function taxOf({ values, known, shop }: Draft): ShownTax | null {
  const { taxes = [], regions = [] } = known
  if (isProviderMode(values.taxMode ?? 'one_rate')) return null
  const own = values.taxMode === 'by_country' && regions.find(({ country }) => country === shop.country)
  return own || (taxes.find(({ id, active }) => id === values.taxId && active) ?? null)
}

type ShownTax = Pick<Tax, 'title' | 'percentage' | 'inclusive'>

function rateOf(tax: null): null
function rateOf(tax: ShownTax): TaxRate
function rateOf(tax: ShownTax | null): TaxRate | null
function rateOf(tax: ShownTax | null): TaxRate | null {
  return tax === null ? null : { percentage: String(tax.percentage), inclusive: tax.inclusive }
}
