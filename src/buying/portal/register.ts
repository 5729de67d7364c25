import formbody from '@fastify/formbody'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { isDatabaseUnavailable } from '#foundation/db/driver/unavailable.ts'
import { openRenderer, type FrontEnd } from '#foundation/http/pages/open-renderer.ts'
import { inLanguages } from '#foundation/mail/in-languages.ts'
import { prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { mailLinks, writeLinkMail } from './mail-links.ts'
import { createSendPortal, portalRenderer, isPortalMarkup } from './page-reply.ts'
import { registerPortalPages } from './routes.ts'

/** More bytes than the fields need even at their maximum length. */
const longestForm = 8 * 1024
/** How often requested portal links are emailed, in milliseconds. */
const mailedEvery = 2_000

const away = () =>
  ({
    kind: 'notice',
    title: t('Back in a moment'),
    text: t('Go back and try again in a few seconds.'),
    next: null,
  }) as const

const link = z.object({ id: z.string(), sellerId: z.string(), language: z.string().default('en') })

export async function registerPortal(
  { server, writeMails, work }: Registry,
  services: Services,
  files: FrontEnd,
): Promise<void> {
  const markup = await openRenderer(files, portalRenderer, isPortalMarkup)
  const send = createSendPortal(markup, services.config.publicUrl.startsWith('https:'))
  const nudge = work('buyer links', mailedEvery, () => mailLinks(services))
  work('old buyer links', prunedEvery, () => pruneOld(services, 'buyerLinks', 0))
  void server.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: longestForm })
    scope.setErrorHandler((error, _request, reply) => {
      if (!isDatabaseUnavailable(error)) throw error
      return send(reply.header('retry-after', '2'), away(), undefined, 503)
    })
    registerPortalPages(scope, services, send, nudge)
  })
  writeMails(
    inLanguages(
      { buyer_link: async ({ data }) => writeLinkMail(services, link.parse(data)) },
      ({ data }) => link.parse(data).language,
    ),
  )
}
