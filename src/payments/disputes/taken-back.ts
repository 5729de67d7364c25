import { sql } from 'kysely'

/** `isTakenBack` of `dispute.ts`, as a condition on rows of `disputes`. */
export const isTakenBackRow = sql<boolean>`(
  disputes.status not like 'warning%' and disputes.status not in ('won', 'prevented'))`
