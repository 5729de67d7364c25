import type { Kysely } from 'kysely'
import { readUser } from '#accounts/people/read-people.ts'
import type { Config } from '#foundation/config/config.ts'
import type { Database } from '#foundation/db/schema.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message, Writers } from '#foundation/mail/send-mails.ts'
import { writeLetter } from '#foundation/mail/letter.ts'
import { noticeData, securityNews, type SecurityNews, whenAndWhere } from '../notify.ts'
import type { Links } from './links.ts'
import { findLink } from './store.ts'

type Notice = { readonly title: string; readonly what: (subject: string) => string }

/** What each mail says; its title is subject and heading. `subject` is what the person called the thing. */
const notices: Readonly<Record<SecurityNews, Notice>> = {
  'password-changed': {
    title: 'Your password was changed',
    what: () => 'Your account has a new password, and its other sessions have ended.',
  },
  'email-change-asked': {
    title: 'A change of email address was requested',
    what: () =>
      'Somebody asked to change the email address of your account. It changes once the new address has been confirmed.',
  },
  'email-changed': {
    title: 'Your email address was changed',
    what: () => 'Your account now uses another email address instead of this one.',
  },
  'second-factor-on': {
    title: 'Two-factor authentication was switched on',
    what: () =>
      'Signing in now requires a code from your authenticator app. Keep your recovery codes in a safe place.',
  },
  'second-factor-off': {
    title: 'Two-factor authentication was switched off',
    what: () => 'Signing in now requires only your password.',
  },
  'recovery-codes-renewed': {
    title: 'Your recovery codes were replaced',
    what: () => 'Your account has new recovery codes. The old ones no longer work.',
  },
  'recovery-code-used': {
    title: 'A recovery code was used',
    what: (left) =>
      `Somebody signed in to your account with one of your recovery codes. ${codesLeft(left)} left.`,
  },
  'passkey-added': {
    title: 'A passkey was added',
    what: (name) => `The passkey “${name}” can now sign in to your account.`,
  },
  'passkey-removed': {
    title: 'A passkey was removed',
    what: (name) => `The passkey “${name}” can no longer sign in to your account.`,
  },
  'issuer-connected': {
    title: 'A way to sign in was added',
    what: (name) => `Your account was connected to ${name}, and you can now sign in with it.`,
  },
  'issuer-removed': {
    title: 'A way to sign in was removed',
    what: (name) => `Your account is no longer connected to ${name}.`,
  },
  'sessions-ended': {
    title: 'Your other devices were signed out',
    what: () => 'Your account was signed out on the devices where it was open.',
  },
  'additions-ended': {
    title: 'Earlier additions to your account were removed',
    what: () =>
      'Your address was confirmed for the first time. Everything added to your account before that was removed, since somebody else could have added it: passkeys, two-factor authentication, connected sign-ins and invitations. Add back what is yours.',
  },
  'new-sign-in': {
    title: 'Somebody signed in on a new device',
    what: () => 'Your account was opened in a browser that had not been used for it before.',
  },
}

/** The writers of the mails that tell of changes to an account, by their kinds. They carry no key, only plain links. */
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
): Promise<Message> {
  const { subject } = noticeData.parse(data)
  const { title, what } = notices[news]
  // The old address can no longer be used to set a password.
  const isMoved = news === 'email-changed'
  return writeLetter(plainName((await readUser(db, userId ?? '')).name), {
    subject: title,
    heading: title,
    paragraphs: [
      what(plainName(subject)),
      whenAndWhere(data),
      `If this was you, there is nothing you need to do. ${adviceOn(news)}`,
    ],
    button: isMoved
      ? { label: 'Write to us', url: `${publicUrl}/contact-us` }
      : { label: 'Set a new password', url: `${publicUrl}/forgot-password` },
    end: 'You are receiving this message because it concerns the security of your account.',
  })
}

/** A new password alone leaves what was added to the account beside it. */
const additions: readonly SecurityNews[] = ['passkey-added', 'issuer-connected', 'second-factor-on']

function adviceOn(news: SecurityNews): string {
  if (news === 'email-changed') return 'If not, write to us at once.'
  if (!additions.includes(news)) return 'If not, set a new password at once: that ends every session.'
  return 'If not, set a new password at once, and remove there what you did not add: that ends every session and closes this way in.'
}

function codesLeft(left: string): string {
  return left === '1' ? '1 is' : `${left} are`
}

type Addresses = Pick<Config, 'publicUrl'>

/** The writers of the mails with a link about an account, by their kinds; written for each attempt anew. */
export function accountMailWriters(db: Kysely<Database>, links: Links, { publicUrl }: Addresses): Writers {
  const nameOf = async (userId: string | null) => plainName((await readUser(db, userId ?? '')).name)
  const emailOf = async (linkId: string) => (await findLink(db, linkId))?.email ?? ''
  // Behind the hash sign the key reaches no server, no log and no Referer header.
  const linkTo = (path: string, linkId: string) => `${publicUrl}${path}#${links.keyOf(linkId)}`
  return {
    'account-confirm': async ({ userId, about }) =>
      writeLetter(await nameOf(userId), {
        subject: 'Confirm your email address',
        heading: 'Welcome to Tillform',
        paragraphs: ['Confirm that this address is yours, so that you never lose access to your account.'],
        button: { label: 'Confirm address', url: linkTo('/confirm-email', about) },
        end: 'The link works for 24 hours. If you did not sign up, ignore this message.',
      }),
    'account-reset': async ({ userId, about }) =>
      writeLetter(await nameOf(userId), {
        subject: 'Set a new password',
        heading: 'Set a new password',
        paragraphs: ['Somebody, hopefully you, asked for a new password for your account.'],
        button: { label: 'Set a new password', url: linkTo('/reset-password', about) },
        end: 'The link works once and for 30 minutes. If you did not ask for it, ignore this message: your password stays the same.',
      }),
    'account-change-from': async ({ userId, about, data }) =>
      writeLetter(await nameOf(userId), {
        subject: 'Confirm your change of email address',
        heading: 'Did you ask for this change?',
        paragraphs: [
          `The email address of your account is to become ${await emailOf(about)}. It changes once both addresses have confirmed it.`,
          whenAndWhere(data),
        ],
        button: { label: 'Confirm the change', url: linkTo('/confirm-email', about) },
        end: 'The link works for 24 hours. If this was not you, do not follow the link, and change your password. Your address stays the same.',
      }),
    'account-change-to': async ({ userId, about }) =>
      writeLetter(await nameOf(userId), {
        subject: 'Confirm your new email address',
        heading: 'Confirm your new address',
        paragraphs: ['You asked to use this address for your account from now on.'],
        button: { label: 'Confirm address', url: linkTo('/confirm-email', about) },
        end: 'The link works for 24 hours. If you have no account with us, ignore this message.',
      }),
  }
}
