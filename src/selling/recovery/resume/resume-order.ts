import type { z } from 'zod'
import { ResumeEnded, ResumePaid } from '#buying/checkout/errors.ts'
import { findSellable } from '#buying/checkout/price/payable-form.ts'
import { readResumeKey } from '#buying/checkout/resume/resume-key.ts'
import type { resumedOrder } from '#buying/checkout/resume/contract.ts'
import { currentLanguage, t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { formatsOf } from '#foundation/text/read-formats.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { linkLifetime } from './link.ts'
import { offeredOf } from './offered-choices.ts'

type Asked = { readonly form: string; readonly key: string }

/**
 * The order that a link leads back to, as far as it can still be placed: choices that are gone are left out. Throws
 * `ResumePaid` or `ResumeEnded`. It opens no purchase and no card.
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
          .select(['email', 'name', 'choices', 'amount', 'currency', 'locale', 'state', 'createdAt'])
          .where('id', '=', id)
          .where('formId', '=', formId)
          .executeTakeFirst()
  if (found?.state === 'paid') throw new ResumePaid()
  const hasEnded = found !== undefined && clock.now() > secondsAfter(found.createdAt, linkLifetime)
  if (found === undefined || found.email === '' || hasEnded) throw new ResumeEnded()
  const form = await findSellable(db, formId)
  const choices =
    form === undefined ? { offered: { bumps: [] } } : offeredOf(form, found.choices, clock.now())
  const { amount, currency, locale } = found
  const isRepriced = choices.total !== undefined && choices.total !== amount
  const back = t('Welcome back. Your order is saved as you left it.')
  const price = formatAmount(choices.total ?? 0, currency, formatsOf(locale ?? currentLanguage()))
  return {
    email: found.email,
    name: found.name,
    ...choices.offered,
    bumps: [...choices.offered.bumps],
    welcome: isRepriced ? [back, t('The price is now {price}.', { price })].join(' ') : back,
  }
}
