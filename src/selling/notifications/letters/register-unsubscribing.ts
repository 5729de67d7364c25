import type { FastifyInstance, FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { say, t } from '#foundation/language/t.ts'
import type { NotificationKind } from '#foundation/db/tables/notices.ts'
import { plainPageHeaders, type RenderPlainPage } from '#foundation/http/pages/plain-page.ts'
import type { PlainPageData } from '#foundation/http/pages/plain-page-data.ts'
import type { Services } from '#registry/services.ts'
import { kindsByHow, type Hows } from '../kinds.ts'
import { readSettings, saveSettings } from '../save-settings.ts'
import { readUnsubscribeLink, unsubscribePath, type Ended } from './unsubscribe-link.ts'
import { unsubscribingTexts } from './unsubscribing-texts.ts'

const linkQuery = z.object({ link: z.string().catch('') })
/** The URL contains everything, so the body that an email program sends is not read. */
const bodyLimit = 10 * 1024

/**
 * The unsubscribe page that every notification links to. Opening it changes nothing, because programs open links too.
 * Its button, or that of an email program (RFC 8058), unsubscribes without signing in.
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
  const settings = () => ({
    label: t('Notification settings'),
    url: `${publicUrl}/settings/notifications`,
  })
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, _body, done) => done(null))

    scope.get(unsubscribePath, options, async (request, reply) => {
      const found = readUnsubscribeLink(authSecret, linkQuery.parse(request.query).link)
      if (found === undefined) return show(reply, 404, { ...unknownLink(), link: settings() })
      return show(reply, 200, {
        kind: 'message',
        title: say(unsubscribingTexts[found.what].question),
        text: t('You will still get other emails from Tillform.'),
        action: t('Unsubscribe'),
        link: settings(),
      })
    })

    scope.post(unsubscribePath, options, async (request, reply) => {
      const found = readUnsubscribeLink(authSecret, linkQuery.parse(request.query).link)
      if (found === undefined) return show(reply, 404, { ...unknownLink(), link: settings() })
      await unsubscribe(services, found.userId, found.what)
      return show(reply, 200, {
        kind: 'message',
        title: t('You are unsubscribed'),
        text: say(unsubscribingTexts[found.what].done),
        action: null,
        link: settings(),
      })
    })
  })
}

function unknownLink() {
  return {
    kind: 'message',
    title: t('This link is incomplete'),
    text: t('Nothing was changed. Open the link from the email again, or change this in Settings.'),
    action: null,
  } as const
}

/** Former members get no notifications anyway. */
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
