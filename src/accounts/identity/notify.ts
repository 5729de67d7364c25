import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { instantText } from '#foundation/time/day-text.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'

/** Account changes that are reported by email, because a thief would make them too. */
export const securityNews = [
  'password-changed',
  'email-change-asked',
  'email-changed',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-renewed',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'issuer-connected',
  'issuer-removed',
  'sessions-ended',
  'additions-ended',
  'new-sign-in',
] as const
export type SecurityNews = (typeof securityNews)[number]

/** Details for the email: when (UTC), where, and what, such as a passkey's name. */
export const noticeData = z.object({
  at: z.iso.datetime(),
  device: z.string(),
  address: z.string(),
  subject: z.string().default(''),
})

/** Where a request came from, in words that people recognize. */
export type Origin = { readonly device: string; readonly address: string }

export function originOf(request: FastifyRequest): Origin {
  return {
    device: describeDevice(request.headers['user-agent'] ?? null),
    address: shortAddress(request.ip),
  }
}

/** A notification's data as stored with its email. */
export function describeNotice({
  at,
  origin,
  subject = '',
}: {
  readonly at: Date
  readonly origin: Origin
  readonly subject?: string
}): z.input<typeof noticeData> {
  return { at: at.toISOString(), ...origin, subject }
}

/** When and from where something changed, as a line in an email. Empty if the email was recorded without them. */
export function whenAndWhere(data: unknown): string {
  const known = noticeData.safeParse(data).data
  if (known === undefined) return ''
  const { at, device, address } = known
  return t('When: {time}. From: {device}, address {address}', {
    time: instantText(Date.parse(at)),
    device,
    address,
  })
}

/** Records the email about a change to a person's account, in the transaction of that change. */
export async function notify(
  tx: Transaction<Database>,
  news: SecurityNews,
  notice: {
    readonly userId: string
    readonly at: Date
    readonly origin: Origin
    /** The person's own name for what changed. */
    readonly subject?: string
    /** The recipient, if it is not the account's current address. */
    readonly recipient?: string
  },
): Promise<void> {
  const { userId, at } = notice
  await enqueueMail(tx, {
    kind: `account-${news}`,
    userId,
    about: newId(),
    data: describeNotice(notice),
    recipient: notice.recipient ?? (await addressOf(tx, userId)),
    at,
  })
}

async function addressOf(tx: Transaction<Database>, userId: string): Promise<string> {
  const user = await tx
    .selectFrom('usersView as users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.email
}

/**
 * The meaning of each name in a User-Agent header. The first match counts, because most browsers claim to be several.
 */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** The browser and system in words, so that people recognize their devices. */
export function describeDevice(userAgent: string | null): string {
  const text = userAgent ?? ''
  const browser = browsers.find(([, pattern]) => pattern.test(text))?.[0]
  const system = systems.find(([, pattern]) => pattern.test(text))?.[0]
  if (browser === undefined) return system ?? t('Command line or other app')
  return system === undefined ? browser : t('{browser} on {system}', { browser, system })
}

/** Shortens an IP address to its network: three numbers of IPv4, 48 bits of IPv6. */
export function shortAddress(address: string): string {
  const network = clientNetwork(address)
  return network.includes(':')
    ? `${network.split(':').slice(0, 3).join(':')}::`
    : `${network.split('.').slice(0, 3).join('.')}.*`
}
