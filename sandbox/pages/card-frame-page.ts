import type { FastifyInstance } from 'fastify'
import { html, type Html } from '#pages/html.ts'
import { embeddingOrigins, sendPage } from '#pages/send-page.ts'
import type { PagesWorld } from '#pages/world.ts'

/** The frame with the card fields. What the buyer types stays on the sandbox's origin. */
export function registerCardFrame(server: FastifyInstance, world: PagesWorld): void {
  server.get('/frames/card', (_request, reply) =>
    sendPage(
      reply,
      {
        title: 'Secure card payment input frame',
        stylesheet: 'card-frame',
        script: '/js/card-frame.js',
        data: { 'application-origin': world.applicationOrigin, now: String(world.now()) },
        body: fields(),
      },
      { frameAncestors: embeddingOrigins(world.applicationOrigin), formAction: `'none'` },
    ),
  )
}

/** The fields appear only once they work, as on Stripe, because anything typed earlier would get lost. */
function fields(): Html {
  return html`<form novalidate hidden>
    ${cardFields()}
    <button hidden>Submit</button>
  </form>`
}

/** The card fields, in the order in which people fill them in. */
export function cardFields(): Html {
  return html`<span class="brand" aria-hidden="true">TEST</span>
    <input
      name="cardnumber"
      aria-label="Card number"
      placeholder="1234 1234 1234 1234"
      autocomplete="cc-number"
      inputmode="numeric"
      spellcheck="false"
    />
    <span class="rest">
      <input
        name="exp-date"
        aria-label="Expiry date"
        placeholder="MM / YY"
        autocomplete="cc-exp"
        inputmode="numeric"
        spellcheck="false"
      />
      <input
        name="cvc"
        aria-label="CVC"
        placeholder="CVC"
        autocomplete="cc-csc"
        inputmode="numeric"
        spellcheck="false"
      />
      <input
        name="postal"
        aria-label="Postal code"
        placeholder="Postal code"
        autocomplete="billing postal-code"
        spellcheck="false"
      />
    </span>`
}
