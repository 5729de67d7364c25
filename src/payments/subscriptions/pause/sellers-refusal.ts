import { defineFailure } from '#foundation/failures/failure.ts'
import { t } from '#foundation/language/t.ts'
import type { PauseRefusal } from '../errors.ts'

const never = () => t('This subscription cannot be paused.')
const afterPayment = () => t('You can pause it once the open payment is settled.')

const texts: Readonly<Record<PauseRefusal, () => string>> = {
  not_offered: never,
  installments: never,
  canceled: never,
  unpaid: afterPayment,
  disputed: afterPayment,
  trial: () => t('You can pause it after the trial.'),
  price_change: () => t('You can pause it once the new plan has begun.'),
  discount: () => t('You can pause it once the discount has ended.'),
  too_early: () => t('You can pause it closer to the next payment.'),
  too_long: () => t('A pause can last up to a year.'),
  paused: () => t('It is already paused.'),
  skipped_often: () => t('Two payments in a row are already skipped.'),
}

/** Why a seller cannot pause a buyer's subscription now. Nothing was changed. */
export class SellersPauseUnavailable extends defineFailure(
  'pause_unavailable',
  409,
  (refusal: PauseRefusal) => texts[refusal](),
) {}
