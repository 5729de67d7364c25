import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { line, number, text, uuid } from '#foundation/http/input/fields.ts'
import { languages } from '#foundation/language/languages.ts'
import { t } from '#foundation/language/t.ts'
import { recoveryKinds } from '../contract.ts'

/** In minutes. */
const shortest = 15
const longest = 72 * 60

const wait = number
  .int({ error: messages.wholeNumber })
  .min(shortest, { error: () => t('Wait at least 15 minutes') })
  .max(longest, { error: () => t('Wait 3 days at most') })

const waits = z.tuple([wait, wait]).refine(([first, second]) => first < second, {
  error: () => t('The second email must come after the first'),
})

/** The shop's own words, or null for ours. */
const subject = line(120).nullable()
const message = text(1_000).nullable()

const choices = z.object({
  /** Whether emails are sent after a decline, and to buyers who left at their bank. */
  declined: z.boolean({ error: messages.boolean }),
  /** Whether the payment page offers a reminder. */
  page: z.boolean({ error: messages.boolean }),
  /** The minutes until the first email, and until a reminder's second email. */
  waits,
  subject,
  message,
  /** One of `coupons` for reminders, or null for none. */
  couponId: uuid.nullable(),
  /** One of `prices` to offer on the page after a decline, or null for none. */
  fallbackPriceId: uuid.nullable(),
  /** Whether the page then offers to leave out the extras. */
  offersWithoutExtras: z.boolean({ error: messages.boolean }),
})
export type RecoveryChoices = z.output<typeof choices>

const formRecovery = choices.extend({
  /** The country whose law applies, or null if unknown. */
  country: z.string().nullable(),
  /** Whether that law allows emails without the buyer's consent. */
  isAllowed: z.boolean(),
  /** The languages that the form's buyers can read, with the form's own first. */
  languages: z.array(z.string()),
  /** The coupons that work for every buyer of the form, as reminders require. */
  coupons: z.array(z.object({ id: z.string(), code: z.string(), discount: z.string() })),
  /** The listed prices, in the form’s order. Empty if there is only one. */
  prices: z.array(z.object({ id: z.string(), label: z.string() })),
})
export type FormRecovery = z.output<typeof formRecovery>

const preview = z.object({ subject: z.string(), text: z.string() })

const admits = admissionsTo('onboarded', 'forms')

export const formRecoveryContract = {
  readFormRecovery: {
    ...admits.read,
    method: 'GET',
    path: '/forms/:id/recovery',
    summary: 'Reads a form’s settings for lost payments',
    params: idParams,
    ok: { status: 200, schema: formRecovery },
  },
  saveFormRecovery: {
    ...admits.update,
    method: 'PATCH',
    path: '/forms/:id/recovery',
    summary: 'Changes a form’s settings for lost payments',
    params: idParams,
    body: choices.partial(),
    ok: { status: 200, schema: formRecovery },
  },
  previewRecoveryMail: {
    ...admits.read,
    method: 'GET',
    path: '/forms/:id/recovery/preview',
    summary:
      'Previews a form’s email about lost payments in one of its languages, with the given words, as text',
    params: idParams,
    query: z.object({
      kind: z.enum(recoveryKinds, { error: messages.choice }).default('declined'),
      language: z.enum(languages, { error: messages.choice }).default('en'),
      subject: line(120).default(''),
      message: z.string().max(1_000).default(''),
      coupon: uuid.optional(),
    }),
    ok: { status: 200, schema: preview },
  },
} as const satisfies Contract
