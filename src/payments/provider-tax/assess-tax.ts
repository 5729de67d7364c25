import type { CalculatedTax, TaxCalculation, TaxPlace } from '#foundation/card-provider/tax-calculations.ts'
import { OutcomeUnknown, ProviderRefused, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import { defineFailure, InvalidFields } from '#foundation/failures/failure.ts'
import { msg, t } from '#foundation/language/t.ts'
import type { TaxedAmount } from '#foundation/money/tax.ts'
import { boundedCache, roughSize } from '#foundation/values/bounded-cache.ts'
import type { SaleTax } from '#payments/pricing/tax-for.ts'
import { needsPostalCode } from '#payments/pricing/tax-modes.ts'
import type { Order } from '#payments/purchases/charge/charge-purchase.ts'
import type { Services } from '#registry/services.ts'

/** The provider's tax could not be calculated. Nothing was recorded or charged. */
export class TaxUnavailable extends defineFailure(
  'tax_unavailable',
  503,
  msg('The tax cannot be calculated right now. You have not been charged. Please try again.'),
  { retryAfter: 10 },
) {
  constructor(cause?: unknown) {
    super()
    this.cause = cause
  }
}

/** A sale that the provider taxes. */
export type AssessedSale = {
  readonly account: string
  readonly currency: string
  /** Whether the form's prices contain the tax. */
  readonly isIncluded: boolean
  readonly place: TaxPlace
  /** The VAT number of a business, confirmed by its register, or null. */
  readonly vatNumber: string | null
}

type Assessing = Pick<Services, 'provider' | 'log' | 'limiter'>

/** How long the provider may take while a buyer waits, in milliseconds. */
const patience = 4_000
/** How long a calculation is reused, in milliseconds. Each calculation costs the seller a fee. */
const lifetime = 10 * 60 * 1000

const calculated = boundedCache<string, CalculatedTax>({ bytes: 2 * 1024 * 1024, lifetime })

/** An amount in minor units of any currency from which the rate follows exactly. */
const sample = 1_000_000

/**
 * The tax on a sale as the provider calculates it: one calculation per place, currency and VAT number, which is then
 * reused. `network` limits how many different ones a client can ask for, or is null for our own work.
 */
export async function assessTax(
  services: Assessing,
  sale: AssessedSale,
  network: string | null,
  isFresh = false,
): Promise<SaleTax> {
  const key = JSON.stringify(sale)
  const known = isFresh ? undefined : calculated.get(key)
  if (known !== undefined) return saleTaxOf(known, sale)
  const [line] = await calculateSample(services, sale, network)
  if (line === undefined) throw new TaxUnavailable()
  calculated.set(key, line, { size: roughSize(key) + roughSize(line) })
  return saleTaxOf(line, sale)
}

async function calculateSample(
  services: Assessing,
  sale: AssessedSale,
  network: string | null,
): Promise<readonly CalculatedTax[]> {
  const uses = network === null ? [] : [{ rule: 'taxFromAddress', subject: network } as const]
  if (uses.length > 0) await services.limiter.take(uses)
  try {
    return (await calculate(services, sale, [sample], false)).lines
  } catch (error) {
    // Buyers who try again while the provider is down must not have to wait after that.
    if (error instanceof TaxUnavailable && uses.length > 0) await services.limiter.giveBack(uses)
    throw error
  }
}

export type TaxedLines = {
  /** The id with which the payment records the tax at the provider. */
  readonly id: string
  readonly lines: readonly TaxedAmount[]
  /** The rate of each line. */
  readonly percentages: readonly string[]
}

/**
 * The provider's tax within the totals of an order's lines, so that the buyer pays exactly the total that they were
 * shown, however the provider rounds. Null if nothing is due.
 */
export async function taxLines(
  services: Assessing,
  sale: AssessedSale,
  totals: readonly number[],
): Promise<TaxedLines | null> {
  const due = totals.filter((total) => total > 0)
  if (due.length === 0) return null
  const calculation = await calculate(services, sale, due, true)
  if (calculation.total !== due.reduce((sum, total) => sum + total, 0)) throw new TaxUnavailable()
  const taxed = [...calculation.lines]
  return {
    id: calculation.id,
    percentages: calculation.lines.map(rateOf),
    lines: totals.map((total) => {
      const taxAmount = total > 0 ? (taxed.shift()?.taxAmount ?? 0) : 0
      return { subtotal: total - taxAmount, taxAmount, total }
    }),
  }
}

/** An order whose lines have the provider's tax, and whose payment records it there. The total stays. */
export function withTaxedLines<Taxed extends Pick<Order, 'lines' | 'subtotal' | 'taxAmount'>>(
  order: Taxed,
  { id, lines: taxes }: TaxedLines,
): Taxed & { readonly taxCalculation: string } {
  const lines = order.lines.map((line, place) => ({ ...line, ...taxes[place] }))
  const taxAmount = lines.reduce((sum, line) => sum + line.taxAmount, 0)
  const subtotal = lines.reduce((sum, line) => sum + line.subtotal, 0)
  return { ...order, lines, subtotal, taxAmount, taxCalculation: id }
}

async function calculate(
  { provider, log }: Assessing,
  sale: AssessedSale,
  amounts: readonly number[],
  isIncluded: boolean,
): Promise<TaxCalculation> {
  const { account, ...asked } = sale
  try {
    return await provider.calculateTax(account, { ...asked, amounts, isIncluded }, patience)
  } catch (error) {
    const isRefused = error instanceof ProviderRefused
    if (isRefused && wrongPlace.has(error.code)) throw new InvalidFields(placeProblem(sale.place))
    const isKnown = isRefused || error instanceof OutcomeUnknown || error instanceof ProviderUnreachable
    if (!isKnown) throw error
    log.warn({ err: error, account }, 'a tax could not be calculated')
    throw new TaxUnavailable(error)
  }
}

const wrongPlace: ReadonlySet<string> = new Set(['customer_tax_location_invalid', 'invalid_tax_location'])

function placeProblem({ country }: TaxPlace): Record<string, string> {
  return needsPostalCode(country)
    ? { 'details.postalCode': t('There is no such postal code in this country') }
    : { 'details.country': t('The tax for this country cannot be calculated') }
}

function saleTaxOf(line: CalculatedTax, { place, isIncluded }: AssessedSale): SaleTax {
  const percentage = rateOf(line)
  const titles = new Set(line.parts.map(({ title }) => title).filter((title) => title !== null))
  const title = titles.size === 0 ? t('Tax') : [...titles].join(' + ')
  const { country } = place
  const tax = { title, percentage, inclusive: isIncluded }
  if (percentage !== '0') return { tax, treatment: null, country }
  const [reason = ''] = line.parts.map((part) => part.reason)
  if (reason === 'reverse_charge') return { tax: null, treatment: 'reverse_charge', country }
  return uncollected.has(reason)
    ? { tax: null, treatment: 'outside', country }
    : { tax, treatment: 'exempt', country }
}

const uncollected: ReadonlySet<string> = new Set([
  '',
  'not_collecting',
  'not_subject_to_tax',
  'not_supported',
])

const scale = 10_000

/** A line's rate, with up to four decimals: the sum of its jurisdictions, each as far as it taxes the amount. */
function rateOf({ net, parts }: CalculatedTax): string {
  const sum = parts.reduce((all, { percentage, taxableAmount }) => {
    if (percentage === null || net === 0) return all
    // Each part may round on its own.
    const isWhole = Math.abs(net - taxableAmount) <= parts.length
    return all + Number(percentage) * scale * (isWhole ? 1 : taxableAmount / net)
  }, 0)
  return String(Math.round(sum) / scale)
}
