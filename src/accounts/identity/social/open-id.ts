import { createRemoteJWKSet, jwtVerify } from 'jose'
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#foundation/clock.ts'
import type { OpenIdConfig } from '#foundation/config.ts'

/** What a browser keeps between leaving for the issuer and coming back. */
export type Flow = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** A person as the issuer vouches for them; the address is one that it has verified. */
export type Profile = {
  readonly uid: string
  readonly email: string
  readonly firstname: string
  readonly lastName: string
  /** The issuer says that it has checked more than one factor. */
  readonly isMultiFactor: boolean
}

/** Why a person did not come back with a profile: they said no, their address is not verified there, or it went wrong. */
export class SocialSignInFailed extends Error {
  readonly reason: 'cancelled' | 'unverified' | 'failed'

  constructor(reason: SocialSignInFailed['reason'], cause?: unknown) {
    super(`social sign-in: ${reason}`, { cause })
    this.reason = reason
  }
}

export type OpenId = {
  readonly issuer: string
  /** What people know the issuer as. */
  readonly name: string
  /** The issuer's page to go to, and what to keep meanwhile. */
  readonly start: () => Promise<{ readonly url: string; readonly flow: Flow }>
  /** Turns what the issuer sent back into a profile, or throws `SocialSignInFailed`. */
  readonly finish: (answer: URLSearchParams, flow: Flow) => Promise<Profile>
}

const timeLimit = 5_000
/** Signatures by a key pair; one that our own secret could make would be no proof. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']

const webUrl = z.url({ protocol: /^https?$/ })
const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: webUrl,
  token_endpoint: webUrl,
  jwks_uri: webUrl,
  userinfo_endpoint: webUrl.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
})
type Discovery = z.output<typeof discoveryDocument>

const tokens = z.object({ id_token: z.string(), access_token: z.string().optional() })
const claims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string().optional(),
  azp: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
  amr: z.array(z.string()).optional().catch(undefined),
  acr: z.string().optional().catch(undefined),
})
type Claims = z.output<typeof claims>

/** The two words for it: of RFC 8176, and of PAPE, which OpenID Connect names too. Any other one promises nothing. */
const multiFactorMethod = 'mfa'
const multiFactorClass = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'

/** Signs people in at an issuer of OpenID Connect: authorization code with PKCE, state and nonce. */
export function createOpenId(config: OpenIdConfig, redirectUri: string, clock: Clock): OpenId {
  const { issuer, clientId } = config
  let known: Promise<{ document: Discovery; keys: ReturnType<typeof createRemoteJWKSet> }> | undefined

  const discover = async () => {
    const document = discoveryDocument.parse(
      await fetchJson(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`),
    )
    if (document.issuer !== issuer) throw new Error('The issuer calls itself by another name')
    const keys = createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: timeLimit })
    return { document, keys }
  }
  const discovered = () => {
    known ??= discover().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }

  const readIdToken = async (idToken: string, flow: Flow): Promise<Claims> => {
    const { keys } = await discovered()
    const { payload } = await jwtVerify(idToken, keys, {
      issuer,
      audience: clientId,
      algorithms,
      currentDate: clock.now(),
      clockTolerance: 60,
      requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
    })
    const found = claims.parse(payload)
    const isForUs = Array.isArray(payload.aud) && payload.aud.length > 1 ? found.azp === clientId : true
    if (found.nonce !== flow.nonce || !isForUs) throw new Error('The ID token belongs to another sign-in')
    return found
  }

  const readProfile = async (answer: URLSearchParams, flow: Flow): Promise<Profile> => {
    const { document } = await discovered()
    const isFromIssuer =
      answer.get('iss') === issuer ||
      (!document.authorization_response_iss_parameter_supported && !answer.has('iss'))
    if (answer.get('state') !== flow.state || !isFromIssuer)
      throw new Error('The answer belongs to another sign-in')
    if (answer.has('error')) {
      throw new SocialSignInFailed(answer.get('error') === 'access_denied' ? 'cancelled' : 'failed')
    }
    const code = answer.get('code') ?? ''
    const { id_token: idToken, access_token: accessToken } = await trade(config, document, {
      code,
      redirectUri,
      flow,
    })
    const fromToken = await readIdToken(idToken, flow)
    const isComplete = fromToken.email !== undefined || document.userinfo_endpoint === undefined
    if (isComplete || accessToken === undefined) return profileOf(fromToken)
    const more = claims.parse(
      await fetchJson(document.userinfo_endpoint ?? '', { authorization: `Bearer ${accessToken}` }),
    )
    if (more.sub !== fromToken.sub) throw new Error('The issuer speaks of somebody else')
    // How somebody signed in is for the signed token to say.
    return profileOf({ ...fromToken, ...more, amr: fromToken.amr, acr: fromToken.acr })
  }

  return {
    issuer,
    name: config.name,
    async start() {
      const { document } = await discovered()
      const flow = { state: random(), nonce: random(), verifier: random() }
      const url = new URL(document.authorization_endpoint)
      const parameters = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: createHash('sha256').update(flow.verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return { url: url.href, flow }
    },

    async finish(answer, flow) {
      try {
        return await readProfile(answer, flow)
      } catch (error) {
        throw error instanceof SocialSignInFailed ? error : new SocialSignInFailed('failed', error)
      }
    },
  }
}

const random = () => randomBytes(32).toString('base64url')

/** Trades the code of the answer for tokens. */
async function trade(
  { clientId, clientSecret }: OpenIdConfig,
  document: Discovery,
  { code, redirectUri, flow }: { readonly code: string; readonly redirectUri: string; readonly flow: Flow },
): Promise<z.output<typeof tokens>> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: flow.verifier,
  })
  if (document.token_endpoint_auth_methods_supported.includes('client_secret_basic')) {
    const user = Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64')
    return tokens.parse(await fetchJson(document.token_endpoint, { authorization: `Basic ${user}` }, body))
  }
  body.set('client_id', clientId)
  body.set('client_secret', clientSecret)
  return tokens.parse(await fetchJson(document.token_endpoint, {}, body))
}

/** As application/x-www-form-urlencoded, which RFC 6749 asks for in a Basic header too. */
function formEncoded(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1)
}

async function fetchJson(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body?: URLSearchParams,
): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { method: 'POST', body }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimit),
  })
  if (!response.ok) throw new Error(`The issuer answered ${response.status}`)
  return response.json()
}

function profileOf({ sub, email, email_verified: isVerified, amr, acr, ...names }: Claims): Profile {
  if (email === undefined || email.length > 128 || isVerified !== true)
    throw new SocialSignInFailed('unverified')
  const { name = '' } = names
  const [first = '', ...rest] = name.split(' ')
  return {
    uid: sub,
    email: email.toLowerCase(),
    firstname: storable(names.given_name ?? first),
    lastName: storable(names.family_name ?? rest.join(' ')),
    isMultiFactor: amr?.includes(multiFactorMethod) === true || acr === multiFactorClass,
  }
}

/** A name as we keep it: one line that the database can store. */
function storable(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 120)
}
