import { calculateTaxAtProvider } from './0315-provider-tax.ts'
import { dropUnsettledIndexes } from './0150-drop-unsettled-indexes.ts'
import { publishViews } from './0151-published-views.ts'
import { addLanguages } from './0152-languages.ts'
import { hideSteps } from './0156-hidden-steps.ts'
import { addSumsOfForms } from './0157-sums-of-forms.ts'
import { notifyOfWithdrawals } from './0159-withdrawal-notices.ts'
import { addGuarantees } from './0160-guarantees.ts'
import { addFormVersions } from './0161-form-versions.ts'
import { addSellersTexts } from './0162-sellers-texts.ts'
import { addFormPictures } from './0164-form-pictures.ts'
import { sumSources } from './0165-sums-of-sources.ts'
import { announcePurchases } from './0166-announced-purchases.ts'
import { addVersionChanges } from './0167-version-changes.ts'
import { reviewRefunds } from './0168-refunds-to-review.ts'
import { addRecoveries } from './0170-recoveries.ts'
import { showReminders } from './0171-reminders-on-pages.ts'
import { numberInvoices } from './0175-invoices.ts'
import { addEvents } from './0180-events.ts'
import { addWebhookEndpoints } from './0181-webhook-endpoints.ts'
import { addFormFields } from './0185-form-fields.ts'
import { askForDetails } from './0186-asked-details.ts'
import { addRenewalNotices } from './0190-renewal-notices.ts'
import { addSubscriptionLife } from './0191-subscription-life.ts'
import { addCancelReasons } from './0192-cancel-reasons.ts'
import { addRefundReasons } from './0195-refund-reasons.ts'
import { translateTitles } from './0198-titles-in-languages.ts'
import { addWaysAfterDecline } from './0206-ways-after-a-decline.ts'
import { taxByCountry } from './0210-tax-by-country.ts'
import { checkVatNumbers } from './0211-vat-numbers.ts'
import { recordRecurring } from './0215-recurring.ts'
import { addApiKeys } from './0220-api-keys.ts'
import { foldMoreScripts } from './0230-fold-more-scripts.ts'
import { addRecurringLevels } from './0240-recurring-levels.ts'
import { notifyOfEndpoints } from './0265-endpoint-notices.ts'
import { relateEventsToForms } from './0266-events-of-forms.ts'
import { pauseKeys } from './0267-paused-keys.ts'
import { addHooks } from './0268-hooks.ts'
import { recordConfirmingCards } from './0270-confirming-cards.ts'
import { switchBumps } from './0300-switched-bumps.ts'
import { addFormBlocks } from './0305-form-blocks.ts'
import { notifyOfTaxRefunds } from './0320-tax-refund-notices.ts'
import { addConversionTargets } from './0330-conversion-targets.ts'
import { recordCardCountries } from './0339-card-countries.ts'
import { addAdsConsents } from './0345-ads-consents.ts'
import { limitBumps } from './0350-bump-prices.ts'
import { baseline } from './baseline/index.ts'
import type { Migration } from 'kysely/migration'

/** In the order of their names. The first has the name of the last migration it replaces. */
export const migrations: Record<string, Migration> = {
  '0149-key-generations': baseline,
  '0150-drop-unsettled-indexes': dropUnsettledIndexes,
  '0151-published-views': publishViews,
  '0152-languages': addLanguages,
  '0156-hidden-steps': hideSteps,
  '0157-sums-of-forms': addSumsOfForms,
  '0159-withdrawal-notices': notifyOfWithdrawals,
  '0160-guarantees': addGuarantees,
  '0161-form-versions': addFormVersions,
  '0162-sellers-texts': addSellersTexts,
  '0164-form-pictures': addFormPictures,
  '0165-sums-of-sources': sumSources,
  '0166-announced-purchases': announcePurchases,
  '0167-version-changes': addVersionChanges,
  '0168-refunds-to-review': reviewRefunds,
  '0170-recoveries': addRecoveries,
  '0171-reminders-on-pages': showReminders,
  '0175-invoices': numberInvoices,
  '0180-events': addEvents,
  '0181-webhook-endpoints': addWebhookEndpoints,
  '0185-form-fields': addFormFields,
  '0186-asked-details': askForDetails,
  '0190-renewal-notices': addRenewalNotices,
  '0191-subscription-life': addSubscriptionLife,
  '0192-cancel-reasons': addCancelReasons,
  '0195-refund-reasons': addRefundReasons,
  '0198-titles-in-languages': translateTitles,
  '0206-ways-after-a-decline': addWaysAfterDecline,
  '0210-tax-by-country': taxByCountry,
  '0211-vat-numbers': checkVatNumbers,
  '0215-recurring': recordRecurring,
  '0220-api-keys': addApiKeys,
  '0230-fold-more-scripts': foldMoreScripts,
  '0240-recurring-levels': addRecurringLevels,
  '0265-endpoint-notices': notifyOfEndpoints,
  '0266-events-of-forms': relateEventsToForms,
  '0267-paused-keys': pauseKeys,
  '0268-hooks': addHooks,
  '0270-confirming-cards': recordConfirmingCards,
  '0300-switched-bumps': switchBumps,
  '0305-form-blocks': addFormBlocks,
  '0315-provider-tax': calculateTaxAtProvider,
  '0320-tax-refund-notices': notifyOfTaxRefunds,
  '0330-conversion-targets': addConversionTargets,
  '0339-card-countries': recordCardCountries,
  '0345-ads-consents': addAdsConsents,
  '0350-bump-prices': limitBumps,
}
