import { consentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import type { Config } from '#foundation/config.ts'
import type { Formats } from '#foundation/formats.ts'
import type { ReadyAnswer } from '#foundation/http/answer-at-once.ts'
import { keepBody, type Encoding } from '#foundation/http/kept-body.ts'
import { nextTimer } from '#payments/pricing/price-promise.ts'
import { lowestPrices } from './lowest-price.ts'
import type { FormPage } from './page-cache.ts'
import { pageHeaders } from './page-reply.ts'
import { isIndexed, type PaymentPages } from './payment-page.ts'
import { issueQuote } from './quote.ts'
import { shownChoice } from './shown-choice.ts'

const noChosenBumps: ReadonlySet<string> = new Set()

/** How long views of a form get the same answer, quote included; in milliseconds. Clocks on the page run late by so much. */
const keptFor = 250
/** Answers of so many forms are kept. */
const capacity = 100

export type ShownForm = Extract<FormPage, { readonly kind: 'form' }>

/** An answer for a crowd, made once for each encoding that is asked for. */
type KeptAnswer = {
  readonly in: (encoding: Encoding) => Promise<ReadyAnswer>
  /** What is there already, so that nobody waits for it. */
  readonly ready: (encoding: Encoding) => ReadyAnswer | undefined
  readonly from: number
  readonly until: number
}
type AnswersOfForm = Map<Formats, Map<string | undefined, KeptAnswer>>

/**
 * All that differs between two views of a form in the same formats is the quote, so a crowd within a moment gets the same
 * one, and one answer, compressed once: the price in it holds until a timer changes it, and a form that was saved is
 * another object, as the formats of each language are one. A link may name a price to begin with.
 */
export function keepAnswers(config: Config, pages: PaymentPages, isFramed: boolean) {
  const answers = new Map<ShownForm, AnswersOfForm>()
  const there = (found: ShownForm, formats: Formats, named: string | undefined, instant: number) => {
    const kept = answers.get(found)?.get(formats)?.get(named)
    return kept !== undefined && kept.from <= instant && instant < kept.until ? kept : undefined
  }
  const make = (found: ShownForm, formats: Formats, named: string | undefined, instant: number) => {
    const { page, embedHosts, asked, prices } = found
    const quote = issueQuote(config.authSecret, page.form.id, page.pricing, noChosenBumps, instant)
    const consents = asked === null ? {} : { consents: consentsOnPage(asked, instant) }
    const shown = { ...page, ...shownChoice(page.pricing, named), quote, formats }
    const lowest = lowestPrices(shown, prices, instant)
    const { html, trust } = pages.render({ ...shown, ...consents, ...lowest }, isFramed)
    const headers = { ...pageHeaders(config, trust, embedHosts), vary: 'accept-encoding, accept-language' }
    const changes = [page.pricing, ...(page.pricing.prices ?? [])].map(
      (price) => nextTimer(price, instant)?.expiresAt ?? Infinity,
    )
    return {
      ...inEncodings(html, headers, isIndexed(page)),
      from: instant,
      until: Math.min(instant + keptFor, ...changes),
    }
  }
  return {
    /** The answer that is kept for such a view, if there is one. */
    there,
    of(found: ShownForm, formats: Formats, named: string | undefined, instant: number): KeptAnswer {
      const kept = there(found, formats, named, instant)
      if (kept !== undefined) return kept
      const answer = make(found, formats, named, instant)
      const ofForm: AnswersOfForm = answers.get(found) ?? new Map()
      const ofFormats = ofForm.get(formats) ?? new Map<string | undefined, KeptAnswer>()
      answers.delete(found)
      answers.set(found, ofForm.set(formats, ofFormats.set(named, answer)))
      const [oldest] = answers.keys()
      if (answers.size > capacity && oldest !== undefined) answers.delete(oldest)
      return answer
    },
  }
}

function inEncodings(
  html: string,
  headers: Readonly<Record<string, string>>,
  isFound: boolean,
): Pick<KeptAnswer, 'in' | 'ready'> {
  const body = keepBody(html)
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
