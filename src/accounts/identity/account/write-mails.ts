import type { Kysely } from 'kysely'
import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { readUser } from '#accounts/people/read-people.ts'
import type { Config } from '#foundation/config/config.ts'
import type { Database } from '#foundation/db/schema.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message as Mail, Writers } from '#foundation/mail/send-mails.ts'
import { writeLetter } from '#foundation/mail/letter.ts'
import { noticeData, securityNews, type SecurityNews, whenAndWhere } from '../notify.ts'
import type { Links } from './links.ts'
import { findLink } from './store.ts'

type Notice = { readonly title: Message; readonly what: (subject: string) => string }

/**
 * The text of each email about an account. The title is both the subject line and the heading. `subject` is the
 * person's own name for what changed.
 */
const notices: Readonly<Record<SecurityNews, Notice>> = {
  'password-changed': {
    title: msg('Your password was changed'),
    what: () => t('Your password was changed, and all other devices were signed out.'),
  },
  'email-change-asked': {
    title: msg('An email change was requested'),
    what: () =>
      t(
        'Someone asked to change your account email. The change takes effect once the new address is confirmed.',
      ),
  },
  'email-changed': {
    title: msg('Your email address was changed'),
    what: () => t('Your account no longer uses this email address.'),
  },
  'second-factor-on': {
    title: msg('Two-factor authentication was turned on'),
    what: () =>
      t(
        'Signing in now requires a code from your authenticator app. Keep your recovery codes in a safe place.',
      ),
  },
  'second-factor-off': {
    title: msg('Two-factor authentication was turned off'),
    what: () => t('You can now sign in with only your password.'),
  },
  'recovery-codes-renewed': {
    title: msg('Your recovery codes were replaced'),
    what: () => t('Your account has new recovery codes. The old ones no longer work.'),
  },
  'recovery-code-used': {
    title: msg('A recovery code was used'),
    what: (left) =>
      t(
        'Someone signed in to your account with a recovery code. {left, plural, one {# is left.} other {# are left.}}',
        { left },
      ),
  },
  'passkey-added': {
    title: msg('A passkey was added'),
    what: (name) => t('The passkey “{name}” can now sign in to your account.', { name }),
  },
  'passkey-removed': {
    title: msg('A passkey was removed'),
    what: (name) => t('The passkey “{name}” can no longer sign in to your account.', { name }),
  },
  'issuer-connected': {
    title: msg('A new sign-in method was added'),
    what: (name) => t('You can now sign in with {name}.', { name }),
  },
  'issuer-removed': {
    title: msg('A sign-in method was removed'),
    what: (name) => t('Your account is no longer connected to {name}.', { name }),
  },
  'sessions-ended': {
    title: msg('Your other devices were signed out'),
    what: () => t('Your account was signed out on every device where it was open.'),
  },
  'additions-ended': {
    title: msg('Sign-in methods added before you confirmed your email were removed'),
    what: () =>
      t(
        'You confirmed your email address for the first time. For your safety, we removed everything added to your account before that: passkeys, two-factor authentication, connected sign-ins, API keys and invitations. Please add yours again.',
      ),
  },
  'new-sign-in': {
    title: msg('New sign-in to your account'),
    what: () => t('Someone signed in to your account from a new browser.'),
  },
}

/** The functions that write emails about account changes, by kind. Their links contain no key. */
export function noticeWriters(db: Kysely<Database>, addresses: Pick<Config, 'publicUrl'>): Writers {
  const writers: [string, Writers[string]][] = securityNews.map((news) => [
    `account-${news}`,
    (mail) => writeNotice(db, addresses, news, mail),
  ])
  return Object.fromEntries<Writers[string]>(writers)
}

