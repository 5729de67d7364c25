import { secondsAfter } from '#foundation/time/clock.ts'
import { readVatNumber, type VatNumber } from '#foundation/typed/vat-number.ts'
import { canReverse } from '#payments/pricing/tax-for.ts'
import type { Services } from '#registry/services.ts'
import { askRegister, noAnswer, type VatAnswer } from './ask-register.ts'

type Checking = Pick<Services, 'db' | 'clock' | 'config' | 'log'>

/** The VAT numbers on both sides of a sale between businesses, as typed. */
export type NumberAsked = {
  readonly sellerCountry: string | null
  readonly sellerTaxNumber: string | null
  readonly country: string | null
  readonly taxNumber: string | null
}

export type CheckedNumber = VatAnswer & {
  readonly vat: VatNumber
  readonly requester: VatNumber
  readonly checkedAt: Date
}

/** How long a response is valid, and how long the register is not asked again without one, in seconds. */
const goodFor = 24 * 60 * 60
const leftAloneFor = 60

/**
 * The VAT number of a buyer who could account for the tax themselves, with the register's response from the last day.
 * `malformed` if the country has no such numbers, and null if the tax would stay anyway.
 */
export async function checkNumber(
  services: Checking,
  asked: NumberAsked,
): Promise<CheckedNumber | 'malformed' | null> {
  const found = numbersOf(asked)
  if (found === undefined) return null
  return found.vat === undefined ? 'malformed' : lookUpNumber(services, found.vat, found.requester)
}

/** Both VAT numbers of a sale that could be without tax. Undefined if the tax stays anyway. */
export function numberAsked(asked: NumberAsked): Pick<CheckedNumber, 'vat' | 'requester'> | undefined {
  const { vat, requester } = numbersOf(asked) ?? {}
  return vat === undefined || requester === undefined ? undefined : { vat, requester }
}

function numbersOf({ sellerCountry, sellerTaxNumber, country, taxNumber }: NumberAsked) {
  if (sellerCountry === null || country === null || taxNumber === null || taxNumber.trim() === '')
    return undefined
  const requester = sellerTaxNumber === null ? undefined : readVatNumber(sellerTaxNumber, sellerCountry)
  if (requester === undefined || !canReverse(sellerCountry, country)) return undefined
  return { vat: readVatNumber(taxNumber, country), requester }
}

/** The register's response, which is requested once a day for each number and seller. */
export async function lookUpNumber(
  { db, clock, config, log }: Checking,
  vat: VatNumber,
  requester: VatNumber,
): Promise<CheckedNumber> {
  const key = { requester: textOf(requester), number: textOf(vat) }
  const now = clock.now()
  const known = await db
    .selectFrom('vatChecks')
    .select(['status', 'name', 'requestId', 'checkedAt'])
    .where('requester', '=', key.requester)
    .where('number', '=', key.number)
    .executeTakeFirst()
  const lasts = known?.status === 'unavailable' ? leftAloneFor : goodFor
  if (known !== undefined && secondsAfter(known.checkedAt, lasts) > now) return { ...known, vat, requester }
  const answer = await inTurn(vat.country, () => askRegister(config.vatRegisterUrl, vat, requester))
  if (answer.status === 'unavailable')
    log.warn({ country: vat.country }, 'the register of VAT numbers did not respond')
  const row = { ...answer, checkedAt: now }
  await db
    .insertInto('vatChecks')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['requester', 'number']).doUpdateSet(row))
    .execute()
  return { ...row, vat, requester }
}

export function textOf({ country, number }: VatNumber): string {
  return `${country}${number}`
}

/** How many requests can wait for a country's register, so that no buyer waits long. */
const mostWaiting = 2
const waiting = new Map<string, { count: number; last: Promise<unknown> }>()

/**
 * Sends only one request at a time to each country's register, which would reject more. If too many are
 * waiting, there is no response.
 */
async function inTurn(country: string, ask: () => Promise<VatAnswer>): Promise<VatAnswer> {
  const queue = waiting.get(country) ?? { count: 0, last: Promise.resolve() }
  if (queue.count >= mostWaiting) return noAnswer
  const turn = queue.last.then(ask)
  waiting.set(country, queue)
  queue.count += 1
  queue.last = turn
  try {
    return await turn
  } finally {
    queue.count -= 1
    if (queue.count === 0) waiting.delete(country)
  }
}
