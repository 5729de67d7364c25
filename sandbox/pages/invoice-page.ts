import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { formatAmount } from '#pages/format-amount.ts'
import { html, type Html } from '#pages/html.ts'
import { sendPage } from '#pages/send-page.ts'
import type { HostedInvoice, PagesWorld } from '#pages/world.ts'

type Asked = { Params: { invoiceId: string } }

const decision = z.object({ action: z.enum(['complete', 'fail']) })

/** An invoice's hosted page, where a buyer confirms its payment with the bank. It does not lead back to the shop. */
export function registerInvoicePage(server: FastifyInstance, world: PagesWorld): void {
  server.get<Asked>('/invoices/:invoiceId', ({ params }, reply) => {
    const invoice = world.invoice(params.invoiceId)
    return invoice === undefined ? send(reply.code(404), nothing()) : send(reply, question(invoice))
  })

  server.post<Asked>('/invoices/:invoiceId', ({ params, body }, reply) => {
    const invoice = world.invoice(params.invoiceId)
    const answer = decision.safeParse(body).data
    if (invoice === undefined || answer === undefined) return send(reply.code(404), nothing())
    const { waitsFor } = invoice
    if (waitsFor !== undefined) world.decideRedirect(waitsFor, answer.action === 'complete')
    return reply.redirect(`/invoices/${params.invoiceId}`, 303)
  })
}

function question({ id, businessName, amount, status, waitsFor }: HostedInvoice): Html {
  return html`<main class="card bank">
    <p class="bank-head"><span class="bank-name">Invoice</span> <span class="badge">Sandbox</span></p>
    <h1>${titles[status] ?? 'Invoice'}</h1>
    <dl class="facts">
      <div>
        <dt>From</dt>
        <dd>${businessName}</dd>
      </div>
      <div>
        <dt>Amount</dt>
        <dd>${formatAmount(amount.value, amount.currency)}</dd>
      </div>
    </dl>
    ${waitsFor === undefined ? undefined : confirmation(id)}
  </main>`
}

const titles: Readonly<Record<string, string>> = {
  open: 'Invoice due',
  paid: 'Invoice paid',
  void: 'This invoice is void',
}

function confirmation(id: string): Html {
  return html`<p>
      The bank asks the buyer to confirm this payment. No real bank is involved, and no money moves. Choose
      how it ends.
    </p>
    <form method="post" action="/invoices/${id}" class="stack">
      <button class="primary" name="action" value="complete">Complete authentication</button>
      <button name="action" value="fail">Fail authentication</button>
    </form>`
}

function nothing(): Html {
  return html`<main class="card bank">
    <p class="bank-head"><span class="bank-name">Invoice</span> <span class="badge">Sandbox</span></p>
    <h1>No such invoice</h1>
  </main>`
}

function send(reply: FastifyReply, body: Html): FastifyReply {
  return sendPage(
    reply,
    { title: 'Invoice', stylesheet: 'pages', script: undefined, data: { page: 'invoice' }, body },
    { frameAncestors: `'none'`, formAction: `'self'` },
  )
}
