import { sql, type Kysely } from 'kysely'
import { laterIndexes } from '../../../../migrations/later-indexes.ts'
import { openForMigration } from './migrate.ts'

/**
 * Builds the missing indexes while others read and write, and returns those it built. An interrupted build starts
 * again. A build can take minutes, and two at the same time would block each other.
 */
export async function buildIndexes(
  url: string,
  indexes: Readonly<Record<string, string>> = laterIndexes,
): Promise<string[]> {
  const db = openForMigration(url)
  try {
    const built: string[] = []
    const findsWords = (await hasExtension(db, 'pg_trgm')) && (await hasExtension(db, 'btree_gin'))
    for (const [name, on] of Object.entries(indexes)) {
      const isReady = await isUsable(db, name)
      if (isReady === true || (isByWords(on) && !findsWords)) continue
      if (isReady === false) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
      await sql`create index concurrently if not exists ${sql.id(name)} on ${sql.raw(on)}`.execute(db)
      built.push(name)
    }
    return built
  } finally {
    await db.destroy()
  }
}

function isByWords(on: string): boolean {
  return on.includes('gin_trgm_ops')
}

async function hasExtension(db: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = ${name}`.execute(db)
  return rows.length > 0
}

/** Whether an index can be used: false if its build was interrupted, undefined if it does not exist. */
async function isUsable(db: Kysely<unknown>, name: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ usable: boolean }>`
    select indisvalid as usable from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  return rows[0]?.usable
}
