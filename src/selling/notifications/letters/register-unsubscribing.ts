import type { FastifyInstance, FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { NotificationKind } from '#foundation/db/tables/notices.ts'
import { plainPageHeaders, type RenderPlainPage } from '#foundation/http/pages/plain-page.ts'
import type { PlainPageData } from '#foundation/http/pages/plain-page-data.ts'
import type { Services } from '#registry/services.ts'
import { kindsByHow, type Hows } from '../kinds.ts'
import { mailNames } from '../notification-words.ts'
import { readSettings, saveSettings } from '../save-settings.ts'
import { readUnsubscribeLink, unsubscribePath, type Ended } from './unsubscribe-link.ts'

const linkQuery = z.object({ link: z.string().catch('') })
/** What a mail program sends along says nothing that the address does not. */
const bodyLimit = 10 * 1024

/**
 * The page behind the link in every notification. Looking at it changes nothing, since programs look at links before people
 * do; its button, and a mail program's own (RFC 8058), end the mails. Neither asks anybody to sign in.
 */
export function registerUnsubscribing(
  app: FastifyInstance,
  services: Services,
  renderPage: RenderPlainPage,
): void {
  const { authSecret, publicUrl } = services.config
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const
  const show = (reply: FastifyReply, status: number, page: PlainPageData) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .status(status)
      .headers({ ...plainPageHeaders(nonce), 'cache-control': 'no-store' })
      .send(renderPage(page, nonce))
  }
  const settings = { label: 'Choose what you hear about', url: `${publicUrl}/settings/notifications` }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, _body, done) => done(null))

    scope.get(unsubscribePath, options, async (request, reply) => {
      const found = readUnsubscribeLink(authSecret, linkQuery.parse(request.query).link)
      if (found === undefined) return show(reply, 404, { ...unknownLink, link: settings })
      return show(reply, 200, {
        kind: 'message',
        title: `Stop ${mailNames[found.what]}?`,
        text: 'Other emails from Tillform are not affected.',
        action: 'Unsubscribe',
        link: settings,
      })
    })

    scope.post(unsubscribePath, options, async (request, reply) => {
      const found = readUnsubscribeLink(authSecret, linkQuery.parse(request.query).link)
      if (found === undefined) return show(reply, 404, { ...unknownLink, link: settings })
      await unsubscribe(services, found.userId, found.what)
      return show(reply, 200, {
        kind: 'message',
        title: 'You are unsubscribed',
        text: `We no longer send you ${mailNames[found.what]}. You can turn them on again in your settings.`,
        action: null,
        link: settings,
      })
    })
  })
}

const unknownLink = {
  kind: 'message',
  title: 'This link is not complete',
  text: 'Nothing was changed. Open the link in the email once more, or sign in and choose in your settings.',
  action: null,
} as const

/** Who is no longer a member gets no notifications anyway. */
async function unsubscribe(services: Services, userId: string, what: Ended): Promise<void> {
  const present = await readSettings(services.db, userId)
  if (present === undefined) return
  const kinds = kindsOf(what, present.kinds)
  const off: Partial<Hows> = Object.fromEntries(kinds.map((kind) => [kind, 'off']))
  await saveSettings(services, userId, { kinds: off })
}

function kindsOf(what: Ended, hows: Hows): readonly NotificationKind[] {
  if (what === 'letter') return kindsByHow(hows, 'daily')
  return what === 'at_once' ? kindsByHow(hows, 'at_once') : [what]
}
