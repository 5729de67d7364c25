import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigurationError, readConfig, readStoreConfig, settingNames } from './config.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillform-config-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env })

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    read(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const [, ...lines] = error.message.split('\n')
    return lines.map((line) => line.trim().replace(/:.*/, '').replace(' is missing', ''))
  }
}

const real = {
  STRIPE_SECRET_KEY: 'sk_live_0123456789',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_b',
}
const testKeys = {
  ...real,
  STRIPE_SECRET_KEY: 'sk_test_0123456789',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789',
}
const production = {
  ...real,
  NODE_ENV: 'production',
  AUTH_SECRET: 'a secret that is long enough to be taken',
  PUBLIC_URL: 'https://pay.example.com/',
}

test('without settings the product runs on loopback against the sandbox with generated secrets', () => {
  const config = read()

  expect(config).toMatchObject({
    isProduction: false,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    databaseReadUrl: undefined,
    sandboxPort: 3001,
    demo: 'on',
    areRatesLimited: true,
    trustedProxies: [],
    metrics: { port: undefined, host: '127.0.0.1', token: undefined },
    traces: undefined,
    provider: { isTestMode: true, apiBase: 'http://127.0.0.1:3001' },
  })
  expect(config.authSecret.length).toBeGreaterThanOrEqual(43)
})

// Proves secrets.
test('generated secrets stay the same, differ from each other and are readable only by their owner', () => {
  const [first, second] = [read(), read()]
  const file = join(dataDir, 'secrets/auth-secret')

  expect(second.authSecret).toBe(first.authSecret)
  expect(readFileSync(file, 'utf8')).toBe(first.authSecret)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'secrets')).mode & 0o777).toBe(0o700)
  expect(first.provider.webhookSecrets).toHaveLength(1)
  const secrets = [
    first.authSecret,
    ...first.provider.webhookSecrets,
    ...first.provider.connectWebhookSecrets,
  ]
  expect(new Set(secrets).size).toBe(3)
})

test.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['SANDBOX_PORT', 'x'],
  ['PUBLIC_URL', 'pay.example.com'],
  ['PUBLIC_URL', 'ftp://pay.example.com'],
  ['DATABASE_URL', 'mysql://localhost/db'],
  ['DATABASE_URL', 'localhost:5432'],
  ['DATABASE_URL', 'postgres://db/shop?sslmode=prefer'],
  ['DATABASE_READ_URL', 'postgres://db/shop'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['STRIPE_API_BASE', 'api.stripe.com'],
  ['STRIPE_JS_URL', 'stripe.js'],
  ['AUTH_SECRET', 'short'],
  ['DEMO', 'yes'],
  ['RATE_LIMITS', 'none'],
  ['METRICS_PORT', '0'],
  ['METRICS_TOKEN', 'short'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['TRUSTED_PROXIES', 'proxy.local'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.1, 300.1.1.1'],
])('a malformed %s (%s) is reported by name', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([name])
})

test.each([
  ['STRIPE_SECRET_KEY', 'sk_test_…'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_test_ABC DEF'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_…'],
  ['STRIPE_CONNECT_WEBHOOK_SECRET', 'whsec_new, whsec_…'],
])('%s is reported by name when left as the example or split in two (%s)', (name, value) => {
  expect(problemsOf({ ...testKeys, [name]: value })).toEqual([name])
})

test('the setting’s name is in the errors about DEMO with real keys and about a DATA_DIR that is a file', () => {
  const file = join(dataDir, 'a-file')
  writeFileSync(file, '')

  expect(problemsOf({ ...testKeys, DEMO: 'on' })).toEqual(['DEMO'])
  expect(problemsOf({ ...testKeys, DEMO: 'few' })).toEqual(['DEMO'])
  expect(problemsOf({ ...testKeys, DEMO: 'off' })).toEqual([])
  expect(problemsOf({ DATA_DIR: file })).toEqual(['DATA_DIR'])
  expect(problemsOf({ DATA_DIR: join(file, 'below') })).toEqual(['DATA_DIR'])
})

// Proves settings-at-start.
test('missing and malformed settings are listed together without their values', () => {
  const env = {
    NODE_ENV: 'production',
    PORT: 'x',
    STRIPE_SECRET_KEY: 'sk_live_canary',
    AUTH_SECRET: 'canary',
  }

  expect(problemsOf(env).toSorted()).toEqual([
    'AUTH_SECRET',
    'PORT',
    'PUBLIC_URL',
    'STRIPE_CONNECT_WEBHOOK_SECRET',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ])
  expect(() => read(env)).toThrow(/^(?![^]*canary)/)
})

