import { z } from 'zod'
import { currencyCode, text, uuid } from '#foundation/http/input/fields.ts'
import type { Right } from '#foundation/rights/entities.ts'
import { formsContract } from '#selling/forms/contract.ts'
import { soughtStatuses } from '#selling/list-filters/sale-filter.ts'
import { ranges } from '#selling/sales/dashboard/dashboard-wire.ts'
import { salesContract } from '#selling/sales/contract.ts'
import { customersContract } from '#selling/customers/contract.ts'
import { eventsContract } from '#selling/events/contract.ts'
import { sentEventsContract } from '#selling/sent-events/contract.ts'
import { compactEvent, compactForm, compactSale } from './compact.ts'

/** Calls a route of the API with the assistant's key. Throws `CallFailed` with the API's message. */
export type CallApi = (
  method: 'GET' | 'POST',
  path: string,
  given?: {
    readonly query?: Readonly<Record<string, string | number | undefined>>
    readonly body?: object
  },
) => Promise<unknown>

export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  /** Without this right, the key does not see the tool. */
  readonly right: Right
  readonly isReadOnly: boolean
  readonly run: (call: CallApi, input: unknown) => Promise<unknown>
}

function tool<Input extends z.ZodObject>(
  given: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input
    readonly run: (call: CallApi, input: z.output<Input>) => Promise<unknown>
  },
): Tool {
  return { ...given, run: async (call, input) => given.run(call, given.input.parse(input)) }
}

const most = z.int().min(1).max(50).default(20).describe('How many to return, up to 50')
const page = z.int().min(0).max(1_000_000).default(0).describe('The page number, starting at 0')
const day = z.iso.date().describe('A day such as 2026-11-30, in UTC')
const minor =
  'Amounts are integers in minor units of the currency, unless called amount: those are in major units.'

/**
 * What assistants can do: read, and draft a form that sells nothing. No tool moves money, emails anyone, or changes
 * anything that buyers can see.
 */
export const tools: readonly Tool[] = [
  tool({
    name: 'list_forms',
    title: 'List forms',
    description: 'Lists the shop’s payment forms, newest first, with their prices and whether they sell.',
    input: z.strictObject({
      q: text(200).default('').describe('Searches title and name'),
      page,
      limit: most,
    }),
    right: formsContract.listForms.right,
    isReadOnly: true,
    async run(call, { q, ...query }) {
      const { data, nextPage } = formsContract.listForms.ok.schema.parse(
        await call('GET', '/forms', { query: { q, ...query } }),
      )
      return { forms: data.map(compactForm), nextPage }
    },
  }),
  tool({
    name: 'read_form',
    title: 'Read a form',
    description: 'Reads all settings of one payment form. Its amounts are in major units.',
    input: z.strictObject({ id: uuid }),
    right: formsContract.getForm.right,
    isReadOnly: true,
    run: async (call, { id }) => ({ form: await call('GET', `/forms/${id}`) }),
  }),
  tool({
    name: 'find_sales',
    title: 'Find sales',
    description: `Finds sales by the buyer’s name or email, form, status and days, newest first. ${minor}`,
    input: z.strictObject({
      q: text(200).default('').describe('Searches buyers’ names and emails'),
      form: uuid.optional().describe('Only sales of this form'),
      status: z.enum(soughtStatuses).optional(),
      from: day.optional(),
      to: day.optional(),
      page,
      limit: most,
    }),
    right: salesContract.listSales.right,
    isReadOnly: true,
    async run(call, query) {
      const { data, nextPage } = salesContract.listSales.ok.schema.parse(
        await call('GET', '/sales', { query }),
      )
      return { sales: data.map(compactSale), nextPage }
    },
  }),
  tool({
    name: 'read_sale',
    title: 'Read a sale',
    description: `Reads one sale with its lines, refunds, disputes and history. ${minor}`,
    input: z.strictObject({ id: uuid }),
    right: salesContract.getSale.right,
    isReadOnly: true,
    run: async (call, { id }) => ({ sale: await call('GET', `/sales/${id}`) }),
  }),
  tool({
    name: 'read_numbers',
    title: 'Read the numbers',
    description: `Reads revenue, refunds, orders, views, conversion and subscriptions of a period, for the shop or one form. ${minor}`,
    input: z.strictObject({ range: z.enum(ranges).default('30d'), form: uuid.optional() }),
    right: salesContract.getDashboard.right,
    isReadOnly: true,
    run: async (call, query) => ({ numbers: await call('GET', '/sales/dashboard', { query }) }),
  }),
  tool({
    name: 'find_customers',
    title: 'Find customers',
    description: `Finds customers by name or email, with what they paid in total. ${minor}`,
    input: z.strictObject({ q: text(200).default(''), page, limit: most }),
    right: customersContract.listCustomers.right,
    isReadOnly: true,
    async run(call, query) {
      const { data, nextPage } = customersContract.listCustomers.ok.schema.parse(
        await call('GET', '/customers', { query }),
      )
      return { customers: data, nextPage }
    },
  }),
  tool({
    name: 'explain_event',
    title: 'Explain an event',
    description:
      'Reads an event by its id (the webhook-id of a message), what it means, and to which webhooks it was sent with which outcome.',
    input: z.strictObject({ id: uuid }),
    right: eventsContract.readEvent.right,
    isReadOnly: true,
    async run(call, { id }) {
      const event = eventsContract.readEvent.ok.schema.parse(await call('GET', `/events/${id}`))
      const { purchaseId } = event
      const sent =
        purchaseId === null
          ? []
          : sentEventsContract.listSentEvents.ok.schema.parse(
              await call('GET', `/sales/${purchaseId}/sent-events`),
            ).data
      return compactEvent(event, sent)
    },
  }),
  tool({
    name: 'draft_form',
    title: 'Draft a form',
    description:
      'Creates a payment form that is paused, so it sells nothing until a person checks it in Tillform and turns it on. It needs a YouTube video, or the id of a form whose picture and look it copies.',
    input: z.strictObject({
      title: text(200),
      description: text(10_000).describe('What the buyer gets'),
      amount: z.number().min(0).describe('The price in major units, such as 49.99'),
      currency: currencyCode.describe('An ISO code such as usd'),
      video: text(2_048).optional().describe('A YouTube URL'),
      like: uuid.optional().describe('The id of a form whose picture and look to copy'),
    }),
    right: formsContract.createForm.right,
    isReadOnly: false,
    async run(call, { like, ...given }) {
      const body = { ...(like === undefined ? {} : await lookOf(call, like)), ...given, isPaused: true }
      const { id } = created.parse(await call('POST', '/forms', { body }))
      return { id, isPaused: true, edit: `/forms/edit/${id}` }
    },
  }),
]

const created = z.object({ id: z.string() })

/** The fields of a form that decide how its page looks. */
async function lookOf(call: CallApi, id: string) {
  const form = formsContract.getForm.ok.schema.parse(await call('GET', `/forms/${id}`))
  const { image, imageFit, imageFocus, video, themeColor, buttonTextColor, colorScheme, contentLanguage } =
    form
  return { image, imageFit, imageFocus, video, themeColor, buttonTextColor, colorScheme, contentLanguage }
}
