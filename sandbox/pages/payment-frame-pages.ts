import type { FastifyInstance, FastifyReply } from 'fastify'
import { cardFields } from '#pages/card-frame-page.ts'
import { html, type Html } from '#pages/html.ts'
import { embeddingOrigins, sendPage, type Page } from '#pages/send-page.ts'
import type { PagesWorld } from '#pages/world.ts'

/** The frames of the Payment Element, the Express Checkout Element and the wallet's sheet. */
export function registerPaymentFrames(server: FastifyInstance, world: PagesWorld): void {
  const send = (reply: FastifyReply, page: Omit<Page, 'data'>) =>
    sendPage(
      reply,
      { ...page, data: { 'application-origin': world.applicationOrigin, now: String(world.now()) } },
      { frameAncestors: embeddingOrigins(world.applicationOrigin), formAction: `'none'` },
    )

  server.get('/frames/payment', (_request, reply) =>
    send(reply, {
      title: 'Secure payment input frame',
      stylesheet: 'payment-frame',
      script: '/js/payment-frame.js',
      body: methods(),
    }),
  )
  server.get('/frames/express', (_request, reply) =>
    send(reply, {
      title: 'Secure express checkout frame',
      stylesheet: 'payment-frame',
      script: '/js/express-frame.js',
      body: html`<button type="button" class="express">Sandbox Pay</button>`,
    }),
  )
  server.get('/frames/wallet', (_request, reply) =>
    send(reply, {
      title: 'Pay with Sandbox Pay',
      stylesheet: 'pages',
      script: '/js/wallet-frame.js',
      body: sheet(),
    }),
  )
}

/** The frame is hidden until it works, like the card frame. */
function methods(): Html {
  return html`<form novalidate hidden>
    <div class="methods" role="radiogroup" aria-label="Payment method" hidden>
      ${method('card', 'Card')} ${method('ideal', 'iDEAL')} ${method('sepa_debit', 'SEPA Direct Debit')}
    </div>
    <div class="card" data-method="card">${cardFields()}</div>
    <p data-method="ideal" hidden>You will leave this page to pay at your bank, and come back.</p>
    <div data-method="sepa_debit" hidden>
      <label
        >IBAN
        <input name="iban" autocomplete="off" spellcheck="false" placeholder="DE00 0000 0000 0000 0000 00"
      /></label>
      <p class="mandate">
        By giving your IBAN and going on you let the seller and its provider debit your account, which you can
        call back within eight weeks.
      </p>
    </div>
    <p role="alert"></p>
    <button hidden>Submit</button>
  </form>`
}

function method(value: string, label: string): Html {
  return html`<label hidden><input type="radio" name="method" value="${value}" /> ${label}</label>`
}

function sheet(): Html {
  return html`<main class="card bank">
    <p class="bank-head"><span class="bank-name">Sandbox Pay</span> <span class="badge">Sandbox</span></p>
    <h1>Pay with your wallet</h1>
    <dl class="facts"></dl>
    <form class="stack">
      <label>Name <input name="name" value="Wanda Wallet" autocomplete="off" /></label>
      <label>Email <input name="email" value="wanda@wallet.example" autocomplete="off" /></label>
      <button class="primary" value="pay" disabled>Pay</button>
      <button class="plain" type="button" value="cancel">Cancel</button>
    </form>
  </main>`
}
