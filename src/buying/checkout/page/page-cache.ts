import { listCountries } from '#accounts/invoice-details/countries.ts'
import { askedConsent, type AskedConsent } from '#buying/consumer-law/asked-consent.ts'
import type { SaleOnPage } from '#buying/consumer-law/linked-law.ts'
import { needsClearerButton } from '#buying/consumer-law/button-words.ts'
import { boundedCache, roughSize } from '#foundation/values/bounded-cache.ts'
import type { ProviderConfig } from '#foundation/config/config.ts'
import { linkedText } from '#foundation/text/linked-text.ts'
import { currencySign } from '#foundation/money/currency-signs.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import type { Services } from '#registry/services.ts'
import { isGrossFirst } from '#payments/pricing/gross-countries.ts'
import { cardLimitsOf } from '#payments/pricing/card-limits.ts'
import { firstPriceId, hasPlans, hasPrice, isOpenAnywhere, isSoldOut } from '#payments/pricing/sold-form.ts'
import { currentLanguage } from '#foundation/language/t.ts'
import { adsConsentText } from '../ads/asked-ads.ts'
import { shownBlocks } from '../blocks/shown-blocks.ts'
import { askedOf, asksDetails } from '../fields/asked-details.ts'
import { type AskedField, askedFields } from '../fields/asked-fields.ts'
import type { PriceNews } from '../price/lowest-price.ts'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import { pricingOf, unavailability } from '../price/payable-form.ts'
import { readDescription } from '../description/read-description.ts'
import { loadPage, type StoredPage } from '../store.ts'
import { taxFor, unknownBuyer } from '#payments/pricing/tax-for.ts'
import { portalPath } from '#payments/purchases/records/purchase-url.ts'
import { youtubeVideo } from '../description/youtube.ts'
import { shownFields, type PaymentPageData } from './page-data.ts'
import { hasTrial } from './page-kinds.ts'

type SharedPage = Omit<
  PaymentPageData,
  | 'quote'
  | 'formats'
  | 'consents'
  | 'hasWithdrawal'
  | 'lowestPrice'
  | 'lowestPrices'
  | 'struckPrice'
  | 'foreign'
>

/**
 * A form as its page shows it. The quote and its dates are left out because they change all the time, and formats
 * because they depend on the reader.
 */
export type FormPage =
  | {
      readonly kind: 'form'
      /** The form at its first price. */
      readonly pricing: TimedForm
      /** The data from which the page is built in any language. */
      readonly stored: StoredPage
      /** The consents that the page asks for, or null if it asks for none. */
      readonly asked: AskedConsent | null
      readonly sale: SaleOnPage
      /** The id of the form's only price, if it has just one. */
      readonly firstPrice: string
      /** Past prices, which the page needs when it announces a lower one. */
      readonly prices: PriceNews
      /** Whether the form is sold out. The page is still shown to the buyer of the last item. */
      readonly isSoldOut: boolean
    }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'deleted'; readonly stored: StoredPage }

export type PageCache = {
  readonly find: (formId: string) => Promise<FormPage>
  /** The cached page if it is ready. A view then does not have to wait. */
  readonly ready: (formId: string) => FormPage | undefined
  readonly drop: (formId: string) => void
}

type Cached = { readonly loaded: Promise<FormPage>; page: FormPage | undefined }

/**
 * How long another process's change to a form can go unnoticed here, in milliseconds. Our own changes drop
 * the cached page right away.
 */
const lifetime = 2_000
/**
 * The maximum size of all cached pages in bytes. A form with fifty long bumps is a thousand times as large as usual.
 */
const room = 32 * 1024 * 1024
/** The size assumed for a page while it is loading. */
const sizeBefore = 1_000

/** Caches payment pages for a few seconds, so that a crowd looking at one form costs only one SQL statement. */
export function createPageCache({ db }: Services): PageCache {
  const pages = boundedCache<string, Cached>({ bytes: room, lifetime })
  return {
    ready: (formId) => pages.get(formId)?.page,
    find(formId) {
      const known = pages.get(formId)
      if (known !== undefined) return known.loaded
      const loaded = loadPage(db, formId).then(describeForm)
      const entry: Cached = { loaded, page: undefined }
      pages.set(formId, entry, { size: sizeBefore })
      const fill = (page: FormPage): void => {
        // The page may have been dropped from the cache while loading, because the form was saved.
        if (pages.peek(formId) !== entry) return
        entry.page = page
        pages.set(formId, entry, { size: sizeBefore + roughSize(page), ttl: pages.getRemainingTTL(formId) })
      }
      loaded.then(fill, () => pages.delete(formId))
      return loaded
    },
    drop: (formId) => void pages.delete(formId),
  }
}

