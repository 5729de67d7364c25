import { secondsAfter } from '#foundation/time/clock.ts'
import { readVatNumber, type VatNumber } from '#foundation/typed/vat-number.ts'
import { canReverse } from '#payments/pricing/tax-for.ts'
import type { Services } from '#registry/services.ts'
import { askRegister, noAnswer, type VatAnswer } from './ask-register.ts'

type Checking = Pick<Services, 'db' | 'clock' | 'config' | 'log'>

/** Both sides of a sale between businesses, as typed. */
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

/** How long an answer is good, and how long the register is left alone without one, in seconds. */
const goodFor = 24 * 60 * 60
const leftAloneFor = 60

/**
 * The number of a buyer who could account for the tax themselves, with the register's answer of a day; `malformed` if
 * the country has no such numbers, and null if the tax would stay anyway.
 */
export async function checkNumber(
  services: Checking,
  asked: NumberAsked,
): Promise<CheckedNumber | 'malformed' | null> {
  const found = numbersOf(asked)
  if (found === undefined) return null
  return found.vat === undefined ? 'malformed' : lookUpNumber(services, found.vat, found.requester)
}

/** Both numbers of a sale that could be without tax; undefined if the tax stays anyway. */
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

/** The register's answer, which is asked for once a day per number and seller. */
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
    log.warn({ country: vat.country }, 'the register of VAT numbers did not answer')
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

/** How many requests can wait for a country, so that no buyer waits long. */
const mostWaiting = 2
const waiting = new Map<string, { count: number; last: Promise<unknown> }>()

/** One request at a time per country, whose registers refuse more; with too many waiting, there is no answer. */
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
