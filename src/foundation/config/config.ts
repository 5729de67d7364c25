import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { noShares, usualCrowds, type CrowdLimits } from '#foundation/http/crowds/places.ts'
import { emailAddress } from '../http/input/fields.ts'
import { readAddress, type ServerRole } from '../db/server/address.ts'
import { isLive, missingValues, unsafeValues } from './setting-problems.ts'
import {
  blankIsUnset,
  isSafeAddress,
  listed,
  nodeEnvironment,
  optionalKey,
  optionalText,
  optionalUrl,
  port,
  vapidKey,
} from './setting-types.ts'
import { shopStorage, type ShopStorage } from './shop-storage.ts'

export type Config = {
  readonly isProduction: boolean
  readonly host: string
  readonly port: number
  /** The product's URL as buyers see it, without a trailing slash. */
  readonly publicUrl: string
  readonly dataDir: string
  /** The database's URL. If unset, the product uses the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** A standby database for lists, statistics and exports. If unset, they use the primary. */
  readonly databaseReadUrl: string | undefined
  /** `s3://bucket/…`; unset: a folder in `dataDir`. */
  readonly storageUrl: string | undefined
  readonly shopStorage: ShopStorage
  /** For how many years after the year of its last payment a sale keeps its buyer's name. */
  readonly salesNamedFor: number
  readonly authSecret: string
  readonly provider: ProviderConfig
  /** The sandbox that starts together with the product, or undefined with a real provider. */
  readonly sandboxPort: number | undefined
  /** The URL of the service that checks VAT numbers. */
  readonly vatRegisterUrl: string
  /** The URL at which the sandbox plays the ad platforms, or undefined to call the real ones. */
  readonly adPlatformsUrl: string | undefined
  readonly mail: {
    readonly smtpUrl: string | undefined
    readonly from: string
    /** The email address that receives contact messages. */
    readonly contact: string
  }
  /** The operator's own legal pages, linked on the sign-up page, or undefined if there are none. */
  readonly legal: { readonly terms: string | undefined; readonly privacy: string | undefined }
  /** The issuer of social sign-ins, or undefined if there is none. */
  readonly openId: OpenIdConfig | undefined
  /** The demo data: `on` is a shop with ninety days of sales, `few` one with a handful of sales for tests. */
  readonly demo: 'on' | 'few' | 'off'
  /** Whether rate limits apply. Off only for tests and load tests. */
  readonly areRatesLimited: boolean
  /** How many requests are handled concurrently, in total and for each network. */
  readonly crowds: CrowdLimits
  /** IP addresses and networks of proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies: readonly string[]
  readonly metrics: MetricsConfig
  /** The collector to which traces are sent. Undefined turns tracing off. */
  readonly traces: TracesConfig | undefined
  /** The keys that identify us to browsers for push notifications. Undefined turns them off. */
  readonly push: PushConfig | undefined
}

/** A pair of VAPID keys, in base64url. */
export type PushConfig = { readonly publicKey: string; readonly privateKey: string }

/** Where the metrics of this process are served. */
export type MetricsConfig = {
  /** A separate port for metrics, or undefined if there is none. */
  readonly port: number | undefined
  readonly host: string
  /** The token for reading the metrics, both on the product's own port and on the separate port. */
  readonly token: string | undefined
}

export type TracesConfig = {
  /** The URL of an OpenTelemetry collector that accepts OTLP over HTTP. */
  readonly endpoint: string
  /** The fraction of traces to record, from 0 to 1. */
  readonly ratio: number
}

export type OpenIdConfig = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The issuer's name on the sign-in button. */
  readonly name: string
}

/** The settings of a command that needs only the store. */
export type StoreConfig = Pick<Config, 'isProduction' | 'dataDir' | 'databaseUrl'>

export type ProviderConfig = {
  readonly secretKey: string
  readonly publishableKey: string
  /** Webhook signing secrets. There are two while one is being replaced. */
  readonly webhookSecrets: readonly string[]
  readonly connectWebhookSecrets: readonly string[]
  readonly apiBase: string
  readonly scriptUrl: string
  /** Whether payments move no real money. Every page with a card field shows this. */
  readonly isTestMode: boolean
}

/** The configuration is incomplete or malformed. The message lists every problem. */
export class ConfigurationError extends Error {}

const optionalDatabase = (role: ServerRole) =>
  z.preprocess(
    blankIsUnset,
    z
      .string()
      .superRefine((url, context) => sayAddressProblem(url, role, context))
      .optional(),
  )

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