async function writeNotice(
  db: Kysely<Database>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  news: SecurityNews,
  { userId, data }: { readonly userId: string | null; readonly data: unknown },
): Promise<Mail> {
  const { subject } = noticeData.parse(data)
  const { title, what } = notices[news]
  // The old address can no longer be used to set a password.
  const isMoved = news === 'email-changed'
  return writeLetter(plainName((await readUser(db, userId ?? '')).name), {
    subject: say(title),
    heading: say(title),
    paragraphs: [what(plainName(subject)), whenAndWhere(data), adviceOn(news)],
    button: isMoved
      ? { label: t('Contact us'), url: `${publicUrl}/contact-us` }
      : { label: t('Reset password'), url: `${publicUrl}/forgot-password` },
    end: t('You received this email because it affects the security of your account.'),
  })
}

/** Emails about something added to an account, which a new password alone does not remove. */
const additions: readonly SecurityNews[] = ['passkey-added', 'issuer-connected', 'second-factor-on']

function adviceOn(news: SecurityNews): string {
  if (news === 'email-changed')
    return t('If this was you, you can ignore this email. If not, contact us right away.')
  if (!additions.includes(news)) {
    return t(
      'If this was you, you can ignore this email. If not, reset your password now. This signs out every device.',
    )
  }
  return t(
    'If this was you, you can ignore this email. If not, reset your password now and remove anything you did not add. This signs out every device, so no one can get in this way again.',
  )
}

type Addresses = Pick<Config, 'publicUrl'>

/** The functions that write emails with an account link, by kind. */
export function accountMailWriters(db: Kysely<Database>, links: Links, { publicUrl }: Addresses): Writers {
  const nameOf = async (userId: string | null) => plainName((await readUser(db, userId ?? '')).name)
  const emailOf = async (linkId: string) => (await findLink(db, linkId))?.email ?? ''
  // After the hash sign, the key reaches no server, log or Referer header.
  const linkTo = (path: string, linkId: string) => `${publicUrl}${path}#${links.keyOf(linkId)}`
  return {
    'account-confirm': async ({ userId, about }) =>
      writeLetter(await nameOf(userId), {
        subject: t('Confirm your email address'),
        heading: t('Welcome to Tillform'),
        paragraphs: [
          t('Please confirm your email address so we can always help you get back into your account.'),
          t('The link opens a page with a button that confirms it.'),
        ],
        button: { label: t('Confirm email'), url: linkTo('/confirm-email', about) },
        end: t('This link expires in 24 hours. If you did not sign up, you can ignore this email.'),
      }),
    'account-reset': async ({ userId, about }) =>
      writeLetter(await nameOf(userId), {
        subject: t('Set a new password'),
        heading: t('Set a new password'),
        paragraphs: [t('We received a request to reset your password.')],
        button: { label: t('Set a new password'), url: linkTo('/reset-password', about) },
        end: t(
          'This link expires in 30 minutes and works once. If you did not ask for it, ignore this email and your password will not change.',
        ),
      }),
    'account-change-from': async ({ userId, about, data }) =>
      writeLetter(await nameOf(userId), {
        subject: t('Confirm your email change'),
        heading: t('Did you ask for this change?'),
        paragraphs: [
          t(
            'You asked to change your account email to {email}. The change takes effect once both addresses confirm it, each with the button on the page that its link opens.',
            { email: await emailOf(about) },
          ),
          whenAndWhere(data),
        ],
        button: { label: t('Confirm change'), url: linkTo('/confirm-email', about) },
        end: t(
          'This link expires in 24 hours. If this was not you, do not open it, and change your password now. Your email will stay the same.',
        ),
      }),
    'account-change-to': async ({ userId, about }) =>
      writeLetter(await nameOf(userId), {
        subject: t('Confirm your new email address'),
        heading: t('Confirm your new address'),
        paragraphs: [
          t('You asked to use this address for your Tillform account.'),
          t('The link opens a page with a button that confirms it.'),
        ],
        button: { label: t('Confirm email'), url: linkTo('/confirm-email', about) },
        end: t('This link expires in 24 hours. If you do not have a Tillform account, ignore this email.'),
      }),
  }
}
