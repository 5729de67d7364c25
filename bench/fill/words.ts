import type { Client } from 'pg'
import type { Sizes } from './sizes.ts'

/** The number of days between the first purchase and the last. */
export const daysOfHistory = 730

/** When the copied history begins and ends, and how many seconds each order's story lasts, shortest first. */
export type Life = { readonly began: string; readonly ended: string; readonly lasts: readonly number[] }

export async function readLife(client: Client): Promise<Life> {
  const { rows } = await client.query<Life>(
    `select began::text, ended::text, array(
      select extract(epoch from stories.lasts)::double precision from fill.stories where not is_failed order by no
    ) as lasts from fill.life`,
  )
  if (rows[0] === undefined) throw new Error('The store has no stories')
  return rows[0]
}

export type Words = ReturnType<typeof wordsOf>

const firstNames =
  'Ada Amara Anna Bea Ben Carla Chidi Clara Dana Elif Emil Eva Finn Grace Hana Henrik Ida Ines Jan Jonas Kai Karim Lena Leo Lucia Maja Marta Mei Mila Nia Noor Olga Omar Paul Rosa Sara Sofia Tom Uma Yuki'.split(
    ' ',
  )
const syllables = 'ba do ker lin mo na ro sen ti va wei zu har gre fol per ju sca mel bru'.split(' ')
const hosts = 'gmail outlook proton post web icloud mail uni'.split(' ')

/**
 * The contents of a filled store as SQL that computes them from numbers, so that any row can be generated
 * again. Database functions would be more readable but take ten times as long.
 */
export function wordsOf({ sellers, forms, purchases, ofOne }: Sizes, { began, ended, lasts }: Life) {
  // Every `share`-th sale belongs to seller 0. The others share the rest in turn.
  const share = Math.max(1, Math.floor(purchases / ofOne.purchases))
  const others = Math.max(1, sellers - 1)
  const salesOfOne = Math.floor(purchases / share)
  const salesOfAnother = Math.max(1, Math.floor((purchases - salesOfOne) / others))
  const customersOfAnother = Math.max(1, Math.round((salesOfAnother * ofOne.customers) / salesOfOne))
  const formsOfAnother = Math.max(5, Math.floor((forms - ofOne.forms) / others))
  const either = (seller: string, one: number, another: number) =>
    `case when ${seller} = 0 then ${one} else ${another} end::bigint`
  const salesOf = (seller: string) => either(seller, salesOfOne, salesOfAnother)
  const customersOf = (seller: string) => either(seller, ofOne.customers, customersOfAnother)
  const formsOf = (seller: string) => either(seller, ofOne.forms, formsOfAnother)
  const chance = (number: string, salt: number) =>
    `((hashint8extended(${number}, ${salt}) & 16777215) / 16777216::float8)`
  const oneOf = (words: readonly string[], number: string, salt: number) =>
    `(array[${words.map((word) => `'${word}'`).join(',')}])[1 + floor(${chance(number, salt)} * ${words.length})::int]`
  const word = (number: string) => [21, 22, 23].map((salt) => oneOf(syllables, number, salt)).join(' || ')
  const timeOf = (n: string) =>
    `(timestamptz '${began}' + ${n} * interval '${(daysOfHistory * 86_400) / purchases} seconds')`
  const before = (seller: string, turn: string) => `(${turn} * ${customersOf(seller)} / ${salesOf(seller)})`
  return {
    began,
    ended,
    chance,
    word,
    formsOf,
    /** An id in the product's format: the time, followed by a unique part. */
    id: (at: string, key: string) =>
      `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')
        || overlay(overlay(left(md5(${key}), 20) placing '7' from 1 for 1) placing '8' from 5 for 1))::uuid`,
    sellerOf: (n: string) =>
      `(case when ${n} % ${share} = 0 then 0 else 1 + (${n} - ${n} / ${share} - 1) % ${others} end)::int`,
    /** The number of sales that the seller had before this one. */
    turnOf: (n: string) =>
      `(case when ${n} % ${share} = 0 then ${n} / ${share} - 1 else (${n} - ${n} / ${share} - 1) / ${others} end)`,
    timeOf,
    /** A seller's customers arrive one after another. Those who have arrived can buy again at any time. */
    customerOf: (seller: string, turn: string) =>
      `case when ${turn} = 0 or ${before(seller, `(${turn} + 1)`)} > ${before(seller, turn)} then ${before(seller, turn)}
        else floor(${chance(`${seller} * 1000000000::bigint + ${turn}`, 1)} * ${before(seller, turn)})::bigint end`,
    /** When a customer first bought, read from the time in their id. */
    cameAt: (seller: string, customer: string) =>
      timeOf(
        `(case when ${seller} = 0 then ${share} else ${others} end * ${customer} * ${salesOf(seller)} / ${customersOf(seller)})`,
      ),
    firstName: (number: string) => oneOf(firstNames, number, 24),
    /** The email address ends with the customer's number, so it is unique. */
    email: (name: string, customer: string) =>
      `lower(replace(${name}, ' ', '.')) || ${customer} || '@' ||
        (array[${hosts.map((host) => `'${host}.example'`).join(',')}])[1 + (${customer} % ${hosts.length})::int]`,
    madeAt: (seller: string, form: string) =>
      `(timestamptz '${began}' - interval '1 day' + ${form} * (500 * interval '1 day' / ${formsOf(seller)}))`,
    storyOf: (n: string, at: string) =>
      `floor(${chance(n, 2)} * width_bucket(
        extract(epoch from timestamptz '${ended}' - ${at})::float8, array[${lasts.join(',')}]::float8[]))::int`,
    isFailed: (n: string, at: string) =>
      `(${at} > timestamptz '${ended}' - interval '29 days' and ${chance(n, 3)} < 0.05)`,
  }
}

/** The id of a row in the copied shop, or of its copy in another shop. Seller 0 owns the original. */
export function ownOf(id: string, seller: string): string {
  return `case when ${seller} = 0 then ${id} else ${hashedId(`${id}::text || ${seller}`)} end`
}

/** An id derived from text, in the UUID version for custom uses (RFC 9562, 5.8). */
function hashedId(text: string): string {
  return `overlay(overlay(md5(${text}) placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid`
}
