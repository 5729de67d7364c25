import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { formatAmount } from '#pages/format-amount.ts'
import { html, type Html } from '#pages/html.ts'
import { embeddingOrigins, sendPage } from '#pages/send-page.ts'
import type { Authentication, PagesWorld } from '#pages/world.ts'

const query = z.object({
  payment_intent: z.string().optional(),
  setup_intent: z.string().optional(),
  client_secret: z.string().default(''),
  account: z.string().optional(),
})

/** The bank's page, which asks the buyer to authenticate a payment. */
export function registerAuthenticationFrame(server: FastifyInstance, world: PagesWorld): void {
  server.get('/frames/authenticate', (request, reply) => {
    const asked = query.safeParse(request.query).data
    const intentId = asked?.payment_intent ?? asked?.setup_intent ?? ''
    const clientSecret = asked?.client_secret ?? ''
    const found = world.authentication({ intentId, clientSecret, accountId: asked?.account })
    const isWaiting = found?.isWaiting === true
    return sendPage(
      reply.code(found === undefined ? 404 : 200),
      {
        title: 'Authenticate your payment',
        stylesheet: 'pages',
        script: '/js/authentication-frame.js',
        data: {
          page: 'authentication',
          'application-origin': world.applicationOrigin,
          intent: isWaiting ? intentId : '',
          'client-secret': isWaiting ? clientSecret : '',
        },
        body: found?.isWaiting === true ? question(found) : nothingToDo(),
      },
      { frameAncestors: embeddingOrigins(world.applicationOrigin), formAction: `'none'` },
    )
  })
}

function question({ businessName, amount, cardLast4 }: Authentication): Html {
  return html`<main class="card bank">
    <p class="bank-head"><span class="bank-name">Test Bank</span> <span class="badge">Sandbox</span></p>
    <h1>Authenticate your payment</h1>
    <p>
      This page stands in for the buyer’s bank. No real bank is involved, and no money moves. Choose how the
      authentication ends.
    </p>
    <dl class="facts">
      <div>
        <dt>Paid to</dt>
        <dd>${businessName}</dd>
      </div>
      ${amount === undefined ? undefined : fact('Amount', formatAmount(amount.value, amount.currency))}
      ${cardLast4 === undefined ? undefined : fact('Card', `•••• ${cardLast4}`)}
    </dl>
    <div class="stack">
      <button class="primary" type="button" value="complete" disabled>Complete authentication</button>
      <button type="button" value="fail" disabled>Fail authentication</button>
      <button class="plain" type="button" value="cancel" disabled>Cancel</button>
    </div>
    <p class="quiet" role="status"></p>
  </main>`
}

function fact(name: string, value: string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function nothingToDo(): Html {
  return html`<main class="card bank">
    <p class="bank-head"><span class="bank-name">Test Bank</span> <span class="badge">Sandbox</span></p>
    <h1>Nothing to authenticate</h1>
    <p>This payment does not exist, or is no longer waiting for the buyer.</p>
    <div class="stack"><button type="button" value="cancel" disabled>Close</button></div>
    <p class="quiet" role="status"></p>
  </main>`
}
