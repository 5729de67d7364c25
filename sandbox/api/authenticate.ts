import { platformAccount, apiVersion, type World } from '#world.ts'
import { ApiError, forbidden, invalidRequest, unauthorized } from './errors.ts'

export type Caller = {
  readonly keyKind: 'secret' | 'publishable'
  readonly account: string
}

type Headers = Record<string, string | string[] | undefined>

/** @throws ApiError 401 for a wrong key, 403 for a wrong account, 400 for another API version */
export function authenticate(world: World, headers: Headers, keyParam: string | undefined): Caller {
  const key = keyOf(headers) ?? keyParam
  const keyKind = kindOf(world, key)
  const version = single(headers['stripe-version'])
  if (version !== undefined && version !== apiVersion) {
    throw invalidRequest(`Invalid Stripe API version: ${version}`)
  }
  const account = single(headers['stripe-account'])
  if (account === undefined || account === platformAccount) return { keyKind, account: platformAccount }
  if (world.store.accounts.get(account) === undefined) {
    throw forbidden(
      `The provided key '${masked(key ?? '')}' does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
      'account_invalid',
    )
  }
  return { keyKind, account }
}

export function refusePublishable(): ApiError {
  return new ApiError(401, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  })
}

function kindOf(world: World, key: string | undefined): Caller['keyKind'] {
  if (key === undefined || key === '') {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (key === world.config.secretKey) return 'secret'
  if (key === world.config.publishableKey) return 'publishable'
  throw unauthorized(`Invalid API Key provided: ${masked(key)}`)
}

function keyOf(headers: Headers): string | undefined {
  const header = single(headers.authorization)
  if (header === undefined) return undefined
  const [scheme = '', credentials = ''] = header.split(' ', 2)
  if (scheme.toLowerCase() === 'bearer') return credentials
  if (scheme.toLowerCase() !== 'basic') return undefined
  return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0]
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function masked(key: string): string {
  if (key.length <= 12) return '*'.repeat(key.length)
  return `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
}
