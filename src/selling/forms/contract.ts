import { z } from 'zod'
import { msg, t } from '#foundation/language/t.ts'
import { disabledByPlanParts } from '#accounts/billing/contract.ts'
import { deletedTitle, sellerListQuery, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { answered, withoutDefaults } from '#foundation/http/input/field-shapes.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { isCurrencyCode } from '#foundation/money/currencies.ts'
import { wholeItem } from '#selling/catalog/contract.ts'
import { checkAmount, givenAmount, bump, offer } from '#selling/products/contract.ts'
import { tax } from '#selling/taxes/contract.ts'
import { timer } from '#selling/timers/contract.ts'
import { formFields } from './form-fields.ts'
import { furtherPrice, termAmounts, intervalProblem } from './price/further-price.ts'
import { readNamedPrice } from './price/named-price.ts'
import { checkOpen } from './open-problems.ts'
import { quantityProblem } from './price/quantity-fields.ts'

export const priceTypeLabels = { OneTimePrice: msg('One Time'), RecurringPrice: msg('Recurring') } as const

/** Runs the check even if individual fields are invalid, so that all errors are reported together. */
const alsoWhenFieldsAreWrong: z.core.$ZodSuperRefineParams = {
  when: ({ value }) => typeof value === 'object' && value !== null,
}

function checkPicture(
  form: Pick<z.output<typeof formFields>, 'image' | 'video'>,
  context: z.RefinementCtx,
): void {
  if (form.image !== null || form.video !== null) return
  context.addIssue({ code: 'custom', path: ['image'], message: t('select an image or enter a video url') })
}

const cycle = formFields.pick({ billingPeriod: true, billingInterval: true })

function checkInterval(form: z.output<typeof cycle>, context: z.RefinementCtx): void {
  const { data } = cycle.safeParse(form)
  const message = data === undefined ? null : intervalProblem(data)
  if (message !== null) context.addIssue({ code: 'custom', path: ['billingInterval'], message })
}

const offered = formFields.pick({
  amount: true,
  priceType: true,
  currency: true,
  isOpen: true,
  suggestedAmount: true,
  presetAmounts: true,
})

function checkOffered(form: z.input<typeof offered>, context: z.RefinementCtx): void {
  const { data } = offered.safeParse(form)
  if (data !== undefined) checkOpen(data, data.currency, context)
}

const counts = formFields.pick({ quantityMin: true, quantityMax: true })

function checkQuantity(form: z.output<typeof counts>, context: z.RefinementCtx): void {
  const { data } = counts.safeParse(form)
  const message = data === undefined ? null : quantityProblem(data)
  if (message !== null) context.addIssue({ code: 'custom', path: ['quantityMax'], message })
}

/** Errors that involve several of the prices after the first. An incomplete price already has its own field errors. */
function checkPrices(
  { prices, currency }: Pick<z.output<typeof formFields>, 'prices' | 'currency'>,
  context: z.RefinementCtx,
): void {
  for (const [place, price] of Array.isArray(prices) ? prices.entries() : []) {
    const { data } = furtherPrice.safeParse(price)
    if (data === undefined) continue
    checkAmount({ amount: data.amount, currency }, context, ['prices', place, 'amount'])
    // The billing cycle and terms of a one-time price are hidden.
    if (data.priceType === 'OneTimePrice') continue
    for (const name of termAmounts)
      checkAmount({ amount: data[name], currency }, context, ['prices', place, name])
    if (isCurrencyCode(currency)) checkOpen(data, currency, context, ['prices', place])
    const message = intervalProblem(data)
    if (message !== null)
      context.addIssue({ code: 'custom', path: ['prices', place, 'billingInterval'], message })
  }
}

const givenFields = withoutDefaults(formFields.shape)

/** A validated form from the editor, with every field. */
export const formCreate = z
  .object(givenFields)
  .superRefine(checkPicture, alsoWhenFieldsAreWrong)
  .superRefine(checkInterval, alsoWhenFieldsAreWrong)
  .superRefine(checkQuantity, alsoWhenFieldsAreWrong)
  .superRefine((value, context) => checkAmount(value, context), alsoWhenFieldsAreWrong)
  .superRefine(checkOffered, alsoWhenFieldsAreWrong)
  .superRefine(checkPrices, alsoWhenFieldsAreWrong)
export type FormCreate = z.output<typeof formCreate>

/** Not a field of the editor, because a form is paused and resumed with one click, apart from other edits. */
const isPaused = z.boolean().describe('No one can buy while the form is paused')

const namedPrice = givenAmount
  .optional()
  .describe(
    'The amount in major units, or null if the form has the other type of price, just as when a form is read',
  )

/** The price and the tax, under the names that a read form has for them. */
const named = {
  oneTimePrice: namedPrice,
  recurringPrice: namedPrice,
  tax: wholeItem(tax, () => t('This field must be an object with an id, or null'))
    .nullable()
    .optional(),
}

/** The body of `POST /forms`. */
export const formCreateBody = formFields
  .extend({
    ...named,
    amount: givenAmount.optional(),
    taxId: givenFields.taxId.optional(),
    isPaused: isPaused.default(false),
  })
  .superRefine(checkPicture, alsoWhenFieldsAreWrong)
  .superRefine(checkInterval, alsoWhenFieldsAreWrong)
  .superRefine(checkQuantity, alsoWhenFieldsAreWrong)
  .superRefine(checkPrices, alsoWhenFieldsAreWrong)
  .superRefine((given, context) => {
    const { price, names, errors } = readNamedPrice(given, given.priceType)
    checkAmount({ amount: price.amount, currency: given.currency }, context, names.amount)
    for (const [field, message] of Object.entries(errors)) {
      context.addIssue({ code: 'custom', path: [field], message })
    }
  }, alsoWhenFieldsAreWrong)

/** The body of `PATCH /forms/:id`. `isDetailUpdate` marks a save of the timers page. */
export const formUpdate = z
  .object({ ...givenFields, amount: givenAmount })
  .partial()
  .extend({ ...named, isPaused: isPaused.optional(), isDetailUpdate: z.boolean() })
export type FormUpdate = z.output<typeof formUpdate>

const answeredAmounts = {
  amount: z.number(),
  suggestedAmount: z.number().nullable(),
  presetAmounts: z.array(z.number()),
  trialAmount: z.number(),
  setupAmount: z.number(),
}

const translatedTitle = answered({ texts: timer.shape.texts.unwrap() }).texts

/** A form as its seller reads it. Amounts are in major units. */
export const form = z.object({
  id: uuid,
  ...answered(formFields.shape),
  isPaused,
  /** The part of `stockLimit` that is sold or in checkout, or null if it is not counted. */
  stockTaken: z.number().int().nullable(),
  tax: tax.nullable(),
  ...answeredAmounts,
  priceId: uuid,
  prices: z.array(z.object({ ...answered(furtherPrice.shape), id: uuid, ...answeredAmounts })),
  oneTimePrice: z.number().nullable(),
  recurringPrice: z.number().nullable(),
  bumps: z.array(bump),
  otoSequenceList: z.array(bump),
  oneTimeOffer: offer.omit({ tags: true }).nullable(),
  timers: z.array(
    z.object({
      ...answered(timer.shape),
      timezone: z.string().nullable(),
      priceId: uuid.nullable(),
      texts: translatedTitle,
    }),
  ),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Form = z.output<typeof form>

/** A form after a change: complete for members who can read forms, otherwise only the parts they can read. */
const changedForm = z.union([form, z.object({ id: uuid, timers: form.shape.timers.optional() })])
export type ChangedForm = z.output<typeof changedForm>

export function isWhole(changed: ChangedForm): changed is Form {
  return 'title' in changed
}

const shownParts = {
  priceType: true,
  billingInterval: true,
  billingPeriod: true,
  trialDays: true,
  trialAmount: true,
  setupAmount: true,
} as const

/** A form for its card in the list, with a plain-text description. */
export const formCard = form
  .pick({
    id: true,
    name: true,
    title: true,
    description: true,
    image: true,
    video: true,
    amount: true,
    currency: true,
    priceType: true,
    billingInterval: true,
    billingPeriod: true,
    cancelAfter: true,
    trialDays: true,
    trialAmount: true,
    setupAmount: true,
    quantityMin: true,
    quantityMax: true,
    isOpen: true,
    suggestedAmount: true,
    presetAmounts: true,
    priceId: true,
    priceLabel: true,
    prices: true,
    isPaused: true,
    createdAt: true,
  })
  .extend({
    /** Whether stolen cards are being tested on the form, so that payments need a proof of work. */
    isUnderAttack: z.boolean(),
    /**
     * The form's lowest listed price as buyers read it, in major units, with its tax note and the number of listed
     * prices.
     */
    shownPrice: form.pick(shownParts).extend({
      /** Whether this is the minimum of a pay-what-you-want price. */
      isOpen: z.boolean(),
      amount: z.number(),
      note: z.enum(['', '+ tax', 'incl. tax']),
      count: z.number().int(),
    }),
    /** The parts that the plan disables, or null if there are none. */
    resting: disabledByPlanParts.nullable(),
    sale: z.object({
      /**
       * `over`: a timer has ended the form's sale. `not_onboarded`: its seller's account cannot be paid. `closed`:
       * its seller has no plan. `suspended`: its shop may not sell.
       */
      state: z.enum(['selling', 'paused', 'over', 'sold_out', 'not_onboarded', 'closed', 'suspended']),
      /** The next change by a timer. */
      nextChange: z.object({ what: z.enum(['price', 'end']), at: z.string() }).nullable(),
    }),
  })
export type FormCard = z.output<typeof formCard>

const forms = resourceRoutes('/forms', admissionsTo('onboarded', 'forms'))

export const formsContract = {
  listForms: forms.list(
    "Lists the seller's forms, newest first; `q` searches title and name",
    sellerListQuery,
    formCard,
  ),
  getForm: forms.read('Reads one form with everything that belongs to it', form),
  createForm: {
    ...forms.create('Creates a form', formCreateBody, form),
    failures: { plan_lacks_feature: 403 },
  },
  updateForm: {
    ...forms.update(
      'Changes the given fields of a form; returns the form, or the parts the caller can read',
      formUpdate,
      changedForm,
    ),
    failures: { plan_lacks_feature: 403 },
    right: { entity: 'forms', verb: 'update', demandedBy: 'handler' },
  },
  deleteForm: forms.remove('Deletes a form; past sales are not affected', deletedTitle),
} as const satisfies Contract