function describeForm(found: StoredPage | undefined): FormPage {
  if (found === undefined) return { kind: 'unknown' }
  // Buyers are not redirected to the site of a suspended shop.
  const form = found.isSuspended ? { ...found, website: null } : found
  if (form.deletedAt !== null) return { kind: 'deleted', stored: form }
  const pricing = pricingOf(form, taxFor(form, unknownBuyer))
  return {
    kind: 'form',
    isSoldOut: isSoldOut(form),
    asked: askedConsent(form),
    sale: {
      sellerCountry: form.sellerCountry,
      withdrawalDays: form.withdrawalDays,
      currency: form.currency,
      isFree: !hasPrice(pricing),
    },
    firstPrice: firstPriceId(form),
    prices: {
      history: form.priceHistory,
      furtherHistory: form.furtherPriceHistory,
      country: form.sellerCountry,
    },
    pricing,
    stored: form,
  }
}

/** Builds the data for a form's page, in the language of its texts. */
export function describePage(form: StoredPage, provider: ProviderConfig): SharedPage {
  const sale = taxFor(form, unknownBuyer)
  const pricing = pricingOf(form, sale)
  return {
    form: {
      id: form.id,
      video: form.video === null ? null : youtubeVideo(form.video),
      ...pickFields(form, shownFields),
      termsUrl: form.termsUrl ?? form.shopTermsUrl,
      description: readDescription(form),
    },
    ...(form.translated !== undefined && { translated: form.translated }),
    sellerName: form.sellerName,
    sellerLogo: form.logo,
    ...pickFields(form, ['contactEmail', 'website']),
    font: form.font,
    pricing,
    currencySign: currencySign(form.currency),
    bumps: form.bumps
      .filter(({ id }) => pricing.bumps.some((bump) => bump.id === id))
      .map((bump) => pickFields(bump, ['id', 'title', 'description', 'image', 'translated'])),
    taxTitle: sale.tax?.title ?? null,
    isGrossFirst: isGrossFirst(form.sellerCountry),
    hasOffers: form.hasOffers,
    provider: {
      publishableKey: provider.publishableKey,
      accountId: form.stripeAccountId ?? '',
      scriptUrl: provider.scriptUrl,
    },
    isTestMode: provider.isTestMode,
    ...(form.fields.length > 0 && { fields: askedFields(form.fields, currentLanguage()) }),
    ...(form.blocks.length > 0 && { blocks: shownBlocks(form.blocks, currentLanguage()) }),
    ...detailsOnPage(form),
    ...adsOnPage(form, pricing),
    ...unavailableIn(form),
    ...(hasPlans(pricing) && { hasPlans: true }),
    ...(isOpenAnywhere(pricing) && { cardLimits: cardLimitsOf(pricing.currency) }),
    ...(form.announcesPurchases && { announcesPurchases: true }),
    ...(form.hasCodes && hasPrice(pricing) && { hasCodes: true }),
    ...recoveryOnPage(form, pricing),
    ...(needsClearerButton(form.buttonText, hasTrial({ pricing }), form.sellerCountry) && {
      hasUnclearButton: true,
    }),
  }
}

/** What the page can offer to recover a sale: a reminder, another price, or the order without extras. */
function recoveryOnPage(
  { recovery, bumps }: StoredPage,
  { prices = [] }: TimedForm,
): Pick<PaymentPageData, 'offersReminder' | 'fallbackPrice' | 'offersWithoutExtras'> {
  if (recovery === null) return {}
  const { page, fallbackPriceId: fallbackPrice, offersWithoutExtras } = recovery
  const isListed = prices.some(({ id, isHidden }) => id === fallbackPrice && !isHidden)
  return {
    ...(page && { offersReminder: true }),
    ...(fallbackPrice !== null && isListed && { fallbackPrice }),
    ...(offersWithoutExtras && bumps.length > 0 && { offersWithoutExtras: true }),
  }
}

/** Like details, the consent is one of the form's fields. Orders that cost nothing are not shared. */
function adsOnPage(
  form: StoredPage,
  pricing: TimedForm,
): Pick<PaymentPageData, 'ads'> & { fields?: AskedField[] } {
  const ads = hasPrice(pricing) || form.hasOffers ? adsConsentText(form) : null
  return ads === null ? {} : { fields: askedFields(form.fields, currentLanguage()), ads }
}

function detailsOnPage(form: StoredPage): Pick<PaymentPageData, 'details'> & { fields?: AskedField[] } {
  if (!asksDetails(form)) return {}
  const { asksFor, taxMode } = form
  const countries = asksFor === 'nothing' ? [] : listCountries()
  return {
    fields: askedFields(form.fields, currentLanguage()),
    details: {
      ...askedOf(form),
      countries,
      ...(taxMode !== 'one_rate' && { setsTax: true }),
    },
  }
}

function unavailableIn(
  form: StoredPage,
): Pick<PaymentPageData, 'unavailable' | 'unavailableRuns' | 'unavailableTitle' | 'portal'> {
  const found = unavailability(form)
  if (found === null) return { unavailable: null }
  const { title, text } = found
  const runs = linkedText(text)
  return {
    unavailable: text,
    ...(runs.some(({ href }) => href !== undefined) && { unavailableRuns: runs }),
    unavailableTitle: title,
    portal: portalPath(form.sellerId),
  }
}
