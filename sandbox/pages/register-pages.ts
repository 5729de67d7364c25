import type { FastifyInstance } from 'fastify'
import { registerAuthenticationFrame } from '#pages/authentication-page.ts'
import { registerBrowserScripts } from '#pages/browser-scripts.ts'
import { registerCardFrame } from '#pages/card-frame-page.ts'
import { registerControlPage } from '#pages/control-page.ts'
import { registerPaymentFrames } from '#pages/payment-frame-pages.ts'
import { registerRedirectPage } from '#pages/redirect-page.ts'
import { registerInvoicePage } from '#pages/invoice-page.ts'
import { registerOnboarding } from '#pages/onboarding-page.ts'
import type { PagesWorld } from '#pages/world.ts'

/**
 * Registers everything a browser requests from the sandbox: `/js/stripe.js`, `/frames/card` and the other
 * elements' frames, `/frames/authenticate`, `/redirect/authorize`, `/invoices/:invoiceId`, `/onboarding/:linkId` and
 * the control page at `/`. These routes have a separate scope that accepts only form bodies.
 */
export function registerPages(server: FastifyInstance, world: PagesWorld): void {
  server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    registerBrowserScripts(scope)
    registerCardFrame(scope, world)
    registerPaymentFrames(scope, world)
    registerAuthenticationFrame(scope, world)
    registerRedirectPage(scope, world)
    registerInvoicePage(scope, world)
    registerOnboarding(scope, world)
    registerControlPage(scope, world)
    done()
  })
}
