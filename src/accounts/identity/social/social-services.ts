import type { Limiter } from '#foundation/limits/limiter.ts'
import type { SessionServices } from '../sessions/open-session.ts'
import type { SecretBox } from '../second-factor/secret-box.ts'
import type { OpenId } from './open-id.ts'
import type { SocialCookies } from './sealed-cookies.ts'

export type SocialServices = SessionServices & {
  readonly publicUrl: string
  readonly limiter: Limiter
  readonly secretBox: SecretBox
  readonly cookies: SocialCookies
  /** Undefined where no issuer is configured. */
  readonly openId: OpenId | undefined
}