// Proves settings-at-start.
test.each(['AUTH_SECRET', 'PUBLIC_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])(
  'production rejects a blank %s',
  (name) => {
    expect(problemsOf(production)).toEqual([])
    expect(problemsOf({ ...production, [name]: '' })).toEqual([name])
  },
)

test.each([
  ['http://pay.example.com', ['PUBLIC_URL']],
  ['http://localhost.example.com', ['PUBLIC_URL']],
  ['http://192.168.1.7:3000', ['PUBLIC_URL']],
  ['http://localhost:3000', []],
  ['http://shop.localhost', []],
  ['http://127.0.0.1:3000', []],
  ['http://[::1]:3000', []],
])('PUBLIC_URL %s causes these problems in production and development: %j', (PUBLIC_URL, problems) => {
  expect(problemsOf({ ...production, PUBLIC_URL })).toEqual(problems)
  expect(problemsOf({ PUBLIC_URL })).toEqual(problems)
})

test('a webhook secret that is only commas counts as missing', () => {
  expect(problemsOf({ ...testKeys, STRIPE_WEBHOOK_SECRET: ' , ' })).toEqual(['STRIPE_WEBHOOK_SECRET'])
})

test('real Stripe keys require their companion settings and disable the sandbox, even in development', () => {
  expect(problemsOf({ STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_CONNECT_WEBHOOK_SECRET',
  ])
  expect(read(testKeys)).toMatchObject({
    sandboxPort: undefined,
    demo: 'off',
    provider: { isTestMode: true, apiBase: 'https://api.stripe.com' },
  })
  expect(read(production).provider.isTestMode).toBe(false)
  expect(read({ ...production, STRIPE_SECRET_KEY: 'rk_live_1' }).provider.isTestMode).toBe(false)
})

// Proves settings-at-start.
test.each(['Production', 'prod', 'PRODUCTION', 'live', 'staging'])(
  'an unknown NODE_ENV (%s) is rejected by name',
  (NODE_ENV) => {
    expect(problemsOf({ NODE_ENV })).toEqual(['NODE_ENV'])
    expect(() => readStoreConfig({ NODE_ENV })).toThrow(/NODE_ENV: must be production/)
  },
)

// Proves development-mode.
test.each(['sk_live_1', 'rk_live_1'])('a shop with the live key %s starts only in production', (key) => {
  const live = { ...real, STRIPE_SECRET_KEY: key }

  expect(problemsOf(live)).toEqual(['NODE_ENV'])
  expect(problemsOf({ ...live, NODE_ENV: 'development', PUBLIC_URL: 'http://localhost:3000' })).toEqual([
    'NODE_ENV',
  ])
  expect(problemsOf({ STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toEqual(['NODE_ENV'])
  expect(problemsOf({ ...production, ...live })).toEqual([])
})

// Proves development-mode.
test.each(['https://shop.example', 'https://192.168.1.7', 'https://localhost.example.com'])(
  'development mode does not start at the public URL %s',
  (PUBLIC_URL) => {
    expect(problemsOf({ PUBLIC_URL })).toEqual(['PUBLIC_URL'])
    expect(problemsOf({ ...testKeys, NODE_ENV: 'development', PUBLIC_URL })).toEqual(['PUBLIC_URL'])
    expect(() => read({ PUBLIC_URL })).toThrow('NODE_ENV must be production')
  },
)

// Proves settings-at-start.
test.each([
  ['sk_live_1', 'pk_test_1', ['STRIPE_PUBLISHABLE_KEY']],
  ['rk_live_1', 'pk_test_1', ['STRIPE_PUBLISHABLE_KEY']],
  ['sk_test_1', 'pk_live_1', ['STRIPE_PUBLISHABLE_KEY']],
  ['rk_test_1', 'pk_live_1', ['STRIPE_PUBLISHABLE_KEY']],
  ['pk_live_1', 'pk_live_1', ['STRIPE_SECRET_KEY']],
  ['sk_live_1', 'sk_live_1', ['STRIPE_PUBLISHABLE_KEY']],
  ['sk_org_live_1', 'pk_live_1', ['STRIPE_SECRET_KEY']],
  ['rk_test_1', 'pk_test_1', []],
  ['rk_live_1', 'pk_live_1', []],
])('secret key %s with publishable key %s causes these problems: %j', (secret, publishable, problems) => {
  const keys = { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }

  expect(problemsOf({ ...production, ...keys })).toEqual(problems)
})

test('one network can use a tenth of all concurrent requests unless REQUESTS_PER_NETWORK says otherwise', () => {
  expect(read().crowds).toEqual({ inAll: 1_000, ofNetwork: 100 })
  expect(read({ REQUESTS_PER_NETWORK: '300' }).crowds.ofNetwork).toBe(300)
  expect(read({ RATE_LIMITS: 'off' }).crowds.ofNetwork).toBe(Infinity)
  expect(problemsOf({ REQUESTS_PER_NETWORK: '1' })).toEqual(['REQUESTS_PER_NETWORK'])
})

// Proves secrets.
test('two webhook secrets are valid at the same time, with Stripe and with the sandbox', () => {
  const two = { STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' }

  expect(read({ ...testKeys, ...two }).provider.webhookSecrets).toEqual(['whsec_new', 'whsec_old'])
  expect(read(two).provider.webhookSecrets).toEqual(['whsec_new', 'whsec_old'])
})

test('rate limits can be turned off except in production', () => {
  expect(read({ RATE_LIMITS: 'off' }).areRatesLimited).toBe(false)
  expect(problemsOf({ ...production, RATE_LIMITS: 'off' })).toEqual(['RATE_LIMITS'])
})

test('trusted proxies can be addresses or networks', () => {
  expect(read({ TRUSTED_PROXIES: '10.0.0.0/8, ::1,2001:db8::/32' }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '::1',
    '2001:db8::/32',
  ])
})

test('a trailing slash is removed from PUBLIC_URL', () => {
  expect(read(production).publicUrl).toBe('https://pay.example.com')
})

test('social sign-in uses Google unless another https issuer is set', () => {
  const client = { OIDC_CLIENT_ID: 'tillform', OIDC_CLIENT_SECRET: 'secret' }
  const own = { ...client, OIDC_ISSUER: 'https://id.example.com' }

  expect(read().openId).toBeUndefined()
  expect(read(client).openId).toMatchObject({ issuer: 'https://accounts.google.com', name: 'Google' })
  expect(read(own).openId).toMatchObject({ issuer: 'https://id.example.com', name: 'id.example.com' })
  expect(read({ ...own, OIDC_NAME: 'Example' }).openId?.name).toBe('Example')
  expect(problemsOf({ ...client, OIDC_ISSUER: 'http://id.example.com' })).toEqual(['OIDC_ISSUER'])
  expect(problemsOf({ OIDC_CLIENT_ID: 'tillform' })).toEqual(['OIDC_CLIENT_SECRET'])
})

test('contact messages are sent to MAIL_FROM unless CONTACT_EMAIL is set', () => {
  expect(read({ MAIL_FROM: 'Shop <shop@example.com>' }).mail.contact).toBe('shop@example.com')
  expect(read({ MAIL_FROM: 'shop@example.com' }).mail.contact).toBe('shop@example.com')
  expect(read({ CONTACT_EMAIL: 'help@example.com' }).mail.contact).toBe('help@example.com')
  expect(problemsOf({ CONTACT_EMAIL: 'nonsense' })).toEqual(['CONTACT_EMAIL'])
})

test('the operator’s terms and privacy policy are URLs, or else they are not linked', () => {
  const own = { TERMS_URL: 'https://example.com/terms', PRIVACY_URL: 'https://example.com/privacy' }
  expect(read().legal).toEqual({ terms: undefined, privacy: undefined })
  expect(read(own).legal).toEqual({ terms: own.TERMS_URL, privacy: own.PRIVACY_URL })
  expect(problemsOf({ TERMS_URL: 'javascript:alert(1)' })).toEqual(['TERMS_URL'])
})

test('push needs both VAPID keys in their generated format', () => {
  const keys = { VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}`, VAPID_PRIVATE_KEY: 'a'.repeat(43) }
  expect(read({}).push).toBeUndefined()
  expect(read(keys).push).toEqual({ publicKey: keys.VAPID_PUBLIC_KEY, privateKey: keys.VAPID_PRIVATE_KEY })
  expect(problemsOf({ VAPID_PUBLIC_KEY: keys.VAPID_PUBLIC_KEY })).toEqual(['VAPID_PRIVATE_KEY'])
  expect(problemsOf({ ...keys, VAPID_PRIVATE_KEY: 'a'.repeat(40) })).toEqual(['VAPID_PRIVATE_KEY'])
})

test('every setting is documented, and compose.yaml passes on the settings of a live shop', () => {
  const root = new URL('../../../', import.meta.url)
  const documents = readFileSync(new URL('docs/operations.md', root), 'utf8')
  const compose = readFileSync(new URL('compose.yaml', root), 'utf8')
  const ofImage = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR']
  const ofTrials = ['STRIPE_API_BASE', 'STRIPE_JS_URL', 'SANDBOX_PORT', 'DEMO', 'RATE_LIMITS']
  const isPassed = (name: string) => compose.includes(`\n      ${name}: `)

  expect(settingNames.filter((name) => !documents.includes(`\`${name}\``))).toEqual([])
  expect(settingNames.filter((name) => !isPassed(name))).toEqual(
    settingNames.filter((name) => [...ofImage, ...ofTrials].includes(name)),
  )
})
