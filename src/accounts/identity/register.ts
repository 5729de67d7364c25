import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { accountContract } from './account/contract.ts'
import { accountHandlers } from './account/handlers.ts'
import { createLinks, type Links } from './account/links.ts'
import type { ReclaimTeam } from './ways-in.ts'
import { noticeWriters, accountMailWriters } from './account/write-mails.ts'
import { identityContract } from './contract.ts'
import { countRefusals } from './password/check-password.ts'
import { eraseWaysIn } from './account/store.ts'
import { identityHandlers } from './handlers.ts'
import { createSecretBox } from '#foundation/values/secret-box.ts'
import { securityContract } from './security-contract.ts'
import { securityHandlers } from './security-handlers.ts'
import { createSessionCookie, createDeviceCookie } from './sessions/cookies.ts'
import { pruneSessions, type SessionServices } from './sessions/sessions.ts'
import { socialContract } from './social/contract.ts'
import { callbackPath, registerSocialCallback, socialHandlers } from './social/handlers.ts'
import { createOpenId } from './social/open-id.ts'
import { createSocialCookies, type SocialServices } from './social/social-sign-in.ts'

const tenMinutes = 10 * 60_000

/** Registers sign-in, sessions and account protection. Returns what sign-up needs. */
export function registerIdentity(
  { server, serve, writeMails, work, endAccount }: Registry,
  services: Services,
  {
    bearer,
    openShop,
    reclaimTeam,
  }: Pick<SessionServices, 'bearer' | 'openShop'> & { readonly reclaimTeam: ReclaimTeam },
): SocialServices & { readonly links: Links } {
  const { db, clock, config } = services
  const { authSecret, publicUrl } = config
  const links = createLinks(authSecret)
  const account = {
    ...services,
    links,
    reclaimTeam,
    publicUrl,
    bearer,
    openShop,
    cookie: createSessionCookie(authSecret, publicUrl),
    deviceCookie: createDeviceCookie(authSecret, publicUrl),
    secretBox: createSecretBox(authSecret, 'second factors'),
  }
  const social = {
    ...account,
    cookies: createSocialCookies(authSecret, publicUrl, clock),
    openId: config.openId && createOpenId(config.openId, `${publicUrl}${callbackPath}`),
  }
  const ways = identityHandlers(account)
  const counted = countRefusals(services.metrics)
  serve(identityContract, {
    ...ways,
    signIn: counted('password', ways.signIn),
    signInWithPasskey: counted('passkey', ways.signInWithPasskey),
  })
  serve(securityContract, securityHandlers(account))
  serve(accountContract, accountHandlers(account))
  const issued = socialHandlers(social)
  serve(socialContract, {
    ...issued,
    finishSocialSignIn: counted('social', issued.finishSocialSignIn),
  })
  registerSocialCallback(server, social)
  writeMails({ ...accountMailWriters(db, links, config), ...noticeWriters(db, config) })
  endAccount({ eraseUser: async ({ tx }, userId) => eraseWaysIn(tx, userId) })
  work('sessions', tenMinutes, () => pruneSessions(services))
  return social
}
