import type { TaxRate } from '#foundation/money/tax.ts'
import type { NumberStatus } from '../../fields/asked-details.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { isRecord } from '../payment/is-record.ts'
import { readAnswer, send } from '../payment/pay-api.ts'
import type { ShowTax } from './opened.ts'
import { askedIn } from './use-questions.ts'

type Page = Pick<PaymentPageData, 'form' | 'details' | 'quote'>

/** The tax for a buyer's details, and a quote for it without the part that identifies this visit. */
type SaidTax = {
  readonly tax: TaxRate | null
  readonly without: TaxRate | null
  readonly taxTitle: string | null
  readonly token: string
  readonly issuedAt: number
  readonly number: NumberStatus | null
}

/**
 * Asks the server for the tax whenever the page is renewed or the details that decide the tax change, and
 * updates the page. Until the response arrives, the order cannot be paid because its quote is for another
 * tax. Details that the tax cannot be calculated for are shown at once as problems of their fields.
 */
export function createTaxAsking(
  place: HTMLElement,
  onTax: ShowTax,
  onNumber: (status: NumberStatus | null) => void,
  onRefused: (problems: Readonly<Record<string, string>>) => void,
): (page: Page) => Promise<void> {
  let asked = ''
  return async ({ form, details: { setsTax, setsTaxByPostalCode } = {}, quote }) => {
    const owner = place.closest('form')
    if (setsTax !== true || owner === null) return
    const { country = '', postalCode = '', isBusiness, taxNumber = '' } = askedIn(owner).details
    if (country === '' && asked === '') return
    const visit = visitOf(quote.token)
    const details = {
      country,
      ...(setsTaxByPostalCode === true && { postalCode }),
      ...(isBusiness === 'true' && { isBusiness: true, taxNumber }),
    }
    const question = JSON.stringify([visit, details])
    if (question === asked) return
    asked = question
    const reply = await send('/api/stripe/form-tax', { form: form.id, details })
    if (asked !== question) return
    const said = reply?.status === 200 ? readTax(reply.json) : null
    onNumber(said?.number ?? null)
    if (said !== null) return onTax((page) => taxedPage(page, said, visit))
    asked = '?'
    const answer = reply === null ? null : readAnswer(reply.status, reply.waitSeconds, reply.json)
    if (answer?.kind === 'refused') onRefused(answer.refusal.errors)
  }
}

/**
 * The page data with the tax of this buyer, and without consents for a confirmed business. Returns the same object if
 * nothing changes.
 */
export function taxedPage(page: PaymentPageData, said: SaidTax, visit: string): PaymentPageData {
  const { tax, without, taxTitle, token, issuedAt } = said
  const { pricing } = page
  const isSame = JSON.stringify([tax, without]) === JSON.stringify([pricing.tax, pricing.without ?? null])
  const isBusiness = said.number === 'verified' || undefined
  if (isSame && taxTitle === page.taxTitle && isBusiness === page.isBusiness) return page
  // If the page was renewed after the request, its quote is for another tax until the server is asked again.
  const isOfPage = visitOf(page.quote.token) === visit
  return {
    ...page,
    pricing: { ...pricing, tax, without: without ?? undefined },
    taxTitle,
    isBusiness,
    ...(isOfPage && { quote: { ...page.quote, token: `${token}.${visit}`, issuedAt } }),
  }
}

/** The part of a quote that identifies a page view. */
function visitOf(token: string): string {
  return token.split('.').at(-1) ?? ''
}

function readTax(value: unknown): SaidTax | null {
  if (!isRecord(value) || !isRecord(value['quote'])) return null
  const { token, issuedAt } = value['quote']
  const { taxTitle } = value
  if (typeof token !== 'string' || typeof issuedAt !== 'number') return null
  return {
    tax: readRate(value['tax']),
    without: readRate(value['without']),
    taxTitle: typeof taxTitle === 'string' ? taxTitle : null,
    token,
    issuedAt,
    number: statuses.find((status) => status === value['number']) ?? null,
  }
}

const statuses = ['verified', 'unverified', 'unavailable', 'unchecked', 'malformed'] as const

function readRate(value: unknown): TaxRate | null {
  if (!isRecord(value)) return null
  const { percentage, inclusive } = value
  return typeof percentage === 'string' && typeof inclusive === 'boolean' ? { percentage, inclusive } : null
}