const environment = z.object({
  NODE_ENV: nodeEnvironment,
  PORT: port(3000),
  HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  PUBLIC_URL: optionalUrl(/^https?$/),
  DATA_DIR: z
    .preprocess(blankIsUnset, z.string().default('./data'))
    .refine(isFolder, 'is a file, not a folder'),
  STORAGE_URL: optionalUrl(/^s3$/),
  STORAGE_PER_SHOP: shopStorage,
  BUYERS_KEPT_YEARS: z.preprocess(blankIsUnset, z.coerce.number().int().min(3).max(100).default(10)),
  DATABASE_URL: optionalDatabase('primary'),
  DATABASE_READ_URL: optionalDatabase('standby'),
  SMTP_URL: optionalUrl(/^smtps?$/),
  MAIL_FROM: z.preprocess(blankIsUnset, z.string().default('Tillform <no-reply@tillform.localhost>')),
  CONTACT_EMAIL: z.preprocess(blankIsUnset, emailAddress.optional()),
  TERMS_URL: optionalUrl(/^https?$/),
  PRIVACY_URL: optionalUrl(/^https?$/),
  VAPID_PUBLIC_KEY: vapidKey(87),
  VAPID_PRIVATE_KEY: vapidKey(43),
  OIDC_ISSUER: optionalUrl(/^https?$/).refine(isSafeAddress, 'must begin with https:'),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_NAME: z.preprocess(blankIsUnset, z.string().max(40).optional()),
  STRIPE_SECRET_KEY: optionalKey,
  STRIPE_PUBLISHABLE_KEY: optionalKey,
  STRIPE_WEBHOOK_SECRET: optionalKey,
  STRIPE_CONNECT_WEBHOOK_SECRET: optionalKey,
  STRIPE_API_BASE: optionalUrl(/^https?$/),
  STRIPE_JS_URL: optionalUrl(/^https?$/),
  SANDBOX_PORT: port(3001),
  VAT_REGISTER_URL: optionalUrl(/^https?$/),
  AUTH_SECRET: z.preprocess(blankIsUnset, z.string().min(32, 'must have at least 32 characters').optional()),
  DEMO: z.preprocess(blankIsUnset, z.enum(['on', 'few', 'off']).default('on')),
  RATE_LIMITS: z.preprocess(blankIsUnset, z.enum(['on', 'off']).default('on')),
  REQUESTS_PER_NETWORK: z.preprocess(
    blankIsUnset,
    z.coerce.number().int().min(10).max(usualCrowds.inAll).default(usualCrowds.ofNetwork),
  ),
  METRICS_PORT: z.preprocess(blankIsUnset, z.coerce.number().int().min(1).max(65_535).optional()),
  METRICS_HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  METRICS_TOKEN: z.preprocess(
    blankIsUnset,
    z.string().min(16, 'must have at least 16 characters').optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl(/^https?$/),
  OTEL_TRACES_SAMPLER_ARG: z.preprocess(blankIsUnset, z.coerce.number().min(0).max(1).default(1)),
  TRUSTED_PROXIES: optionalText.refine(
    (value) => network.array().safeParse(listed(value)).success,
    'must be IP addresses or networks (10.0.0.0/8), separated by commas',
  ),
})
type Environment = z.output<typeof environment>

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape)

/** The default values of settings. '' means that there is no default, or that it consists of several parts. */
export function settingDefaults(): Readonly<Record<string, string>> {
  const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number'
  return Object.fromEntries(
    Object.entries(environment.parse({})).map(([name, value]) => [name, isText(value) ? `${value}` : '']),
  )
}

type Variables = Readonly<Record<string, string | undefined>>

/** Reads the settings from the environment. Throws a single error that lists everything missing or malformed. */
export function readConfig(env: Variables): Config {
  const parsed = environment.safeParse(env)
  const malformed = parsed.success ? [] : parsed.error.issues.map(describeIssue)
  const problems = [...malformed, ...missingValues(env), ...unsafeValues(env)]
  if (!parsed.success || problems.length > 0) throw unusable(problems)
  const values = parsed.data
  const dataDir = resolve(values.DATA_DIR)
  const authSecret = values.AUTH_SECRET ?? storedSecret(dataDir, 'auth-secret')
  const usesSandbox = values.STRIPE_SECRET_KEY === undefined
  return {
    isProduction: values.NODE_ENV === 'production',
    host: values.HOST,
    port: values.PORT,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    storageUrl: values.STORAGE_URL,
    shopStorage: values.STORAGE_PER_SHOP,
    salesNamedFor: values.BUYERS_KEPT_YEARS,
    authSecret,
    provider: usesSandbox ? sandboxProvider(values, dataDir) : realProvider(values),
    sandboxPort: usesSandbox ? values.SANDBOX_PORT : undefined,
    vatRegisterUrl: values.VAT_REGISTER_URL ?? (usesSandbox ? sandboxRegister(values) : euRegister),
    adPlatformsUrl: usesSandbox ? `http://127.0.0.1:${values.SANDBOX_PORT}/ad-platforms` : undefined,
    mail: {
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM,
      contact: values.CONTACT_EMAIL ?? addressOf(values.MAIL_FROM),
    },
    legal: { terms: values.TERMS_URL, privacy: values.PRIVACY_URL },
    openId: openIdOf(values),
    demo: usesSandbox ? values.DEMO : 'off',
    areRatesLimited: values.RATE_LIMITS === 'on',
    crowds:
      values.RATE_LIMITS === 'on' ? { ...usualCrowds, ofNetwork: values.REQUESTS_PER_NETWORK } : noShares,
    trustedProxies: listed(values.TRUSTED_PROXIES),
    metrics: { port: values.METRICS_PORT, host: values.METRICS_HOST, token: values.METRICS_TOKEN },
    traces: tracesOf(values),
    push: pushOf(values),
  }
}

