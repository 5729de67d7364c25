import { type Kysely, sql } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { inUsualWidth } from '#foundation/typed/plain-signs.ts'
import { isLaterPayment, type Purchase, wasPaid } from '../purchase.ts'
import { endLength, numberByDay } from './invoice-number.ts'

/**
 * The purchases whose numbers, or whose invoices' numbers, appear in a text, in the same order: only paid ones, or all.
 * A renewal's number counts as its order's. Numbers of an invoice series are unique only within a shop, so without
 * `sellerId` they are ignored.
 */
export async function listNamedPurchases(
  db: Kysely<Database>,
  text: string,
  which: 'paid' | 'all' = 'paid',
  sellerId: string | null = null,
): Promise<Purchase[]> {
  const { ids: written, invoices } = numbersIn(text)
  const ids = new Map(written)
  for (const [id, place] of await findInSeries(db, text, sellerId))
    ids.set(id, Math.min(place, ids.get(id) ?? place))
  if (ids.size + invoices.size === 0) return []
  const found = await listByNumber(
    db,
    which,
    [...ids.keys()],
    [...invoices.keys()].map((one) => one.slice(-endLength)),
  )
  const named = found.flatMap((one) => {
    const { paidAt } = one
    const number = paidAt === null ? '' : numberByDay({ ...one, paidAt }).toLowerCase()
    const place = Math.min(ids.get(one.id) ?? Infinity, invoices.get(number) ?? Infinity)
    return place === Infinity
      ? []
      : [{ place, id: one.orderId !== null && isLaterPayment(one.kind) ? one.orderId : one.id }]
  })
  const wanted = [...new Set(named.toSorted((a, b) => a.place - b.place).map(({ id }) => id))]
  const missing = wanted.filter((id) => found.every((one) => one.id !== id))
  const all = [...found, ...(missing.length === 0 ? [] : await listByNumber(db, which, missing, []))]
  return wanted
    .flatMap((id) => all.find((one) => one.id === id) ?? [])
    .filter(({ status }) => which === 'all' || wasPaid(status))
}

/**
 * Anything that can be an invoice number in a series. It must be longer than other numbers in a sentence usually are.
 */
const seriesNumber = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[\p{L}\p{N}./_-]{2,38})[\p{L}\p{N}](?![\p{L}\p{N}])/gu

/** The purchases of a shop's documents whose numbers are in a text, with the position of each number. */
async function findInSeries(
  db: Kysely<Database>,
  text: string,
  sellerId: string | null,
): Promise<(readonly [id: string, place: number])[]> {
  if (sellerId === null) return []
  const plain = inUsualWidth(text).replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
  const places = new Map<string, number>()
  for (const { 0: found, index } of plain.matchAll(seriesNumber)) {
    if (!/\d/.test(found) || places.size >= 2 * most) continue
    for (const number of [found, found.toUpperCase()]) places.set(number, places.get(number) ?? index)
  }
  if (places.size === 0) return []
  const rows = await db
    .selectFrom('invoicesView')
    .select(['purchaseId', 'number'])
    .where('sellerId', '=', sellerId)
    .where('number', 'in', [...places.keys()])
    .execute()
  return rows.map(({ purchaseId, number }) => [purchaseId, places.get(number ?? '') ?? Infinity] as const)
}

async function listByNumber(
  db: Kysely<Database>,
  which: 'paid' | 'all',
  ids: readonly string[],
  ends: readonly string[],
): Promise<Purchase[]> {
  return (
    db
      .selectFrom('purchases')
      .selectAll()
      .$if(which === 'paid', (query) => query.where('paidAt', 'is not', null))
      // Only paid purchases have invoices.
      .where(
        sql<boolean>`(
        id = any(${ids}::uuid[]) or (paid_at is not null and right(id::text, 8) = any(${ends}::text[])))`,
      )
      .execute()
  )
}

/** More numbers than anyone writes in a sentence. */
const most = 20

/**
 * The digits of a number, with the separators that mail programs, phones or people put between them: hyphens, spaces,
 * line breaks.
 */
const run = /[\da-f](?:[\s=>-]{0,8}[\da-f])*/gi

/** The numbers in a text in lower case, with the position where each first appears. */
type Places = ReadonlyMap<string, number>

/** The numbers of purchases and invoices in a text, however their digits are separated. */
export function numbersIn(text: string): { readonly ids: Places; readonly invoices: Places } {
  const plain = inUsualWidth(text)
    .replaceAll(/\p{DI}/gu, '')
    .replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
  return {
    ids: placesIn(plain, /(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])/gi, 32, idOf),
    invoices: placesIn(plain, /(?<![\da-z])\d{8}-[\da-f]{8}(?![\da-z])/gi, 16, invoiceOf),
  }
}

/** Numbers in our own notation come before other candidates. */
function placesIn(
  text: string,
  shape: RegExp,
  length: number,
  numberOf: (digits: string) => string | null,
): Places {
  const places = new Map<string, number>()
  const written = Array.from(text.matchAll(shape), ({ 0: match, index }) => ({
    digits: match.replaceAll('-', ''),
    index,
  }))
  for (const { digits, index } of [...written, ...parted(text, length)]) {
    const number = numberOf(digits.toLowerCase())
    if (number === null || places.size >= most) continue
    places.set(number, Math.min(index, places.get(number) ?? index))
  }
  return places
}

function parted(text: string, length: number): { digits: string; index: number }[] {
  return Array.from(text.matchAll(run)).flatMap(({ 0: found, index: start }) => {
    const groups = Array.from(found.matchAll(/[\da-f]+/gi))
    return groups.flatMap(({ index }, first) => {
      let digits = ''
      for (let next = first; next < groups.length && digits.length < length; next += 1)
        digits += groups[next]?.[0] ?? ''
      return digits.length === length ? [{ digits, index: start + index }] : []
    })
  })
}

function idOf(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function invoiceOf(digits: string): string | null {
  return /^\d{8}/.test(digits) ? `${digits.slice(0, 8)}-${digits.slice(8)}` : null
}
