import { randomBytes } from 'node:crypto'
import { escapeIdentifier, type Client } from 'pg'
import { z } from 'zod'
import { ConfigurationError } from '#foundation/config/config.ts'
import { hasCode } from '#foundation/db/embedded/files.ts'
import { openClient } from '#foundation/db/server/hosts.ts'
import { restoreShop } from '../restore-shop.ts'
import { BackupDamaged } from '../tar.ts'

const prefix = 'tillform_verify_'

/**
 * Restores an archive into a database of its own beside the shop's and into a folder, as after a loss, and counts what
 * came back; throws where it is not what was backed up. The database goes again, whatever happens.
 */
export async function verifyBackup(
  url: string,
  archive: string,
  scratch: string,
  expected: { readonly rows: number; readonly files: number },
): Promise<void> {
  const client = await openClient(url, { application_name: 'tillform verify' })
  try {
    await dropLeftovers(client)
    const name = `${prefix}${randomBytes(6).toString('hex')}`
    await createScratch(client, name)
    try {
      const found = await restoreShop(urlOf(url, name), scratch, archive)
      if (found.rows !== expected.rows || found.files !== expected.files) {
        throw new BackupDamaged(
          `The backup is not whole: of ${expected.rows} rows and ${expected.files} files, ${found.rows} and ${found.files} came back.`,
        )
      }
    } finally {
      await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)
    }
  } finally {
    await client.end()
  }
}

async function createScratch(client: Client, name: string): Promise<void> {
  try {
    await client.query(`create database ${escapeIdentifier(name)}`)
  } catch (error) {
    if (!hasCode(error, ['42501'])) throw error
    throw new ConfigurationError(
      '--verify restores into a database of its own, and the user of DATABASE_URL may not create one. ' +
        'Allow it as the administrator of PostgreSQL: alter role USER createdb',
    )
  }
}

/** Of runs that were killed. One that is in use, or that another user made, refuses to go. */
async function dropLeftovers(client: Client): Promise<void> {
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
    prefix,
  ])
  for (const { datname } of z.array(z.object({ datname: z.string() })).parse(rows)) {
    await client.query(`drop database if exists ${escapeIdentifier(datname)}`).catch(() => undefined)
  }
}

/** The same address, which may name several hosts, with another database. */
function urlOf(url: string, database: string): string {
  return url.replace(/^([^:]+:\/\/[^/?#]*)(?:\/[^?#]*)?/, (_, server: string) => `${server}/${database}`)
}
