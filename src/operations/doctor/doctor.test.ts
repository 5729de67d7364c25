import { startSandbox } from '@tillform/sandbox'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig, type Config } from '#foundation/config/config.ts'
import { withClient } from '#foundation/db/test-client.ts'
import { createTestDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { freePort } from '#foundation/process/test-free-port.ts'
import { usedEvents } from '#payments/webhooks/used-events.ts'
import { recordBackup } from '../record-backup.ts'
import { checkAddress } from './check-address.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk, checkStorage } from './check-files.ts'
import { checkMail } from './check-mail.ts'
import { checkEndpoints, checkProvider } from './check-provider.ts'
import { judgeWallets } from './check-wallets.ts'
import { examineShop, describeFindings, checkBackups, checkSettings } from './examine-shop.ts'
import type { Finding } from './finding.ts'

let database: TestDatabase
let folder: string
const open: Server[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'tillform-doctor-'))
})
afterAll(async () => {
  for (const server of open) server.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

async function portOf(server: Server): Promise<number> {
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return z.object({ port: z.number() }).parse(server.address()).port
}

/** A production shop's settings with these changes. */
function configOf(env: Record<string, string> = {}): Config {
  return readConfig({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example.com',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    AUTH_SECRET: 'a canary that must never be shown',
    MAIL_FROM: 'Shop <receipts@shop.tld>',
    TRUSTED_PROXIES: '127.0.0.1',
    STRIPE_SECRET_KEY: 'sk_live_canary',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_canary',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_canary2',
    ...env,
  })
}

const said = (findings: readonly Finding[]) => findings.map(({ kind, text }) => `${kind}: ${text}`)

test('the doctor accepts working settings and reports each mistake', () => {
  expect(said(checkSettings(configOf()))).toEqual(['good: The settings are consistent.'])
  const cases = [
    [{ TRUSTED_PROXIES: '' }, 'warning: TRUSTED_PROXIES is not set'],
    [{ MAIL_FROM: '' }, 'warning: MAIL_FROM is not an address'],
    [{ MAIL_FROM: 'me@example.com' }, 'warning: MAIL_FROM is not an address'],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      'warning: The Stripe keys are test keys',
    ],
  ] as const
  for (const [env, expected] of cases) {
    expect(said(checkSettings(configOf(env)))).toEqual([expect.stringContaining(expected)])
  }
  expect(said(checkSettings(readConfig({ DATA_DIR: folder })))).toContainEqual(
    expect.stringContaining('warning: NODE_ENV is not production'),
  )
})

test('the doctor accepts a working database and reports an unreachable or restricted one', async () => {
  expect(said(await checkDatabase(database.url))[0]).toMatch(/^good: PostgreSQL \d+ answers\.$/)
  const wrong = new URL(database.url)
  wrong.password = 'canary'
  expect(said(await checkDatabase(wrong.href))).toEqual(['stop: The database cannot be reached (28P01).'])
  expect(said(await checkDatabase('postgres://a:canary@127.0.0.1:1/x'))).toEqual([
    'stop: The database cannot be reached (ECONNREFUSED).',
  ])

  const role = `doctor_${process.pid}`
  await withClient(database.url, (client) => client.query(`create role ${role} login password 'x'`))
  const stranger = new URL(database.url)
  stranger.username = role
  stranger.password = 'x'
  expect(said(await checkDatabase(stranger.href))).toContain(
    'stop: The user in DATABASE_URL cannot create tables, which new versions need.',
  )
  await withClient(database.url, (client) => client.query(`drop role ${role}`))
})

test('the doctor detects a wrong clock by comparing it with the database’s', async () => {
  const late = await checkDatabase(database.url, () => Date.now() - 600_000)
  expect(said(late).join('\n')).toMatch(/stop: This machine’s clock is (?:599|60\d) s behind the database's/)
  const early = await checkDatabase(database.url, () => Date.now() + 600_000)
  expect(said(early).join('\n')).toContain('ahead of the database')
})

test('the doctor tests the Stripe key and compares the webhook endpoints with the required ones', async () => {
  const secretKey = 'sk_test_canary'
  const keys = { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  const sandbox = await startSandbox({
    port: 0,
    applicationOrigin: 'https://shop.example.com',
    secretKey,
    publishableKey: 'pk_test_1',
    webhooks: [
      { url: 'https://shop.example.com/api/webhooks/stripe', secret: 'whsec_canary', connect: false },
      { url: 'https://shop.example.com/api/webhooks/stripe-connect', secret: 'whsec_canary2', connect: true },
    ],
  })
  try {
    const base = { ...keys, STRIPE_API_BASE: sandbox.url }
    expect(said(await checkProvider(configOf(base)))).toEqual([
      'good: Stripe accepts the secret key.',
      'good: Stripe sends its events here.',
    ])
    const moved = await checkProvider(configOf({ ...base, PUBLIC_URL: 'https://new.example.com' }))
    expect(said(moved)[1]).toBe(
      'warning: Stripe has no webhook endpoint https://new.example.com/api/webhooks/stripe.',
    )
    const wrong = await checkProvider(configOf({ ...base, STRIPE_SECRET_KEY: 'sk_test_canary2' }))
    expect(said(wrong)).toEqual([expect.stringContaining('stop: Stripe refuses STRIPE_SECRET_KEY')])
  } finally {
    await sandbox.close()
  }
  const away = await checkProvider(configOf({ STRIPE_API_BASE: `http://127.0.0.1:${await freePort()}` }))
  expect(said(away)).toEqual(['stop: Stripe cannot be reached (ECONNREFUSED).'])
})

test('the doctor reports disabled, incomplete or unreadable webhook endpoints', () => {
  const url = (path: string) => `https://shop.example.com/api/webhooks/${path}`
  const platform = { url: url('stripe'), isEnabled: true, events: usedEvents.platform }
  const connect = { url: url('stripe-connect'), isEnabled: true, events: ['*'] }
  const check = (...endpoints: Parameters<typeof checkEndpoints>[1] & object) =>
    said(checkEndpoints('https://shop.example.com', endpoints))

  expect(check(platform, connect)).toEqual(['good: Stripe sends its events here.'])
  expect(check(platform, { ...connect, isEnabled: false })).toEqual([
    `warning: The webhook endpoint ${connect.url} is disabled.`,
  ])
  const few = usedEvents.connect.filter((event) => event !== 'charge.refunded')
  expect(check(platform, { ...connect, events: few })).toEqual([
    `warning: The webhook endpoint ${connect.url} does not receive charge.refunded.`,
  ])
  expect(said(checkEndpoints('https://shop.example.com', undefined))).toEqual([
    'warning: The webhook endpoints could not be checked: STRIPE_SECRET_KEY is not allowed to read them.',
  ])
})

test('the doctor signs in to the mail server and reports failures without the password', async () => {
  const smtp = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      done(password === 'right' ? null : new Error('no'), { user: 'a' }),
  })
  const server = smtp.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  expect(
    said(await checkMail({ smtpUrl: `smtp://shop:right@127.0.0.1:${port}`, isProduction: true })),
  ).toEqual(['good: The mail server accepts mail.'])
  const refused = await checkMail({ smtpUrl: `smtp://shop:canary@127.0.0.1:${port}`, isProduction: true })
  expect(said(refused)).toEqual(['warning: The mail server cannot be used (EAUTH): receipts are not sent.'])
  await new Promise((resolve) => smtp.close(() => resolve(undefined)))
  expect(said(await checkMail({ smtpUrl: `smtp://127.0.0.1:${port}`, isProduction: true }))[0]).toContain(
    'warning: The mail server cannot',
  )
  const unset = (isProduction: boolean) => checkMail({ smtpUrl: undefined, isProduction })
  expect(said(await unset(true))).toEqual(['warning: SMTP_URL is not set: receipts cannot be sent.'])
  expect(said(await unset(false))).toEqual([])
})

test('the doctor tests storage with a temporary file and reports a nearly full disk', async () => {
  expect(said(await checkStorage({ storageUrl: undefined, dataDir: folder }))).toEqual([
    'good: Uploaded files can be stored.',
  ])
  expect(await readdir(join(folder, 'files'))).toEqual(['.partial'])
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  expect(said(await checkStorage({ storageUrl: undefined, dataDir: file }))).toEqual([
    'stop: Files cannot be stored (ENOTDIR).',
  ])
  const disk = (gibibytes: number) => checkDisk(folder, () => Promise.resolve(gibibytes * 2 ** 30))
  expect(said(await disk(40))[0]).toContain('good: The disk of')
  expect(said(await disk(1))[0]).toContain('warning: The disk of')
  expect(said(await disk(0.1))[0]).toContain('stop: The disk of')
  expect(said(await checkDisk(folder))[0]).toMatch(/has \d+\.\d GiB left/)
})

test('the doctor checks that the product responds at the shop’s URL', async () => {
  const plain = createServer((request, response) =>
    response.writeHead(request.url === '/health/ready' ? 200 : 404).end(),
  )
  const port = await portOf(plain)
  expect(said(await checkAddress(`http://127.0.0.1:${port}`))).toEqual([
    `good: The shop responds at http://127.0.0.1:${port}.`,
  ])
  const other = await portOf(createServer((_request, response) => response.writeHead(502).end()))
  expect(said(await checkAddress(`http://127.0.0.1:${other}`))[0]).toContain(
    'responds with 502, not with the shop',
  )
  expect(said(await checkAddress('https://127.0.0.1:1'))).toEqual([
    'stop: PUBLIC_URL cannot be reached (ECONNREFUSED).',
  ])
})

const hasOpenSsl = await promisify(execFile)('openssl', ['version']).then(
  () => true,
  () => false,
)

test.runIf(hasOpenSsl)(
  'the doctor reports certificates that browsers reject or that expire soon',
  async () => {
    const { key, cert } = await selfSigned(10)
    const port = await portOf(createTlsServer({ key, cert }, (_request, response) => response.end()))
    const address = `https://localhost:${port}`
    expect(said(await checkAddress(address))).toEqual([
      'stop: Browsers refuse the certificate of localhost (DEPTH_ZERO_SELF_SIGNED_CERT).',
    ])
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, cert])
    try {
      expect(said(await checkAddress(address))).toEqual([
        expect.stringMatching(/^good: The certificate of localhost is valid for (?:9|10) more days\.$/),
        `good: The shop responds at ${address}.`,
      ])
      const later = await checkAddress(address, () => Date.now() + 8.5 * 24 * 60 * 60 * 1000)
      expect(said(later)[0]).toMatch(
        /^warning: The certificate of localhost expires in 1 days and was not renewed/,
      )
      const other = await checkAddress(`https://127.0.0.1:${port}`)
      expect(said(other)).toEqual([
        'stop: Browsers refuse the certificate of 127.0.0.1 (ERR_TLS_CERT_ALTNAME_INVALID).',
      ])
    } finally {
      setDefaultCACertificates(trusted)
    }
  },
)

