import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Entity } from '#foundation/rights/entities.ts'

type Text = RawBuilder<string>
type Condition = RawBuilder<boolean>

/** Another file in the place of the one at an address; buyers get it as `attachment` says. */
export type FileSwap = { readonly oldUrl: string; readonly attachment: object }

export type SellsFiles = {
  readonly entity: Entity
  /**
   * Puts another file in the place of one in whatever of the seller's sells it, deleted or not; answers whether anything
   * does.
   */
  readonly swapFile: (tx: Transaction<Database>, sellerId: string, swap: FileSwap) => Promise<boolean>
}

/** What a domain holds of sellers, said in SQL, so that one statement asks all domains. */
export type SellerData = {
  /** Whether a seller has anything here that who leaves the shop would lose sight of. */
  readonly isInUse?: (sellerId: Text) => Condition
  /** Whether anything of a seller here, deleted or not, shows or sells the upload at this address. */
  readonly shows?: (sellerId: Text, url: Text) => Condition
  /** What here sells files. */
  readonly sells?: SellsFiles
  /** Whose the thing of an entity is: a query of its seller's id. */
  readonly ownerOf?: Readonly<Partial<Record<Entity, (id: string) => Text>>>
}

/** The sellers' data of all domains as one. */
export type AllSellerData = {
  readonly isInUse: (sellerId: Text) => Condition
  readonly shows: (sellerId: Text, url: Text) => Condition
  /** Of each domain that sells files. */
  readonly sells: () => readonly SellsFiles[]
  /** Undefined where no domain holds such things. */
  readonly ownerOf: (entity: Entity) => ((id: string) => Text) | undefined
}

/** Joins what is in `all` by the time it is asked. */
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

/** Whether a row with a picture and files shows or sells the upload at this address. */
export function showsUpload(url: Text): Condition {
  return sql`(image = ${url} or files @> jsonb_build_array(jsonb_build_object('url', ${url}::text)))`
}
