import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '#foundation/http/entities.ts'

type Text = RawBuilder<string>
type Condition = RawBuilder<boolean>

/** What a domain holds of sellers, said in SQL, so that one statement asks all domains. */
export type Holdings = {
  /** Whether a seller has anything here that who leaves the shop would lose sight of. */
  readonly isInUse?: (sellerId: Text) => Condition
  /** Whether anything of a seller here, deleted or not, shows or sells the upload at this address. */
  readonly shows?: (sellerId: Text, url: Text) => Condition
  /** Whose the thing of an entity is: a query of its seller's id. */
  readonly ownerOf?: Readonly<Partial<Record<Entity, (id: string) => Text>>>
}

/** The holdings of all domains as one. */
export type AllHoldings = {
  readonly isInUse: (sellerId: Text) => Condition
  readonly shows: (sellerId: Text, url: Text) => Condition
  /** Undefined where no domain holds such things. */
  readonly ownerOf: (entity: Entity) => ((id: string) => Text) | undefined
}

/** Joins what is in `all` by the time it is asked. */
export function joinHoldings(all: readonly Holdings[]): AllHoldings {
  return {
    isInUse: (sellerId) => anyOf(all.flatMap(({ isInUse }) => isInUse?.(sellerId) ?? [])),
    shows: (sellerId, url) => anyOf(all.flatMap(({ shows }) => shows?.(sellerId, url) ?? [])),
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
