import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import { toMajor } from '#foundation/money/amount.ts'
import { findOwn } from '../store.ts'
import { type FormVersion, versionChange, type VersionContent } from './contract.ts'
import { readContent } from './version-content.ts'

const perPage = 20

type Listed = { readonly versions: FormVersion[]; readonly hasMore: boolean }
type Asked = { readonly sellerId: string; readonly formId: string; readonly before: number | undefined }

/** The versions of a seller's form before a number, newest first. Undefined if the seller has no such form. */
export async function listVersions(
  db: Kysely<Database>,
  { sellerId, formId, before }: Asked,
  withSales: boolean,
): Promise<Listed | undefined> {
  const form = await db
    .selectFrom('forms')
    .select('version')
    .where('id', '=', formId)
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (form === undefined) return undefined
  // One more than shown, to find out whether there are more.
  const rows = await db
    .selectFrom('formVersions')
    .leftJoin('usersView as users', 'users.id', 'formVersions.madeBy')
    .select(['number', 'changes', 'currency', 'madeAt', 'resumedAt', 'users.name as madeBy'])
    .where('formId', '=', formId)
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(perPage + 1)
    .execute()
  const shown = rows.slice(0, perPage)
  const sold = withSales ? await readSold(db, formId, shown) : null
  return {
    hasMore: rows.length > perPage,
    versions: shown.map(({ number, changes, currency, madeAt, resumedAt, madeBy }) => ({
      number,
      madeAt: madeAt.toISOString(),
      resumedAt: resumedAt?.toISOString() ?? null,
      madeBy,
      isCurrent: number === form.version,
      currency,
      changes: z.array(versionChange).parse(changes),
      sold: sold && soldOf(sold, number),
    })),
  }
}

type Found = { readonly content: VersionContent; readonly gone: string[] }

/** What buyers saw in a version of a seller's form, even if it is deleted, and which of its items no longer exist. */
export async function findVersion(
  db: Kysely<Database>,
  {
    sellerId,
    formId,
    number,
  }: { readonly sellerId: string; readonly formId: string; readonly number: number },
): Promise<Found | undefined> {
  const found = await db
    .selectFrom('formVersions')
    .innerJoin('forms', 'forms.id', 'formVersions.formId')
    .select('content')
    .where('formId', '=', formId)
    .where('number', '=', number)
    .where('sellerId', '=', sellerId)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const content = readContent(found.content)
  const { bumps, otoSequenceList, oneTimeOffer, taxId } = content
  const bumpIds = [...new Set([...bumps, ...otoSequenceList].map(({ id }) => id))]
  const offerIds = oneTimeOffer === null ? [] : [oneTimeOffer.id]
  const taxIds = taxId === null ? [] : [taxId]
  const present = [
    ...(await findOwn(db, 'bumpsView', sellerId, bumpIds)),
    ...(await findOwn(db, 'offersView', sellerId, offerIds)),
    ...(await findOwn(db, 'taxesView', sellerId, taxIds)),
  ].map(({ id }) => id)
  return { content, gone: [...bumpIds, ...offerIds, ...taxIds].filter((id) => !present.includes(id)) }
}

type Sold = {
  readonly number: number
  readonly currency: string
  readonly orders: number
  readonly gross: number
}

async function readSold(
  db: Kysely<Database>,
  formId: string,
  versions: readonly { readonly number: number }[],
): Promise<Sold[]> {
  if (versions.length === 0) return []
  const numbers = versions.map(({ number }) => number)
  return db
    .selectFrom('purchasesView as purchases')
    .select([
      sql<number>`form_version`.as('number'),
      'currency',
      sql<number>`count(*) filter (where kind = 'order')::int`.as('orders'),
      sql<number>`sum(total)::bigint`.as('gross'),
    ])
    .where('formId', '=', formId)
    .where('formVersion', 'in', numbers)
    .where('kind', 'in', ['order', 'offer'])
    .where('paidAt', 'is not', null)
    .groupBy(['formVersion', 'currency'])
    .execute()
}

function soldOf(sold: readonly Sold[], number: number): NonNullable<FormVersion['sold']> {
  const own = sold.filter((one) => one.number === number)
  return {
    orders: own.reduce((sum, { orders }) => sum + orders, 0),
    gross: own
      .filter(({ gross }) => gross > 0)
      .map(({ currency, gross }) => ({ currency, amount: toMajor(gross, currency) })),
  }
}
