import { boundedCache } from '#foundation/values/bounded-cache.ts'
import { consentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import { hasLinkedLaw } from '#buying/consumer-law/linked-law.ts'
import type { Config } from '#foundation/config/config.ts'
import { inLanguage } from '#foundation/language/t.ts'
import { foreignTo, translateForm } from '#foundation/language/translations.ts'
import { languageMenu } from '#foundation/http/language-menu.ts'
import type { Reader } from '#foundation/text/reader.ts'
import type { ReadyAnswer } from '#foundation/http/answer-at-once.ts'
import { compressOnce, type Encoding } from '#foundation/http/pages/compressed-body.ts'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import { nextTimer } from '#payments/pricing/timers.ts'
import { issueQuote } from '#buying/checkout/price/payable-form.ts'
import { lowestPrices } from '../price/lowest-price.ts'
import { describePage, type FormPage } from './page-cache.ts'
import { pageHeaders } from './page-reply.ts'
import { isIndexed, type PaymentPages } from './payment-page.ts'
import type { PaymentPageData } from './page-data.ts'

const noChosenBumps: ReadonlySet<string> = new Set()

/**
 * How long views of a form share a response, including its quote, in milliseconds. Clocks on the page can be behind by
 * that much.
 */
const lifetime = 250
/** The maximum size of all cached responses in bytes, enough for a hundred busy forms in several languages. */
const room = 32 * 1024 * 1024

/** The memory that a response uses per byte of its page: the bytes themselves and their compressed copies. */
const withEncodings = 2

export type ShownForm = Extract<FormPage, { readonly kind: 'form' }>

/** A response that many views share. It is built once for each requested encoding. */
type CachedAnswer = {
  readonly in: (encoding: Encoding) => Promise<ReadyAnswer>
  /** The encoded response if it is ready, so that a view does not have to wait for it. */
  readonly ready: (encoding: Encoding) => ReadyAnswer | undefined
  readonly from: number
  readonly until: number
}
type AnswersOfForm = Map<Reader, Map<string | undefined, CachedAnswer>>
type ShownAs = 'page' | 'frame'

/**
 * Caches the responses of payment pages. Views of a form by similar readers differ only in their quote, so all views
 * within a moment share one response, compressed once, unless a timer changes the price. Saving a form makes a new
 * object and therefore a new response. Other languages and price links have their own. A response is dropped when that
 * moment is over, because strangers could otherwise fill the memory.
 */
export function createAnswerCache(config: Config, pages: PaymentPages, bytes = room) {
  const answers = {
    page: new WeakMap<ShownForm, AnswersOfForm>(),
    frame: new WeakMap<ShownForm, AnswersOfForm>(),
  }
  const cached = boundedCache<CachedAnswer, () => void>({
    bytes,
    lifetime,
    onDrop: (drop) => drop(),
  })
  const there = (
    shownAs: ShownAs,
    found: ShownForm,
    reader: Reader,
    named: string | undefined,
    instant: number,
  ) => {
    const known = answers[shownAs].get(found)?.get(reader)?.get(named)
    return known !== undefined && known.from <= instant && instant < known.until ? known : undefined
  }
  const make = (
    shownAs: ShownAs,
    found: ShownForm,
    reader: Reader,
    named: string | undefined,
    instant: number,
  ) => {
    const { stored, asked, sale, prices } = found
    const { id, version, embedHosts, languages, contentLanguage } = stored
    const page = describePage(translateForm(stored, reader.language), config.provider)
    const quote = issueQuote(config.authSecret, { id, version }, page.pricing, noChosenBumps, instant)
    const consents = asked === null ? {} : { consents: consentsOnPage(asked, instant) }
    const law = hasLinkedLaw(sale, reader.locale) ? { hasWithdrawal: true as const } : {}
    const shown = { ...page, ...shownChoice(page.pricing, named), quote, formats: reader.formats }
    const foreign = foreignTo(reader.language, contentLanguage)
    const lowest = lowestPrices(shown, prices, instant)
    const menu = languageMenu(new URLSearchParams(named && { price: named }), languages ?? undefined)
    const { html, trust } = pages.render(
      { ...shown, ...consents, ...law, ...lowest, ...(foreign && { foreign }) },
      shownAs === 'frame',
      menu,
    )
    const headers = { ...pageHeaders(config, trust, embedHosts), vary: 'accept-encoding, accept-language' }
    const changes = [page.pricing, ...(page.pricing.prices ?? [])].map(
      (price) => nextTimer(price, instant)?.expiresAt ?? Infinity,
    )
    return {
      ...inEncodings(html, headers, isIndexed(page)),
      from: instant,
      until: Math.min(instant + lifetime, ...changes),
      size: Buffer.byteLength(html) * withEncodings,
    }
  }
  return {
    /** Returns the cached response for a view, if there is one. */
    there,
    of(
      shownAs: ShownAs,
      found: ShownForm,
      reader: Reader,
      named: string | undefined,
      instant: number,
    ): CachedAnswer {
      const known = there(shownAs, found, reader, named, instant)
      if (known !== undefined) return known
      const { size, ...answer } = inLanguage(reader.language, () =>
        make(shownAs, found, reader, named, instant),
      )
      if (size > bytes) return answer
      const ofForm: AnswersOfForm = answers[shownAs].get(found) ?? new Map()
      const ofReader = ofForm.get(reader) ?? new Map<string | undefined, CachedAnswer>()
      answers[shownAs].set(found, ofForm.set(reader, ofReader.set(named, answer)))
      const drop = () => {
        if (ofReader.get(named) === answer) ofReader.delete(named)
      }
      cached.set(answer, drop, { size })
      return answer
    },
    /** The number of cached responses and their total size in bytes. */
    usage: () => ({ answers: cached.size, bytes: cached.calculatedSize }),
  }
}

function inEncodings(
  html: string,
  headers: Readonly<Record<string, string>>,
  isFound: boolean,
): Pick<CachedAnswer, 'in' | 'ready'> {
  const body = compressOnce(html)
  const made = new Map<Encoding, ReadyAnswer>()
  return {
    async in(encoding) {
      const bytes = await body.in(encoding)
      const answer = made.get(encoding) ?? {
        headers: {
          ...headers,
          ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
          'content-length': String(bytes.length),
        },
        body: bytes,
        isIndexed: isFound,
      }
      made.set(encoding, answer)
      return answer
    },
    ready: (encoding) => made.get(encoding),
  }
}

type Choice = Pick<PaymentPageData, 'linkedPrice' | 'hasMissedPrice'>

/** The prices of a form that a visitor can see. A hidden price is included only if the visitor's link selects it. */
function shownChoice(
  pricing: TimedForm,
  named: string | undefined,
): Choice & { readonly pricing: TimedForm } {
  const { prices } = pricing
  if (prices === undefined) return { pricing, ...(named !== undefined && { hasMissedPrice: true }) }
  const shown = prices.filter(({ id, isHidden }) => !isHidden || id === named)
  const isThere = shown.some(({ id }) => id === named)
  return {
    pricing: { ...pricing, prices: shown },
    ...(named !== undefined && (isThere ? { linkedPrice: named } : { hasMissedPrice: true })),
  }
}