/** Reads only the settings of the store, so that a command needs no provider key. */
export function readStoreConfig(env: Variables): StoreConfig {
  const parsed = environment.pick({ NODE_ENV: true, DATA_DIR: true, DATABASE_URL: true }).safeParse(env)
  if (!parsed.success) throw unusable(parsed.error.issues.map(describeIssue))
  const { NODE_ENV, DATA_DIR, DATABASE_URL } = parsed.data
  return { isProduction: NODE_ENV === 'production', dataDir: resolve(DATA_DIR), databaseUrl: DATABASE_URL }
}

function unusable(problems: readonly string[]): ConfigurationError {
  return new ConfigurationError(
    `The configuration cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`,
  )
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')}: ${issue.message}`
}

/** The EU's register of VAT numbers, VIES. */
const euRegister = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

function sandboxRegister({ SANDBOX_PORT }: Environment): string {
  return `http://127.0.0.1:${SANDBOX_PORT}/vat-register`
}

function sandboxProvider(values: Environment, dataDir: string): ProviderConfig {
  const base = `http://127.0.0.1:${values.SANDBOX_PORT}`
  return {
    secretKey: 'sk_test_tillform_sandbox',
    publishableKey: 'pk_test_tillform_sandbox',
    webhookSecrets: listed(values.STRIPE_WEBHOOK_SECRET ?? storedSecret(dataDir, 'sandbox-webhook-secret')),
    connectWebhookSecrets: listed(
      values.STRIPE_CONNECT_WEBHOOK_SECRET ?? storedSecret(dataDir, 'sandbox-connect-webhook-secret'),
    ),
    apiBase: values.STRIPE_API_BASE ?? base,
    scriptUrl: values.STRIPE_JS_URL ?? `${base}/js/stripe.js`,
    isTestMode: true,
  }
}

function realProvider(values: Environment): ProviderConfig {
  const secretKey = values.STRIPE_SECRET_KEY ?? ''
  return {
    secretKey,
    publishableKey: values.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecrets: listed(values.STRIPE_WEBHOOK_SECRET),
    connectWebhookSecrets: listed(values.STRIPE_CONNECT_WEBHOOK_SECRET),
    apiBase: values.STRIPE_API_BASE ?? 'https://api.stripe.com',
    scriptUrl: values.STRIPE_JS_URL ?? 'https://js.stripe.com/endive/stripe.js',
    isTestMode: !isLive(secretKey),
  }
}

const google = { issuer: 'https://accounts.google.com', name: 'Google' } as const

/** The issuer of social sign-ins: Google, unless another one is set. */
function openIdOf(values: Environment): OpenIdConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  if (clientId === undefined || clientSecret === undefined) return undefined
  const name = values.OIDC_NAME ?? (issuer === undefined ? google.name : new URL(issuer).hostname)
  return { issuer: issuer ?? google.issuer, clientId, clientSecret, name }
}

function tracesOf(values: Environment): TracesConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = values
  return endpoint === undefined ? undefined : { endpoint, ratio }
}

function pushOf(values: Environment): PushConfig | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values
  return publicKey === undefined || privateKey === undefined ? undefined : { publicKey, privateKey }
}

function sayAddressProblem(url: string, role: ServerRole, context: z.RefinementCtx): void {
  try {
    readAddress(url, role)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    context.addIssue({ code: 'custom', message: error.message })
  }
}

/** A missing folder can be created, unless a file has its name. */
function isFolder(path: string): boolean {
  const place = resolve(path)
  return existsSync(place) ? statSync(place).isDirectory() : isFolder(dirname(place))
}

/** The email address of a sender such as `Shop <receipts@example.com>`. */
function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender
}

/** A secret that is generated at the first start and stored in the data directory, readable only by its owner. */
function storedSecret(dataDir: string, name: string): string {
  const file = join(dataDir, 'secrets', name)
  if (!existsSync(file)) {
    mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if (!existsSync(file)) throw error
    }
    chmodSync(file, 0o600)
  }
  return readFileSync(file, 'utf8')
}
