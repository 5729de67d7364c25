import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { beginningOf } from '#foundation/text/cut-text.ts'
import type { Config, OpenIdConfig } from '#foundation/config/config.ts'
import { ownEmail } from '../contract.ts'

/** The state stored in the browser while the person is at the issuer. */
export type Flow = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** A person as the issuer describes them, with a verified email address. */
export type Profile = {
  readonly uid: string
  readonly email: string
  readonly firstname: string
  readonly lastName: string
  /** Whether the issuer says it has checked more than one factor. */
  readonly isMultiFactor: boolean
}

/**
 * Why a person came back without a profile: they declined, their address is unverified there or cannot get email from
 * us, or something failed.
 */
export class SocialSignInFailed extends Error {
  readonly reason: 'cancelled' | 'unverified' | 'address' | 'failed'

  constructor(reason: SocialSignInFailed['reason'], cause?: unknown) {
    super(`social sign-in: ${reason}`, { cause })
    this.reason = reason
  }
}

export type OpenId = {
  readonly issuer: string
  /** The issuer's name, as people know it. */
  readonly name: string
  /** The URL of the issuer's page, with the state to store until the person returns. */
  readonly start: () => Promise<{ readonly url: string; readonly flow: Flow }>
  /** Turns the issuer's response into a profile. Throws `SocialSignInFailed`. */
  readonly finish: (answer: URLSearchParams, flow: Flow) => Promise<Profile>
}

/** Seconds. */
const timeLimit = 5

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
  amr: z.array(z.string()).optional().catch(undefined),
  acr: z.string().optional().catch(undefined),
})
type Claims = z.output<typeof claims>

/**
 * The two terms for a multi-factor sign-in: one from RFC 8176, and one from PAPE, which OpenID Connect also lists. No
 * other term guarantees it.
 */
const multiFactorMethod = 'mfa'
const multiFactorClass = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'

/** Signs people in with an OpenID Connect issuer, by authorization code with PKCE, state and nonce. */
export function createOpenId(config: OpenIdConfig, redirectUri: string): OpenId {
  let known: Promise<Configuration> | undefined
  const discovered = () => {
    known ??= discover(config).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }

  const readProfile = async (answer: URLSearchParams, flow: Flow): Promise<Profile> => {
    const issuer = await discovered()
    const tokens = await authorizationCodeGrant(issuer, new URL(`${redirectUri}?${answer.toString()}`), {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
    })
    const fromToken = claims.parse(tokens.claims())
    const isComplete =
      fromToken.email !== undefined || issuer.serverMetadata().userinfo_endpoint === undefined
    if (isComplete) return profileOf(fromToken)
    const more = claims.parse(await fetchUserInfo(issuer, tokens.access_token, fromToken.sub))
    // Only the signed token proves how someone signed in.
    return profileOf({ ...fromToken, ...more, amr: fromToken.amr, acr: fromToken.acr })
  }

  return {
    issuer: config.issuer,
    name: config.name,
    async start() {
      const issuer = await discovered()
      const flow = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const url = buildAuthorizationUrl(issuer, {
        redirect_uri: redirectUri,
        scope: t('openid email profile'),
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, flow }
    },

    async finish(answer, flow) {
      try {
        return await readProfile(answer, flow)
      } catch (error) {
        if (error instanceof SocialSignInFailed) throw error
        const isNo = error instanceof AuthorizationResponseError && error.error === 'access_denied'
        throw new SocialSignInFailed(isNo ? 'cancelled' : 'failed', error)
      }
    },
  }
}

/** The issuer's published configuration. Each token's signature is checked as well as its claims. */
async function discover({ issuer, clientId, clientSecret }: OpenIdConfig): Promise<Configuration> {
  const execute = [enableNonRepudiationChecks]
  // The library accepts plain HTTP only for an issuer on this very machine.
  // oxlint-disable-next-line typescript/no-deprecated -- so marked by its makers to stand out
  if (issuer.startsWith('http:')) execute.push(allowInsecureRequests)
  const metadata = { [clockTolerance]: 60 }
  return discovery(new URL(issuer), clientId, metadata, secretFor(clientSecret), {
    timeout: timeLimit,
    execute,
  })
}

/** The client secret goes into the header, the standard's default, unless the issuer reads it only elsewhere. */
function secretFor(clientSecret: string): ClientAuth {
  return (issuer, ...request) => {
    const { token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] } = issuer
    const way = ways.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
    way(clientSecret)(issuer, ...request)
  }
}

function profileOf({ sub, email, email_verified: isVerified, amr, acr, ...names }: Claims): Profile {
  if (email === undefined || isVerified !== true) throw new SocialSignInFailed('unverified')
  const address = ownEmail.safeParse(email)
  if (!address.success) throw new SocialSignInFailed('address')
  const { name = '' } = names
  const [first = '', ...rest] = name.split(' ')
  return {
    uid: sub,
    email: address.data.toLowerCase(),
    firstname: storable(names.given_name ?? first),
    lastName: storable(names.family_name ?? rest.join(' ')),
    isMultiFactor: amr?.includes(multiFactorMethod) === true || acr === multiFactorClass,
  }
}

/** A name in the form it is stored: one line that the database accepts. */
function storable(name: string): string {
  const line = name
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  return beginningOf(line, 120)
}

/** An issuer's readable name, or its host if it is no longer configured. */
export function issuerName({ openId }: Pick<Config, 'openId'>, issuer: string): string {
  if (openId?.issuer === issuer) return openId.name
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}