/** A certificate for localhost that is valid for this many days. */
async function selfSigned(days: number): Promise<{ key: string; cert: string }> {
  const file = join(folder, 'key.pem')
  const args = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    String(days),
    '-subj',
    '/CN=localhost',
  ]
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', file]
  const { stdout } = await promisify(execFile)('openssl', [...args, ...names])
  return { key: await readFile(file, 'utf8'), cert: stdout }
}

test('the doctor reports an old or missing verified backup', async () => {
  const shop = await createTestDatabase()
  try {
    expect(said(await checkBackups(shop.url))).toEqual(['warning: No backup has ever been test-restored.'])
    await recordBackup({ url: shop.url, config: configOf({}) }, true)
    const told = async (hours: number) =>
      said(await checkBackups(shop.url, () => Date.now() + hours * 3_600_000))
    expect(await told(2)).toEqual(['good: The last verified backup is 2 hours old.'])
    expect(await told(40)).toEqual(['warning: The last verified backup is 40 hours old.'])
  } finally {
    await shop.drop()
  }
})

test('the doctor lists blocking problems last and never shows a secret', async () => {
  const config = configOf({
    SMTP_URL: 'smtp://shop:canary@127.0.0.1:1',
    STRIPE_API_BASE: 'http://127.0.0.1:1',
    PUBLIC_URL: 'https://127.0.0.1:1',
  })
  const findings = await examineShop(config, 'postgres://a:canary@127.0.0.1:1/x')
  const text = describeFindings(findings)
  expect(findings.filter(({ kind }) => kind === 'stop')).toHaveLength(3)
  expect(text).toMatch(/\n✗ [^\n]+\n {2}[^\n]+\n3 problems stop sales\.$/)
  expect(text).not.toContain('canary')
})

test('the doctor reports wallets without Stripe’s file or domain verification', () => {
  expect(judgeWallets('pay.example.com', true, 3, 0)).toEqual([
    { kind: 'good', text: 'Wallets can be shown on pay.example.com.' },
  ])
  const texts = judgeWallets('pay.example.com', false, 1, 2).map(({ kind, text }) => [kind, text])
  expect(texts).toEqual([
    ['warning', "Apple Pay is not shown on pay.example.com: Stripe's file is missing."],
    ['warning', 'Stripe could not verify pay.example.com for 2 of 3 connected accounts.'],
  ])
})
