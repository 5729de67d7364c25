import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../database.ts'
import { withClient } from '../test-client.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const log = pino({ level: 'silent' })
const run = promisify(execFile)
/** Creates certificates with openssl, because Node cannot create any and the repository contains none. */
const canMakeCertificates = await run('openssl', ['version']).then(
  () => true,
  () => false,
)

let folder: string
let postgres: EmbeddedPostgres
const certificate = (name: string) => join(folder, `${name}.crt`)
const key = (name: string) => join(folder, `${name}.key`)

beforeAll(async () => {
  if (!canMakeCertificates) return
  folder = await mkdtemp(join(tmpdir(), 'tillform-tls-'))
  await chmod(folder, 0o711)
  for (const name of ['ca', 'stranger']) {
    await run('openssl', [...request(name), '-x509', '-days', '2', '-out', certificate(name)])
  }
  for (const name of ['server', 'tillform']) await sign(name)
  postgres = await startEmbeddedPostgres({ dataDir: folder, log, fsync: false })
  await demandCertificates()
})
afterAll(async () => {
  if (!canMakeCertificates) return
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Creates a certificate signed by `ca`, for the server's host name or for a client's user. */
async function sign(name: string): Promise<void> {
  const names = join(folder, `${name}.names`)
  await writeFile(names, 'subjectAltName=DNS:localhost')
  const signingRequest = join(folder, `${name}.csr`)
  await run('openssl', [...request(name), '-out', signingRequest])
  const authority = ['-CA', certificate('ca'), '-CAkey', key('ca'), '-CAcreateserial']
  const made = ['-out', certificate(name), '-days', '2', '-extfile', names]
  await run('openssl', ['x509', '-req', '-in', signingRequest, ...authority, ...made])
}

function request(name: string): string[] {
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  return ['req', ...fresh, '-subj', `/CN=${name}`, '-keyout', key(name)]
}

/** Makes the server reject clients that have no certificate from `ca`. */
async function demandCertificates(): Promise<void> {
  const cluster = join(folder, 'postgres', 'data')
  const { uid, gid } = await stat(cluster)
  for (const file of [key('server'), certificate('server'), certificate('ca')]) await chown(file, uid, gid)
  await withClient(postgres.url, async (client) => {
    await client.query(`alter system set ssl_cert_file = '${certificate('server')}'`)
    await client.query(`alter system set ssl_key_file = '${key('server')}'`)
    await client.query(`alter system set ssl_ca_file = '${certificate('ca')}'`)
    await client.query('alter system set ssl = on')
    await writeFile(
      join(cluster, 'pg_hba.conf'),
      'hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-full\n',
    )
    await client.query('select pg_reload_conf()')
  })
}

async function ask(params: Record<string, string>, host = 'localhost'): Promise<unknown> {
  const url = new URL(postgres.url)
  url.hostname = host
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  const db = openDatabase(url.href, { log, maxConnections: 1 })
  try {
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
    return rows[0]?.ssl
  } catch (error) {
    return error instanceof Error ? error.message : error
  } finally {
    await db.destroy()
  }
}

test.runIf(canMakeCertificates)(
  'TLS verifies the server by authority and name, and the client by certificate',
  async () => {
    const own = { sslcert: certificate('tillform'), sslkey: key('tillform') }
    const trusted = { sslmode: 'verify-full', sslrootcert: certificate('ca') }
    await vi.waitFor(async () => expect(await ask({ ...trusted, ...own })).toBe(true), { timeout: 120_000 })

    expect(await ask({ ...own, sslmode: 'verify-ca', sslrootcert: certificate('ca') }, '127.0.0.1')).toBe(
      true,
    )
    expect(await ask({ ...own, sslmode: 'require' }, '127.0.0.1')).toBe(true)
    expect(await ask(trusted)).toContain('certificate')
    expect(await ask({ ...trusted, sslcert: certificate('stranger'), sslkey: key('stranger') })).not.toBe(
      true,
    )
    expect(await ask({ ...trusted, ...own, sslrootcert: certificate('stranger') })).toContain('certificate')
    expect(await ask({ ...own, sslmode: 'verify-full' })).toContain('certificate')
    expect(await ask({})).toContain('no pg_hba.conf entry')
  },
)
