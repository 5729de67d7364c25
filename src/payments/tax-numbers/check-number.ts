import { secondsAfter } from '#foundation/time/clock.ts'
import { Overloaded, TooManyRequests } from '#foundation/failures/failure.ts'
import { fairTurns, type FairTurns } from '#foundation/jobs/fair-turns.ts'
import { neighborhoodOf } from '#foundation/network/client-network.ts'
import { readVatNumber, type VatNumber } from '#foundation/typed/vat-number.ts'
import { canReverse } from '#payments/pricing/tax-for.ts'
import type { Services } from '#registry/services.ts'
import { askRegister, noAnswer, type VatAnswer } from './ask-register.ts'

type Checking = Pick<Services, 'db' | 'clock' | 'config' | 'log' | 'limiter'>

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

/** How long a response is valid, and after no response, how long to wait before asking again, in seconds. */
const goodFor = 24 * 60 * 60
const leftAloneFor = 60

/**
 * The VAT number of a buyer who could account for the tax themselves, with the register's response from the last day.
 * `malformed` if the country has no such numbers, and null if tax would be charged anyway.
 */
export async function checkNumber(
  services: Checking,
  asked: NumberAsked,
  network: string,
): Promise<CheckedNumber | 'malformed' | null> {
  const found = numbersOf(asked)
  if (found === undefined) return null
  const { vat, requester } = found
  return vat === undefined ? 'malformed' : lookUpNumber(services, vat, requester, network)
}

/** Both VAT numbers of a sale that could be without tax. Undefined if tax is charged anyway. */
export function numberAsked(asked: NumberAsked): Pick<CheckedNumber, 'vat' | 'requester'> | undefined {
  const { vat, requester } = numbersOf(asked) ?? {}
  return vat === undefined || requester === undefined ? undefined : { vat, requester }
}

/** Whether tax is charged only because the buyer's number cannot be a VAT number of their country. */
export function isMalformed(asked: NumberAsked): boolean {
  const found = numbersOf(asked)
  return found !== undefined && found.vat === undefined
}

function numbersOf({ sellerCountry, sellerTaxNumber, country, taxNumber }: NumberAsked) {
  if (sellerCountry === null || country === null || taxNumber === null || taxNumber.trim() === '')
    return undefined
  const requester = sellerTaxNumber === null ? undefined : readVatNumber(sellerTaxNumber, sellerCountry)
  if (requester === undefined || !canReverse(sellerCountry, country)) return undefined
  return { vat: readVatNumber(taxNumber, country), requester }
}

/**
 * The register's response, which is requested once a day for each number and seller. `network` is the client's, or null
 * for our own work. If the register was not asked, nothing is recorded, because another request may ask it.
 */
export async function lookUpNumber(
  services: Checking,
  vat: VatNumber,
  requester: VatNumber,
  network: string | null,
): Promise<CheckedNumber> {
  const { db, clock, config, log } = services
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
  const answer = await inTurn(services, vat.country, network, () =>
    askRegister(config.vatRegisterUrl, vat, requester),
  )
  if (answer === undefined) return { ...noAnswer, checkedAt: now, vat, requester }
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

/** Asks the register on behalf of no business, so it returns no consultation number. */
export const noRequester: VatNumber = { country: '', number: '' }

/** How many requests can wait for a country's register, so that no buyer waits long. */
const mostWaiting = { ofOne: 1, inAll: 3 }
const turns = new Map<string, FairTurns>()

/**
 * Sends only one request at a time to each country's register, which would reject more, and neighborhoods of networks
 * take turns. Undefined if too many are waiting, or if the network asked about too many numbers.
 */
async function inTurn(
  { limiter }: Pick<Checking, 'limiter'>,
  country: string,
  network: string | null,
  ask: () => Promise<VatAnswer>,
): Promise<VatAnswer | undefined> {
  const turn = turns.get(country) ?? fairTurns(1, mostWaiting)
  turns.set(country, turn)
  try {
    if (network !== null) await limiter.take([{ rule: 'vatNumberFromAddress', subject: network }])
    return await turn(network === null ? undefined : neighborhoodOf(network), ask)
  } catch (error) {
    if (error instanceof Overloaded || error instanceof TooManyRequests) return undefined
    throw error
  }
}
