import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type Clock, secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { claimDue } from '#foundation/jobs/claim-due.ts'
import { inLanguage } from '#foundation/language/t.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'
import type { Tracer } from '#foundation/telemetry/tracer.ts'
import type { MailBody, RenderMail } from './mail-body.ts'
import { findRecipient, type OutgoingMail, recordAttempt } from './store.ts'

export type Message = {
  readonly subject: string
  readonly text: string
  readonly body: MailBody
  /** The address for replies, if it is not the sender's. */
  readonly replyTo?: string
  /** The id of the thread, whose emails mail programs show together. */
  readonly thread?: string
  /** The URL to unsubscribe with one click: a single POST, without signing in (RFC 8058). */
  readonly unsubscribeUrl?: string
  /** Whether a person wrote the email, so that auto-responders can answer (RFC 3834). */
  readonly isPersonal?: boolean
  /**
   * Whether the email is never stored but written anew each time, because it contains a link with a key or only repeats
   * its data.
   */
  readonly isTransient?: boolean
  /**
   * Decides right before sending whether the email is still wanted. Such a message is passed to the mail server only
   * once: if the outcome is unknown after a kill or a lost connection, it is not sent again.
   */
  readonly decide?: () => Promise<SendDecision>
  /** The mail server has permanently rejected the message, for example because of its address. */
  readonly whenRejected?: () => Promise<void>
}

export type SendDecision = 'send' | 'never' | { readonly later: Date }

/** A message as mail programs receive it. */
type RenderedMessage = Omit<Message, 'body'> & { readonly html: string }

/** Writes a recorded message, according to its kind. */
export type Writers = Readonly<Record<string, (mail: OutgoingMail) => Promise<Message>>>

export type Mailer = {
  readonly sendDue: () => Promise<number>
  /** A message as it was sent, or as it would be sent now. */
  readonly read: (mail: OutgoingMail) => Promise<RenderedMessage>
  readonly close: () => void
}

export type MailerOptions = {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
  readonly tracer: Tracer
  /** The mail server's URL. If unset, messages count as sent in development, and wait in production until it is set. */
  readonly smtpUrl: string | undefined
  readonly isProduction: boolean
  readonly from: string
  readonly writers: Writers
  /** Renders a written message as HTML. */
  readonly render: RenderMail
}

/** The outcome of an attempt to send a message. */
type SendOutcome = 'sent' | 'failed' | 'given_up' | 'dropped' | 'postponed'

/** The number of emails claimed together. For the database, a claim takes twice as long as recording a sent email. */
const batch = 10
/**
 * The number of attempts before we give up on a message. They take more than a day and a half, because a mail server
 * can be down for a day.
 */
const attempts = 45
/** For how many seconds a batch is claimed: longer than it can take, so that no other process sends the same emails. */
const lease = 15 * 60
/**
 * The longest pause between attempts in seconds, so that waiting emails are sent within an hour once the mail
 * server is back.
 */
const longestWait = 60 * 60

