import { z } from 'zod'
import { editableUntil, saveBuyerDetails } from '#accounts/invoice-details/buyer-details.ts'
import { partyFields } from '#accounts/invoice-details/contract.ts'
import { countries } from '#accounts/invoice-details/countries.ts'
import { partyLines } from '#accounts/invoice-details/party.ts'
import { html, type Html } from '#foundation/http/html.ts'
import type { Services } from '#foundation/services.ts'
import { asInvoice } from './invoice.ts'
import { purchasePath } from './purchase-url.ts'
import { dateOf } from './receipt-rows.ts'
import type { Receipt } from './store.ts'

/** What was sent and cannot be taken: all of it, and what is wrong, by field. */
export type RefusedDetails = {
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}
/** What came of saving; `late`: they are final by now; `undefined`: nothing was sent. */
export type DetailsState = 'saved' | 'late' | RefusedDetails | undefined

const sentValues = z.record(z.string(), z.string()).catch({})
/** More than all fields at their longest, in bytes. */
export const longestDetails = 16 * 1024

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
  state: DetailsState,
): Html | readonly Html[] {
  const until = openUntil(receipt, now)
  const given = receipt.buyerDetails === null ? [] : partyLines(receipt.buyerDetails)
  if (until === undefined && given.length === 0) return []
  return html`<section class="panel details" aria-labelledby="invoice-details">
    <h2 id="invoice-details">Invoice details</h2>
    ${told(state)}
    ${
      given.length === 0
        ? html`<p class="muted">The invoice is made out to ${receipt.name}.</p>`
        : html`<address>${given.map((line) => html`<span>${line}</span>`)}</address>`
    }
    ${until === undefined ? [] : detailsForm(receipt, secret, until, state)}
  </section>`
}

function told(state: DetailsState): Html | readonly Html[] {
  if (state === undefined) return []
  if (state === 'saved')
    return html`<p role="status" class="badge-success">Saved. Your invoice now shows these details.</p>`
  const what =
    state === 'late'
      ? 'This invoice can no longer be changed.'
      : 'Nothing has been saved yet. Check the marked fields.'
  return html`<p role="alert" class="badge-danger">${what}</p>`
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

function detailsForm(receipt: Receipt, secret: string, until: Date, state: DetailsState): Html {
  const details = receipt.buyerDetails
  const refused = typeof state === 'object' ? state : undefined
  const firstWrong = [...before, after].find(({ name }) => refused?.errors[name] !== undefined)?.name
  const valueOf = (name: Field['name'] | 'country') =>
    (refused ? refused.values[name] : details?.[name]) ?? ''
  const input = ({ name, label, maximum, autocomplete }: Field) => {
    const error = refused?.errors[name]
    return html`<div>
      <label for="details-${name}">${label}</label>
      <input
        id="details-${name}"
        name="${name}"
        maxlength="${maximum}"
        autocomplete="${autocomplete}"
        value="${valueOf(name)}"
        ${error === undefined ? [] : html`aria-invalid="true" aria-describedby="error-${name}"`}
        ${name === firstWrong ? html`autofocus` : []}
      />
      ${error === undefined ? [] : html`<p id="error-${name}" class="badge-danger small">${error}</p>`}
    </div>`
  }
  const options = countries.map(({ code, name }) =>
    valueOf('country') === code
      ? html`<option value="${code}" selected>${name}</option>`
      : html`<option value="${code}">${name}</option>`,
  )
  return html`<details ${refused === undefined ? [] : html`open`}>
    <summary>${details === null ? 'Add a company, address or tax number' : 'Change'}</summary>
    <form method="post" action="${purchasePath(receipt.id, secret, '/invoice-details')}#invoice-details">
      ${before.map(input)}
      <div>
        <label for="details-country">Country</label>
        <select id="details-country" name="country" autocomplete="country">
          <option value="">Not given</option>
          ${options}
        </select>
      </div>
      ${input(after)}
      <p class="muted small">
        You can change this until ${dateOf(until)}. After that, the invoice can no longer be changed.
      </p>
      <button>Save invoice details</button>
    </form>
  </details>`
}

/** Saves what the form has sent. Sending it again changes nothing. */
export async function takeDetails(
  { db, clock, log }: Services,
  receipt: Receipt,
  sent: unknown,
): Promise<Exclude<DetailsState, undefined>> {
  const now = clock.now()
  if (openUntil(receipt, now) === undefined) return 'late'
  const party = partyFields.safeParse(sent)
  if (!party.success) return { values: sentValues.parse(sent), errors: errorsOf(party.error) }
  await saveBuyerDetails(db, receipt.id, party.data, now)
  log.info({ purchase: receipt.id }, 'invoice details of a buyer changed')
  return 'saved'
}

function errorsOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.map(({ path: [field], message }) => [String(field), message]))
}
