import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Entity } from '#foundation/rights/entities.ts'

type Text = RawBuilder<string>
type Condition = RawBuilder<boolean>

/** A file that replaces the one at a URL. `attachment` describes it for buyers. */
export type FileSwap = { readonly oldUrl: string; readonly attachment: object }

export type SellsFiles = {
  readonly entity: Entity
  /** Replaces a file wherever the seller sells it, deleted or not. Returns whether it is sold anywhere. */
  readonly swapFile: (tx: Transaction<Database>, sellerId: string, swap: FileSwap) => Promise<boolean>
}

/** A domain's data about sellers, as SQL, so that one query covers all domains. */
export type SellerData = {
  /** Whether a seller has data in this domain that a leaving member would lose access to. */
  readonly isInUse?: (sellerId: Text) => Condition
  /** Whether a seller's item in this domain, deleted or not, shows or sells the upload at this URL. */
  readonly shows?: (sellerId: Text, url: Text) => Condition
  readonly sells?: SellsFiles
  /** A query for the id of the seller that an entity belongs to. */
  readonly ownerOf?: Readonly<Partial<Record<Entity, (id: string) => Text>>>
}

/** All domains' data about sellers, combined. */
export type AllSellerData = {
  readonly isInUse: (sellerId: Text) => Condition
  readonly shows: (sellerId: Text, url: Text) => Condition
  readonly sells: () => readonly SellsFiles[]
  /** Undefined if no domain has such an entity. */
  readonly ownerOf: (entity: Entity) => ((id: string) => Text) | undefined
}

/** Combines the domains that are in `all` at the time of each call. */
export function joinSellerData(all: readonly SellerData[]): AllSellerData {
  return {
    isInUse: (sellerId) => anyOf(all.flatMap(({ isInUse }) => isInUse?.(sellerId) ?? [])),
    shows: (sellerId, url) => anyOf(all.flatMap(({ shows }) => shows?.(sellerId, url) ?? [])),
    sells: () => all.flatMap(({ sells }) => sells ?? []),
    ownerOf: (entity) => all.flatMap(({ ownerOf }) => ownerOf?.[entity] ?? [])[0],
  }
}

function anyOf(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join([sql`false`, ...conditions], sql` or `)})`
}

/** Whether a row with a picture and files shows or sells the upload at this URL. */
export function showsUpload(url: Text): Condition {
  return sql`(image = ${url} or files @> jsonb_build_array(jsonb_build_object('url', ${url}::text)))`
}
