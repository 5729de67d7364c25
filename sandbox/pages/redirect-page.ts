import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { formatAmount } from '#pages/format-amount.ts'
import { html, type Html } from '#pages/html.ts'
import { sendPage } from '#pages/send-page.ts'
import type { PagesWorld, Redirect } from '#pages/world.ts'

const query = z.object({ payment_intent: z.string().default(''), client_secret: z.string().default('') })

const decision = query.extend({
  action: z.enum(['authorize', 'authorize_and_stay', 'fail', 'later', 'close']),
})

/** The bank's page outside the shop. After their decision, buyers return to the payment's return URL. */
export function registerRedirectPage(server: FastifyInstance, world: PagesWorld): void {
  const find = ({ payment_intent: intentId, client_secret: clientSecret }: z.infer<typeof query>) =>
    world.redirect({ intentId, clientSecret, accountId: undefined })

  server.get('/redirect/authorize', (request, reply) => {
    const asked = query.parse(request.query)
    const redirect = find(asked)
    if (redirect === undefined) return sendNothing(reply.code(404))
    if (!redirect.isWaiting) return goBack(reply, asked, redirect)
    return send(reply, question(asked, redirect), redirect.returnUrl)
  })

  server.post('/redirect/authorize', (request, reply) => {
    const asked = decision.safeParse(request.body).data
    const redirect = asked && find(asked)
    if (asked === undefined || redirect === undefined) return sendNothing(reply.code(404))
    const { action, payment_intent: intentId, client_secret: clientSecret } = asked
    if (action === 'close') return send(reply, closed(), undefined)
    if (redirect.isWaiting && action !== 'later') {
      world.decideRedirect({ intentId, clientSecret, accountId: undefined }, action !== 'fail')
    }
    if (action === 'authorize_and_stay') return send(reply, stayed(), undefined)
    return goBack(reply, asked, find(asked) ?? redirect)
  })
}

/** The return URL with Stripe's parameters: the intent's id and current status. */
function goBack(
  reply: FastifyReply,
  { payment_intent, client_secret }: z.infer<typeof query>,
  { returnUrl, status }: Redirect,
): FastifyReply {
  if (returnUrl === undefined) return sendNothing(reply)
  const address = new URL(returnUrl)
  address.searchParams.set('payment_intent', payment_intent)
  address.searchParams.set('payment_intent_client_secret', client_secret)
  address.searchParams.set('redirect_status', redirectStatus[status] ?? 'failed')
  return reply.header('cache-control', 'no-store').redirect(address.href, 303)
}

const redirectStatus: Readonly<Record<string, string>> = {
  succeeded: 'succeeded',
  processing: 'pending',
  requires_action: 'pending',
}

function question(
  { payment_intent, client_secret }: z.infer<typeof query>,
  { businessName, amount }: Redirect,
): Html {
  return html`<main class="card bank">
    <p class="bank-head"><span class="bank-name">Test Bank</span> <span class="badge">Sandbox</span></p>
    <h1>Pay with your bank</h1>
    <p>
      This page stands in for the buyer’s bank. No real bank is involved, and no money moves. Choose how it
      ends.
    </p>
    <dl class="facts">
      <div>
        <dt>Paid to</dt>
        <dd>${businessName}</dd>
      </div>
      ${amount === undefined ? undefined : fact('Amount', formatAmount(amount.value, amount.currency))}
    </dl>
    <form method="post" action="/redirect/authorize" class="stack">
      <input type="hidden" name="payment_intent" value="${payment_intent}" />
      <input type="hidden" name="client_secret" value="${client_secret}" />
      <button class="primary" name="action" value="authorize">Authorize payment</button>
      <button name="action" value="fail">Fail payment</button>
      <button name="action" value="later">Come back later, undecided</button>
      <button class="plain" name="action" value="authorize_and_stay">Authorize, and do not come back</button>
      <button class="plain" name="action" value="close">Close the tab, undecided</button>
    </form>
  </main>`
}

function fact(name: string, value: string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function stayed(): Html {
  return html`<main class="card bank">
    <p class="bank-head"><span class="bank-name">Test Bank</span> <span class="badge">Sandbox</span></p>
    <h1>Payment authorized</h1>
    <p>You can close this page, as a buyer who never comes back to the shop does.</p>
  </main>`
}

function closed(): Html {
  return html`<main class="card bank">
    <p class="bank-head"><span class="bank-name">Test Bank</span> <span class="badge">Sandbox</span></p>
    <h1>Payment undecided</h1>
    <p>You can close this page, as a buyer who gives up at the bank does.</p>
  </main>`
}

function sendNothing(reply: FastifyReply): FastifyReply {
  return send(
    reply,
    html`<main class="card bank">
      <p class="bank-head"><span class="bank-name">Test Bank</span> <span class="badge">Sandbox</span></p>
      <h1>Nothing to pay</h1>
      <p>This payment does not exist, or is no longer waiting for the buyer.</p>
    </main>`,
    undefined,
  )
}

function send(reply: FastifyReply, body: Html, returnUrl: string | undefined): FastifyReply {
  // Browsers also apply this policy to the redirect after a form is submitted.
  const target = returnUrl === undefined ? '' : ` ${new URL(returnUrl).origin}`
  return sendPage(
    reply,
    {
      title: 'Pay with your bank',
      stylesheet: 'pages',
      script: undefined,
      data: { page: 'redirect' },
      body,
    },
    { frameAncestors: `'none'`, formAction: `'self'${target}` },
  )
}
