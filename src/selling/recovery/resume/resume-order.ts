import type { Kysely, Selectable } from 'kysely'
import type { z } from 'zod'
import { ResumeEnded, ResumePaid } from '#buying/checkout/errors.ts'
import { findSellable } from '#buying/checkout/price/payable-form.ts'
import { readResumeKey } from '#buying/checkout/resume/resume-key.ts'
import type { resumedOrder } from '#buying/checkout/resume/contract.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { RecoveriesTable } from '#foundation/db/tables/recoveries.ts'
import { currentLanguage, t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { formatsOf } from '#foundation/text/read-formats.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { linkLifetime } from './link.ts'
import { settingsOf } from '../settings/form-settings.ts'
import { findReminderCoupon } from '../settings/open-coupons.ts'
import { heldQuote } from './held-quote.ts'
import { offeredOf } from './offered-choices.ts'

type Asked = { readonly form: string; readonly key: string }

/**
 * The order that a link leads back to, with the parts that can still be bought. Choices that no longer exist are left
 * out. Throws `ResumePaid` or `ResumeEnded`. The link gives no access to a purchase or a card.
 */
export async function resumeOrder(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'limiter'>,
  { form: formId, key }: Asked,
  network: string,
): Promise<z.input<typeof resumedOrder>> {
  const { db, clock, config, limiter } = services
  await limiter.take([{ rule: 'resumeFromAddress', subject: network }])
  const id = readResumeKey(config.authSecret, key)
  const found =
    id === undefined
      ? undefined
      : await db
          .selectFrom('recoveries')
          .leftJoin('purchasesView as lost', 'lost.id', 'recoveries.purchaseId')
          .selectAll('recoveries')
          .select('lost.source')
          .where('recoveries.id', '=', id)
          .where('recoveries.formId', '=', formId)
          .executeTakeFirst()
  if (found?.state === 'paid') throw new ResumePaid()
  const hasEnded = found !== undefined && clock.now() > secondsAfter(found.createdAt, linkLifetime)
  if (found === undefined || found.email === '' || hasEnded) throw new ResumeEnded()
  const form = await findSellable(db, formId)
  const given = { ...found.choices, ...(await couponOf(db, { ...found, formId }, clock.now())) }
  const held = form && heldQuote(config.authSecret, form, { given, createdAt: found.createdAt }, clock.now())
  const choices =
    form === undefined
      ? { offered: { bumps: [] } }
      : offeredOf(form, given, held === undefined ? clock.now() : found.createdAt)
  const { amount, currency, locale } = found
  const isRepriced = choices.total !== undefined && choices.total !== amount
  const { referrer: _, ...tags } = found.source ?? found.choices.source ?? {}
  const back = t('Welcome back. Your order is saved as you left it.')
  const price = formatAmount(choices.total ?? 0, currency, formatsOf(locale ?? currentLanguage()))
  return {
    email: found.email,
    name: found.name,
    ...choices.offered,
    bumps: [...choices.offered.bumps],
    ...(held && { quote: held }),
    ...(Object.keys(tags).length > 0 && { source: tags }),
    welcome: isRepriced ? [back, t('The price is now {price}.', { price })].join(' ') : back,
  }
}

type Reminded = Pick<Selectable<RecoveriesTable>, 'kind' | 'formId' | 'choices'>

/** The code that a reminder promised, or none if the buyer already had one. */
async function couponOf(
  db: Kysely<Database>,
  { kind, formId, choices }: Reminded,
  now: Date,
): Promise<{ readonly coupon?: string }> {
  if (kind !== 'page' || choices.coupon !== undefined) return {}
  const coupon = await findReminderCoupon(db, await settingsOf(db, formId), now)
  return coupon === undefined ? {} : { coupon: coupon.code }
}
