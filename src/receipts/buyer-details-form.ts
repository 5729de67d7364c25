import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isPurchaseSecret } from '#checkout/quote.ts'
import type { Config } from '#config.ts'
import { isId } from '#db/new-id.ts'
import { NotFound } from '#http/failures.ts'
import { editableUntil, saveBuyerDetails } from '#invoice-details/buyer-details.ts'
import { partyFields } from '#invoice-details/contract.ts'
import { countries } from '#invoice-details/countries.ts'
import { partyLines } from '#invoice-details/party.ts'
import { html, type Html } from '#mail/html.ts'
import type { Parts } from '#parts.ts'
import { asInvoice } from './invoice.ts'
import { purchasePath } from './purchase-url.ts'
import { dateOf } from './receipt-rows.ts'
import { findReceipt, type Receipt } from './store.ts'

/** How the buyer comes back from saving; `undefined`: they did not save anything. */
export type DetailsSaved = 'saved' | 'refused' | 'failed' | undefined

const query = z.object({ key: z.string().catch('') })
/** More than all fields at their longest, in bytes. */
const bodyLimit = 16 * 1024

/** Until when the buyer may say who buys; undefined where the invoice has no details of its own, or they are final. */
function openUntil(receipt: Receipt, now: Date): Date | undefined {
  const invoice = asInvoice(receipt)
  if (invoice === undefined || receipt.kind === 'offer') return undefined
  const until = editableUntil(invoice.paidAt)
  return now < until ? until : undefined
}

/** Who the invoice is made out to, and the form that changes it: without a script, as the whole page. */
export function buyerDetailsSection(
  receipt: Receipt,
  secret: string,
  now: Date,
  saved: DetailsSaved,
): Html | readonly Html[] {
  const until = openUntil(receipt, now)
  const given = receipt.buyerDetails === null ? [] : partyLines(receipt.buyerDetails)
  if (until === undefined && given.length === 0) return []
  return html`<section class="panel details" aria-labelledby="invoice-details">
    <h2 id="invoice-details">Invoice details</h2>
    ${saved === undefined ? [] : told[saved]}
    ${
      given.length === 0
        ? html`<p class="muted">The invoice is made out to ${receipt.name}.</p>`
        : html`<address>${given.map((line) => html`<span>${line}</span>`)}</address>`
    }
    ${until === undefined ? [] : detailsForm(receipt, secret, until, saved, given.length > 0)}
  </section>`
}

const told = {
  saved: html`<p role="status" class="badge-success">Saved. Your invoice says so now.</p>`,
  refused: html`<p role="alert" class="badge-danger">
    This could not be saved: a field is too long, or has characters that can not be printed.
  </p>`,
  failed: html`<p role="alert" class="badge-danger">This could not be saved. Try again in a moment.</p>`,
}

type Field = {
  readonly name: 'name' | 'addressLine1' | 'addressLine2' | 'postalCode' | 'city' | 'taxNumber'
  readonly label: string
  readonly maximum: number
  readonly autocomplete: string
}

const before: readonly Field[] = [
  { name: 'name', label: 'Company or name', maximum: 120, autocomplete: 'organization' },
  { name: 'addressLine1', label: 'Address', maximum: 120, autocomplete: 'address-line1' },
  { name: 'addressLine2', label: 'Address, second line', maximum: 120, autocomplete: 'address-line2' },
  { name: 'postalCode', label: 'Postal code', maximum: 20, autocomplete: 'postal-code' },
  { name: 'city', label: 'City', maximum: 80, autocomplete: 'address-level2' },
]
const after: Field = { name: 'taxNumber', label: 'Tax number', maximum: 50, autocomplete: 'off' }

function detailsForm(
  receipt: Receipt,
  secret: string,
  until: Date,
  saved: DetailsSaved,
  isGiven: boolean,
): Html {
  const details = receipt.buyerDetails
  const isOpen = saved === 'refused' || saved === 'failed'
  const input = ({ name, label, maximum, autocomplete }: Field) =>
    labelled(
      name,
      label,
      html`<input
        id="details-${name}"
        name="${name}"
        maxlength="${maximum}"
        autocomplete="${autocomplete}"
        value="${details?.[name] ?? ''}"
      />`,
    )
  const options = countries.map(({ code, name }) =>
    details?.country === code
      ? html`<option value="${code}" selected>${name}</option>`
      : html`<option value="${code}">${name}</option>`,
  )
  const country = html`<select id="details-country" name="country" autocomplete="country">
    <option value="">Not given</option>
    ${options}
  </select>`
  const content = html`<summary>${isGiven ? 'Change' : 'Add a company, address or tax number'}</summary>
    <form method="post" action="${purchasePath(receipt.id, secret, '/invoice-details')}">
      ${before.map(input)} ${labelled('country', 'Country', country)} ${input(after)}
      <p class="muted small">
        You can change this until ${dateOf(until)}. After that the invoice stays as it is.
      </p>
      <button>Save invoice details</button>
    </form>`
  return isOpen ? html`<details open>${content}</details>` : html`<details>${content}</details>`
}

function labelled(name: string, label: string, control: Html): Html {
  return html`<div><label for="details-${name}">${label}</label>${control}</div>`
}

/** Takes the form. However it ends, the page shows how things stand. */
export function registerBuyerDetails(app: FastifyInstance, parts: Parts, { authSecret }: Config): void {
  async function save(id: string, key: string, sent: unknown): Promise<Exclude<DetailsSaved, undefined>> {
    const isOwn = isId(id) && isPurchaseSecret(authSecret, id, key)
    const receipt = isOwn ? await findReceipt(parts.db, id) : undefined
    if (receipt === undefined) throw new NotFound()
    const now = parts.clock.now()
    const party = partyFields.safeParse(sent)
    if (!party.success) return 'refused'
    if (openUntil(receipt, now) === undefined) return 'failed'
    await saveBuyerDetails(parts.db, id, party.data, now)
    parts.log.info({ purchase: id }, 'invoice details of a buyer changed')
    return 'saved'
  }

  void app.register((scope, _, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, parsed) =>
        parsed(null, Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''))),
    )
    scope.post<{ Params: { id: string } }>(
      '/purchases/:id/invoice-details',
      { config: { access: 'anyone' }, schema: { hide: true } },
      async (request, reply) => {
        const { id } = request.params
        const { key } = query.parse(request.query)
        const back = new URLSearchParams({ key })
        try {
          back.set('invoice', await save(id, key, request.body))
        } catch (error) {
          if (!(error instanceof NotFound)) {
            parts.log.warn({ err: error, purchase: id }, 'invoice details were not saved')
            back.set('invoice', 'failed')
          }
        }
        return reply.redirect(`/purchases/${encodeURIComponent(id)}?${back.toString()}#invoice-details`, 303)
      },
    )
    done()
  })
}
