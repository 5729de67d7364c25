import { isOfThisMachine, isSafeAddress, listed } from './setting-types.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Lists settings that are missing although others require them, one per line. */
export function missingValues(env: Variables): string[] {
  const isProduction = env['NODE_ENV'] === 'production'
  const isSet = (name: string) => listed(env[name]).length > 0
  const ofProvider = isSet('STRIPE_SECRET_KEY')
    ? ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET']
    : isProduction
      ? ['STRIPE_SECRET_KEY']
      : []
  const ofIssuer = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'].some(isSet)
    ? ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
    : []
  const ofPush = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'].some(isSet)
    ? ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY']
    : []
  const ofProduction = isProduction ? ['AUTH_SECRET', 'PUBLIC_URL'] : []
  return [...ofProvider, ...ofIssuer, ...ofPush, ...ofProduction]
    .filter((name) => !isSet(name))
    .map((name) => `${name} is missing`)
}

/** Lists settings that are well-formed but not allowed, one per line and without their values. */
export function unsafeValues(env: Variables): string[] {
  const isProduction = env['NODE_ENV'] === 'production'
  const isDemoOfReal =
    ['on', 'few'].includes(env['DEMO'] ?? '') && listed(env['STRIPE_SECRET_KEY']).length > 0
  const isReplicaAlone =
    listed(env['DATABASE_READ_URL']).length > 0 && listed(env['DATABASE_URL']).length === 0
  return [
    ...(isReplicaAlone ? ['DATABASE_READ_URL: needs DATABASE_URL, which is missing'] : []),
    ...(isDemoOfReal ? ['DEMO: only works with the sandbox, not with STRIPE_SECRET_KEY'] : []),
    ...(isProduction && env['RATE_LIMITS'] === 'off' ? ['RATE_LIMITS: must be on in production'] : []),
    ...unsafeAddress(env['PUBLIC_URL'], isProduction),
    ...unsafeKeys(env['STRIPE_SECRET_KEY'] ?? '', env['STRIPE_PUBLISHABLE_KEY'] ?? '', isProduction),
  ]
}

/**
 * Rejects public URLs in development. That mode shows every email and can run without limits, so no one else should be
 * able to open it.
 */
function unsafeAddress(publicUrl: string | undefined, isProduction: boolean): string[] {
  // Invalid URLs are rejected where they are read.
  if (publicUrl === undefined || !URL.canParse(publicUrl) || !/^https?:/i.test(publicUrl)) return []
  if (isProduction)
    return isSafeAddress(publicUrl)
      ? []
      : ['PUBLIC_URL: must begin with https: in production, unless only this machine can open it']
  return isOfThisMachine(publicUrl)
    ? []
    : [
        'PUBLIC_URL: other machines can open it, so NODE_ENV must be production; development only runs at localhost',
      ]
}

function unsafeKeys(secret: string, publishable: string, isProduction: boolean): string[] {
  if (!isProduction && (isLive(secret) || isLive(publishable)))
    return ['NODE_ENV: must be production with live Stripe keys; development accepts test keys or none']
  if (secret === '') return []
  const wrong = [
    ...(/^[sr]k_(?:test|live)_/.test(secret)
      ? []
      : ['STRIPE_SECRET_KEY: must begin with sk_live_, rk_live_, sk_test_ or rk_test_']),
    ...(publishable === '' || /^pk_(?:test|live)_/.test(publishable)
      ? []
      : ['STRIPE_PUBLISHABLE_KEY: must begin with pk_live_ or pk_test_']),
  ]
  if (wrong.length > 0 || publishable === '' || isLive(secret) === isLive(publishable)) return wrong
  return [
    `STRIPE_PUBLISHABLE_KEY: is a ${modeOf(publishable)} key, but STRIPE_SECRET_KEY is a ${modeOf(secret)} key; use the same mode for both`,
  ]
}

/** Whether a key of the provider moves real money. */
export function isLive(key: string): boolean {
  return /^\s*[a-z]+_live_/.test(key)
}

const modeOf = (key: string) => (isLive(key) ? 'live' : 'test')
