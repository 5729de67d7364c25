import { createHmac } from 'node:crypto'
import { emailKeyOf } from './email-key.ts'

/** Who holds something that they have not paid yet, by digests: nobody is named where limits are kept. */
export type Holder = {
  /** Null where no client is at the other end. */
  readonly network: string | null
  readonly emailKey: string
}

export function holderOf(authSecret: string, network: string | null, email: string): Holder {
  const digest = (text: string) =>
    createHmac('sha256', authSecret).update(`holder ${text}`).digest('base64url')
  return { network: network === null ? null : digest(network), emailKey: emailKeyOf(email) }
}
