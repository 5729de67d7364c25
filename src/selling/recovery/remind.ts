import type { z } from 'zod'
import { FormNotFound, ReminderOff } from '#buying/checkout/errors.ts'
import { reminderText } from '#buying/checkout/messages.ts'
import type { reminderBody } from '#buying/checkout/resume/contract.ts'
import { findSellable } from '#buying/checkout/price/payable-form.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { currentLanguage } from '#foundation/language/t.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { emailKeyOf } from '#payments/coupons/holder.ts'
import { sourceColumn } from '#payments/purchases/source.ts'
import type { Services } from '#registry/services.ts'
import { openRecovery } from './collect/record-lost.ts'
import { offeredOf } from './resume/offered-choices.ts'
import { mayMail, settingsOf } from './settings/form-settings.ts'

/**
 * Records that a buyer wants a reminder, with the wording they agreed to. A lost payment of the same buyer stays
 * unchanged.
 */
export async function recordReminder(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'limiter'>,
  body: z.output<typeof reminderBody>,
  { network, locale }: { readonly network: string; readonly locale: string | null },
): Promise<void> {
  const { db, clock, config, limiter } = services
  if (body.consent !== reminderText()) throw new InvalidFields({ consent: messages.choice() })
  await limiter.take([
    { rule: 'reminderFromAddress', subject: network },
    { rule: 'reminderOnForm', subject: `${network} ${body.form}` },
  ])
  const form = await findSellable(db, body.form)
  if (form === undefined) throw new FormNotFound()
  const settings = await settingsOf(db, form.id)
  if (!mayMail(settings, 'page')) throw new ReminderOff()
  const { email, name, consent, form: formId, source: given, ...choices } = body
  const source = sourceColumn(given)
  const { offered, total } = offeredOf(form, choices, clock.now())
  const emailKey = emailKeyOf(email)
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const open = await tx
      .selectFrom('recoveries')
      .select('kind')
      .where('formId', '=', formId)
      .where('emailKey', '=', emailKey)
      .where('state', 'in', ['waiting', 'sent'])
      .executeTakeFirst()
    if (open !== undefined && open.kind !== 'page') return
    await openRecovery(tx, config.authSecret, {
      kind: 'page',
      reason: null,
      emailKey,
      sellerId: form.sellerId,
      formId,
      purchaseId: null,
      transitionId: null,
      email,
      name,
      choices: source === null ? offered : { ...offered, source },
      amount: total ?? form.amount,
      currency: form.currency,
      locale,
      language: currentLanguage(),
      consentText: consent,
      createdAt: now,
      nextAt: secondsAfter(now, settings.waits[0] * 60),
    })
  })
}