/** Sends the emails in the outbox. A message is stored as it was sent, and retries send it as it was first written. */
export function createMailer(options: MailerOptions): Mailer {
  const { db, clock, log, metrics, tracer, smtpUrl, isProduction, from, writers, render } = options
  let transport: ReturnType<typeof openTransport> | undefined
  const isHeld = smtpUrl === undefined && isProduction
  // Spam filters check whether this host exists.
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'tillform'
  const unrecorded = new Map<string, RenderedMessage>()
  if (isHeld) log.error({ alarm: true }, 'SMTP_URL is not set: emails wait in the outbox')

  const write = async (mail: OutgoingMail): Promise<RenderedMessage> => {
    const { subject, text, html, replyTo, thread } = mail
    if (subject !== null && text !== null && html !== null) {
      return {
        subject,
        text,
        html,
        ...(replyTo === null ? {} : { replyTo }),
        ...(thread === null ? {} : { thread }),
      }
    }
    const writer = writers[mail.kind]
    if (writer === undefined) throw new Error(`No writer for emails of kind "${mail.kind}"`)
    const { body, ...said } = await inLanguage('en', () => writer(mail))
    return { ...said, html: inLanguage(body.language ?? 'en', () => render(body)) }
  }

  const send = async (mail: OutgoingMail, message: RenderedMessage): Promise<void> => {
    if (smtpUrl === undefined) return
    transport ??= openTransport(smtpUrl)
    await (
      await transport
    ).sendMail({
      from,
      // Passed as a single address, so that it is never parsed as a list.
      to: { name: '', address: mailboxOf(mail.recipient) },
      ...(message.replyTo === undefined
        ? {}
        : { replyTo: { name: '', address: mailboxOf(message.replyTo) } }),
      headers: headersOf(message),
      messageId: `<${mail.id}@${domain}>`,
      // The emails of a thread reply to a message that does not exist and only ties them together.
      ...(message.thread === undefined ? {} : { references: `<${message.thread}@${domain}>` }),
      subject: message.subject.replaceAll(/\p{Cc}+/gu, ' '),
      text: message.text,
      html: message.html,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  const attempt = async (mail: OutgoingMail): Promise<SendOutcome> => {
    // Kills may have used up the last attempts. An email whose outcome could never be recorded is not retried forever.
    if (mail.attempts > 2 * attempts) {
      unrecorded.delete(mail.id)
      return tryLater(mail, new Error('No attempt could be recorded'))
    }
    let message = unrecorded.get(mail.id)
    if (message === undefined) {
      try {
        message = await write(mail)
        if ((await findRecipient(db, mail.id)) !== mail.recipient) return tryLater(mail, new Redirected())
        const held = await holdBack(mail, message)
        if (held !== undefined) return held
        await send(mail, message)
      } catch (error) {
        return tryLater(mail, error, message)
      }
    }
    // Until the outcome is recorded, the next attempt only records it.
    unrecorded.set(mail.id, message)
    await recordAttempt(db, mail.id, { sentAt: clock.now(), nextAttemptAt: null, ...storedOf(message) })
    unrecorded.delete(mail.id)
    log.info({ mail: mail.id, kind: mail.kind, purchase: mail.purchaseId }, 'mail sent')
    return 'sent'
  }

  /** The outcome of a message that is not sent now, or undefined if it is sent. */
  const holdBack = async (mail: OutgoingMail, message: RenderedMessage): Promise<SendOutcome | undefined> => {
    if (message.decide === undefined) return undefined
    const decision = await message.decide()
    const nextAttemptAt = typeof decision === 'object' ? decision.later : null
    // Once the message was passed on, there is no other attempt.
    await recordAttempt(db, mail.id, { nextAttemptAt, ...storedOf(message) })
    if (decision === 'send') return undefined
    return decision === 'never' ? 'dropped' : 'postponed'
  }

  const tryLater = async (
    mail: OutgoingMail,
    error: unknown,
    message?: RenderedMessage,
  ): Promise<SendOutcome> => {
    const facts = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, ...describeFailure(error) }
    const { isRejected, isUnsent } = fateOf(error)
    if (isRejected) await message?.whenRejected?.()
    const isSpent = message?.decide !== undefined && (isRejected || !isUnsent)
    const isGivenUp = mail.attempts >= attempts || isSpent
    if (isSpent) log.info(facts, 'mail not repeated')
    else if (isGivenUp) log.error({ alarm: true, purchase: mail.purchaseId, ...facts }, 'mail given up')
    else log.warn(facts, 'mail not sent')
    const wait = Math.min(15 * 2 ** mail.attempts, longestWait)
    const nextAttemptAt = isGivenUp ? null : secondsAfter(clock.now(), wait)
    await recordAttempt(db, mail.id, { nextAttemptAt, ...storedOf(message) })
    return isSpent ? 'dropped' : isGivenUp ? 'given_up' : 'failed'
  }

  const watched = (mail: OutgoingMail): Promise<void> => {
    const facts = { 'tillform.mail': mail.id, 'tillform.kind': mail.kind }
    return tracer.ofPurchase(mail.purchaseId, 'mail.send', facts, async (setFacts) => {
      const outcome = await attempt(mail)
      metrics.mails.inc({ outcome })
      setFacts({ 'tillform.outcome': outcome })
    })
  }

  return {
    async sendDue() {
      if (isHeld) return 0
      const due = await claimDue(db, 'mails', clock.now(), batch, lease)
      for (const mail of due) {
        await watched(mail).catch((error: unknown) => {
          log.error({ err: error, mail: mail.id, kind: mail.kind }, 'attempt to send a mail not recorded')
        })
      }
      return due.length
    },
    read: write,
    close: () => void transport?.then((opened) => opened.close()),
  }
}

/**
 * The address was corrected after the email was claimed and before it was written. Its content is not meant for the new
 * address.
 */
class Redirected extends Error {}

/** The mail library is loaded with the first email, so that the product starts faster and uses less memory. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })
}

/** Automatic emails are marked as such, so that no out-of-office reply answers a receipt (RFC 3834). */
function headersOf({ unsubscribeUrl, isPersonal }: RenderedMessage): Record<string, string> {
  const origin: Record<string, string> = isPersonal === true ? {} : { 'Auto-Submitted': 'auto-generated' }
  if (unsubscribeUrl === undefined) return origin
  return {
    ...origin,
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** The stored form of a message. Once written, it is always sent in the same form. */
function storedOf(message: RenderedMessage | undefined) {
  if (message === undefined) return {}
  const { subject, text, html, replyTo, thread } = message
  return message.isTransient === true ? { subject } : { subject, text, html, replyTo, thread }
}

const smtpError = z.object({
  code: z.string(),
  responseCode: z.number().optional(),
  command: z.string().optional(),
})

/** Failures that happen before a message is passed to the mail server. */
const unsent = new Set(
  'EDNS ENOTFOUND EAI_AGAIN ECONNREFUSED EHOSTUNREACH ENETUNREACH CONNECT_TIMEOUT EAUTH ETLS'.split(' '),
)

/**
 * Whether the mail server has permanently rejected a message or its address, and whether the message was certainly not
 * accepted. The server can also reject our login or sender, which says nothing about the recipient's address.
 */
function fateOf(error: unknown): { readonly isRejected: boolean; readonly isUnsent: boolean } {
  const { code = '', responseCode, command = '' } = smtpError.safeParse(error).data ?? {}
  return {
    isRejected: responseCode !== undefined && responseCode >= 500 && /^(?:RCPT TO|DATA)$/.test(command),
    isUnsent: responseCode !== undefined || unsent.has(code),
  }
}

/** The mail server's own words can contain the address. Its codes say enough. */
function describeFailure(error: unknown): object {
  const parsed = smtpError.safeParse(error)
  return parsed.success ? parsed.data : { err: error }
}

/**
 * Formats an email address for mail servers: leading, trailing or consecutive dots in its local part are
 * quoted (RFC 5321, 4.1.2). Nothing in it needs to be escaped, because `read-email.ts` has parsed it.
 */
export function mailboxOf(address: string): string {
  return address.replace(/^(?=\.|[^@]*\.[.@])[^@"\\]+(?=@[^@]*$)/, '"$&"')
}
