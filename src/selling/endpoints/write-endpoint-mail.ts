import type { Kysely } from 'kysely'
import { z } from 'zod'
import { noticeData, whenAndWhere } from '#accounts/identity/notify.ts'
import { t } from '#foundation/language/t.ts'
import type { Database } from '#foundation/db/schema.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { instantText } from '#foundation/time/day-text.ts'
import { reportedActs } from './notify-of-endpoint.ts'
import { countOpen, readEndpoint } from './store.ts'

const given = z.object({ endpointId: z.string(), since: z.iso.datetime() })

/** The email for developers whose endpoint has failed for a day or was turned off, with what it missed. */
export async function writeEndpointMail(
  db: Kysely<Database>,
  publicUrl: string,
  data: unknown,
  isOff: boolean,
): Promise<Message> {
  const { endpointId, since } = given.parse(data)
  const row = await readEndpoint(db, endpointId)
  const name = row === undefined ? '' : plainName(row.name)
  if (row !== undefined && row.kind !== 'webhook') return targetMail(publicUrl, name, since, isOff)
  const { waiting, missed } = row === undefined ? { waiting: 0, missed: 0 } : await countOpen(db, row)
  const time = instantText(new Date(since).getTime())
  const subject = isOff
    ? t('The webhook “{name}” is off', { name })
    : t('The webhook “{name}” does not answer', { name })
  const what = isOff
    ? offText(row?.offReason ?? null, time)
    : t('It has not accepted an event since {time}.', { time })
  const left = isOff
    ? t(
        '{count, plural, =0 {It has missed no event.} one {It has missed # event.} other {It has missed # events.}}',
        {
          count: missed,
        },
      )
    : t(
        '{count, plural, =0 {No event is waiting.} one {# event is waiting.} other {# events are waiting.}}',
        {
          count: waiting,
        },
      )
  const todo = isOff
    ? t('When your receiver works again, turn the webhook on. You can then have the missed events sent.')
    : t('We keep trying. If it does not respond for five days, we turn it off.')
  return messageOf(publicUrl, subject, [`${what} ${left}`, todo])
}

function targetMail(publicUrl: string, name: string, since: string, isOff: boolean): Message {
  const time = instantText(new Date(since).getTime())
  const subject = isOff
    ? t('Purchases are no longer sent to {name}', { name })
    : t('{name} does not accept your purchases', { name })
  const what = t('It has not accepted a purchase since {time}. Your sales are not affected.', { time })
  const todo = isOff
    ? t('Check its ID and secret, and turn it on again. Purchases that it still accepts will follow.')
    : t('Check its ID and secret. We keep trying. If it accepts nothing for five days, we turn it off.')
  const url = `${publicUrl}/settings/conversions`
  return {
    subject,
    text: [what, todo, url].join('\n\n'),
    body: { heading: subject, parts: [text(what), text(todo), button(t('See your ad platforms'), url)] },
  }
}

/** A message with a link to the shop's webhooks below its paragraphs. */
function messageOf(publicUrl: string, subject: string, paragraphs: readonly string[]): Message {
  const url = `${publicUrl}/settings/developers`
  return {
    subject,
    text: [...paragraphs, url].join('\n\n'),
    body: {
      heading: subject,
      parts: [...paragraphs.map((paragraph) => text(paragraph)), button(t('See your webhooks'), url)],
    },
  }
}

function offText(reason: string | null, time: string): string {
  if (reason === 'gone') return t('Its receiver responded that it is permanently gone (410).')
  if (reason === 'never_answered') return t('Its receiver has never accepted an event.')
  return t('It has not accepted an event since {time}.', { time })
}

/** The email for developers that an API key was used to add a webhook. */
export async function writeHookMail(
  db: Kysely<Database>,
  publicUrl: string,
  data: unknown,
): Promise<Message> {
  const { endpointId, since } = given.parse(data)
  const row = await readEndpoint(db, endpointId)
  const name = row === undefined ? '' : plainName(row.name)
  const subject = t('An API key subscribed a webhook')
  const what = t('Since {time}, “{name}” receives events of your shop, with buyers’ data.', {
    name,
    time: instantText(new Date(since).getTime()),
  })
  const todo = t('If you do not recognize it, delete the webhook and revoke the API key.')
  return messageOf(publicUrl, subject, [what, todo])
}

const givenOfAct = noticeData.extend({
  endpointId: z.string(),
  act: z.enum(reportedActs),
  makerName: z.string().transform(plainName),
})

/** The email to developers after a member added or redirected an endpoint, or renewed its secret. */
export async function writeActMail(db: Kysely<Database>, publicUrl: string, data: unknown): Promise<Message> {
  const { endpointId, act, makerName } = givenOfAct.parse(data)
  const row = await readEndpoint(db, endpointId)
  const names = {
    makerName,
    name: row === undefined ? '' : plainName(row.name),
    host: row === undefined ? '' : plainName(new URL(row.url).hostname),
  }
  const { subject, what } = actTexts(act, names)
  const todo = t('If you do not recognize it, delete the webhook and reset your password.')
  return messageOf(publicUrl, subject, [what, whenAndWhere(data), todo])
}

function actTexts(
  act: (typeof reportedActs)[number],
  names: { readonly makerName: string; readonly name: string; readonly host: string },
): { readonly subject: string; readonly what: string } {
  if (act === 'added')
    return {
      subject: t('A webhook was added'),
      what: t(
        '{makerName} added the webhook “{name}”. Once it is on, {host} receives events of your shop.',
        names,
      ),
    }
  if (act === 'redirected')
    return {
      subject: t('A webhook has another URL'),
      what: t(
        '{makerName} changed the URL of the webhook “{name}”. Once it is on again, {host} receives events of your shop.',
        names,
      ),
    }
  return {
    subject: t('A webhook has a new secret'),
    what: t(
      '{makerName} created a new secret for the webhook “{name}”. It proves that events come from us.',
      names,
    ),
  }
}
