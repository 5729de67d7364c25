import { type Kysely, sql } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { inUsualWidth } from '#foundation/typed/plain-signs.ts'
import { isLaterPayment, type Purchase, wasPaid } from '../purchase.ts'
import { endLength, invoiceNumber } from './invoice-number.ts'

/**
 * The purchases whose numbers, or whose invoices' numbers, appear in a text, in its order: paid ones, or all. A
 * renewal's number refers to its order.
 */
export async function listNamedPurchases(
  db: Kysely<Database>,
  text: string,
  which: 'paid' | 'all' = 'paid',
): Promise<Purchase[]> {
  const { ids, invoices } = numbersIn(text)
  if (ids.size + invoices.size === 0) return []
  const found = await listByNumber(
    db,
    which,
    [...ids.keys()],
    [...invoices.keys()].map((one) => one.slice(-endLength)),
  )
  const named = found.flatMap((one) => {
    const { paidAt } = one
    const number = paidAt === null ? '' : invoiceNumber({ ...one, paidAt }).toLowerCase()
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

/** More than anyone writes in a sentence. */
const most = 20

/** Digits of a number, and what mail programs, phones or people put between them: hyphens, blanks, line breaks. */
const run = /[\da-f](?:[\s=>-]{0,8}[\da-f])*/gi

/** The numbers in a text, normalized to lower case, with the position of their first appearance. */
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
