import type { Client } from 'pg'
import { z } from 'zod'
import { openClient } from '#foundation/db/server/hosts.ts'
import { good, reasonOf, stop, warning, type Finding } from './finding.ts'
import { lookUp } from '#foundation/values/look-up.ts'

const connectTime = 5_000
/** As `server_version_num` counts. */
const oldest = 160_000
/** How far a clock can be off, in seconds. Stripe's signatures are valid for five minutes. */
const mostDrift = 60

const facts = z.tuple([
  z.object({
    version: z.number(),
    isStandby: z.boolean(),
    maySchema: z.boolean(),
    mayTables: z.boolean(),
    encoding: z.string(),
    fsync: z.string(),
    connections: z.number(),
    drift: z.number(),
  }),
])

export async function checkDatabase(url: string, now: () => number = Date.now): Promise<Finding[]> {
  let client: Client | undefined
  try {
    client = await openClient(url, { connectionTimeoutMillis: connectTime })
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as "isStandby",
         has_database_privilege(current_database(), 'CREATE') as "maySchema",
         has_schema_privilege('public', 'CREATE') as "mayTables",
         current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
         current_setting('max_connections')::int as connections,
         extract(epoch from clock_timestamp())::float8 - $1::float8 as drift`,
      [now() / 1000],
    )
    return judge(facts.parse(rows)[0])
  } catch (error) {
    return [stop(`The database cannot be reached (${reasonOf(error)}).`, mendOf(reasonOf(error)))]
  } finally {
    await client?.end().catch(() => undefined)
  }
}

function judge(found: z.output<typeof facts>[0]): Finding[] {
  const findings: Finding[] = []
  const version = Math.floor(found.version / 10_000)
  if (found.version < oldest) {
    findings.push(stop(`PostgreSQL ${version} is too old.`, 'Move to PostgreSQL 16 or later.'))
  }
  if (found.isStandby) {
    findings.push(stop('The database is a read-only standby.', 'Set DATABASE_URL to the primary server.'))
  } else if (!found.maySchema || !found.mayTables) {
    findings.push(
      stop(
        'The user in DATABASE_URL cannot create tables, which new versions need.',
        'Run this as a PostgreSQL superuser: alter database NAME owner to USER',
      ),
    )
  }
  if (found.encoding !== 'UTF8') {
    findings.push(
      stop(
        `The database’s encoding is ${found.encoding}: it cannot store every buyer’s name.`,
        'Create one with: create database NAME encoding UTF8 template template0',
      ),
    )
  }
  if (found.fsync !== 'on') {
    findings.push(
      warning(
        'PostgreSQL runs with fsync off: a power cut loses sales.',
        'Set fsync = on in postgresql.conf.',
      ),
    )
  }
  if (found.connections < 20) {
    findings.push(
      warning(
        `PostgreSQL accepts ${found.connections} connections, and each process uses up to ten.`,
        'Set max_connections to 20 or more in postgresql.conf.',
      ),
    )
  }
  findings.push(...checkClock("the database's", found.drift))
  return findings.some(({ kind }) => kind === 'stop')
    ? findings
    : [good(`PostgreSQL ${version} answers.`), ...findings]
}

/** `drift` is how many seconds the other clock is ahead of this machine's. */
export function checkClock(whose: string, drift: number): Finding[] {
  if (Math.abs(drift) <= mostDrift) return []
  const seconds = Math.round(Math.abs(drift))
  return [
    stop(
      `This machine’s clock is ${seconds} s ${drift > 0 ? 'behind' : 'ahead of'} ${whose}: sessions, timers and Stripe events will fail.`,
      'Synchronize it with a time server: timedatectl set-ntp true',
    ),
  ]
}

const mends: Readonly<Record<string, string>> = {
  '28P01': 'Correct the password in DATABASE_URL.',
  '28000': 'Allow the user in DATABASE_URL in pg_hba.conf.',
  '3D000': 'Create the database named in DATABASE_URL.',
  ECONNREFUSED: 'Start PostgreSQL, or correct the host and port in DATABASE_URL.',
  ENOTFOUND: 'Correct the host in DATABASE_URL.',
}

function mendOf(reason: string): string {
  return lookUp(mends, reason) ?? 'Check DATABASE_URL and the PostgreSQL log.'
}
