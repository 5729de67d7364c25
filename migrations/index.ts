import type { Migration } from 'kysely/migration'
import { start } from './0001-start.ts'
import { uploads } from './0002-uploads.ts'
import { rateLimits } from './0003-rate-limits.ts'
import { products } from './0004-products.ts'
import { books } from './0005-books.ts'
import { pricePromise } from './0006-price-promise.ts'
import { refunds } from './0007-refunds.ts'
import { purchaseKinds } from './0008-purchase-kinds.ts'
import { subscriptions } from './0009-subscriptions.ts'
import { shownOffers } from './0010-shown-offers.ts'
import { cardTesting } from './0011-card-testing.ts'
import { disputes } from './0012-disputes.ts'
import { plans } from './0013-plans.ts'
import { accountLinks } from './0014-account-links.ts'
import { accountSecurity } from './0015-account-security.ts'
import { roles } from './0016-roles.ts'
import { listSearch } from './0017-list-search.ts'
import { embedHosts } from './0018-embed-hosts.ts'
import { salesNumbers } from './0019-sales-numbers.ts'
import { sellerDetails } from './0020-seller-details.ts'
import { partnerPlans } from './0021-partner-plans.ts'
import { contentSecurityReports } from './0022-content-security-reports.ts'
import { sessionLifetime } from './0023-session-lifetime.ts'
import { refundAttempts } from './0024-refund-attempts.ts'
import { invoicesAndRequesters } from './0025-invoices-and-requesters.ts'
import { unusedColumns } from './0026-unused-columns.ts'
import { shopFace } from './0027-shop-face.ts'
import { colorScheme } from './0028-color-scheme.ts'
import { notices } from './0029-notices.ts'
import { paymentFailedAt } from './0031-payment-failed-at.ts'
import { withdrawals } from './0033-withdrawals.ts'
import { planChangedAt } from './0036-plan-changed-at.ts'
import { statements } from './0039-statements.ts'
import { cancellations } from './0040-cancellations.ts'
import { sellerPolicies } from './0041-seller-policies.ts'
import { priceHistory } from './0042-price-history.ts'
import { customers } from './0043-customers.ts'
import { buyerLinks } from './0044-buyer-links.ts'
import { salesSums } from './0046-sales-sums.ts'
import { fileOpenings } from './0047-file-openings.ts'
import { pausing } from './0049-pausing.ts'
import { descriptionFormat } from './0050-description-format.ts'
import { whatBuyersRead } from './0051-what-buyers-read.ts'
import { methods } from './0052-methods.ts'
import { returnedPayments } from './0053-returned-payments.ts'
import { paymentDomains } from './0054-payment-domains.ts'
import { accountCountries } from './0056-account-countries.ts'
import { performedParts } from './0057-performed-parts.ts'
import { payouts } from './0058-payouts.ts'
import { savedViews } from './0059-saved-views.ts'
import { customerCorrections } from './0060-customer-corrections.ts'
import { customerTotals } from './0061-customer-totals.ts'
import { discounts } from './0062-discounts.ts'
import { coupons } from './0063-coupons.ts'
import { endedContracts } from './0065-ended-contracts.ts'
import { recurringDiscounts } from './0066-recurring-discounts.ts'
import { couponsOfOffers } from './0067-coupons-of-offers.ts'
import { prices } from './0069-prices.ts'
import { suspensions } from './0074-suspensions.ts'
import { shopsSites } from './0075-shops-sites.ts'
import { push } from './0076-push.ts'
import { noticeCursors } from './0079-notice-cursors.ts'
import { begunUploads } from './0082-begun-uploads.ts'
import { quantity } from './0084-quantity.ts'
import { stock } from './0085-stock.ts'
import { trials } from './0087-trials.ts'
import { trialStarts } from './0088-trial-starts.ts'
import { payOffs } from './0089-pay-offs.ts'
import { trialConsents } from './0089-trial-consents.ts'
import { payoutOutcomes } from './0090-payout-outcomes.ts'
import { fileVersions } from './0091-file-versions.ts'
import { sumsByPrice } from './0097-sums-by-price.ts'
import { openPrices } from './0098-open-prices.ts'
import { priceChanges } from './0100-price-changes.ts'
import { paidPayOffs } from './0106-paid-pay-offs.ts'
import { trialSums } from './0108-trial-sums.ts'
import { timersOfOnePrice } from './0109-timers-of-one-price.ts'
import { shopTimeZone } from './0111-shop-time-zone.ts'
import { totalsOfSums } from './0112-totals-of-sums.ts'
import { formsOfSums } from './0121-forms-of-sums.ts'
import { quietHours } from './0123-quiet-hours.ts'
import { unpaidAmounts } from './0124-unpaid-amounts.ts'
import { disputeOutcomes } from './0130-dispute-outcomes.ts'
import { ownZones } from './0131-own-zones.ts'
import { paymentsOnTheirWay } from './0132-payments-on-their-way.ts'
import { noticesOfInquiries } from './0137-notices-of-inquiries.ts'
import { returnedPurchases } from './0138-returned-purchases.ts'
import { cardsOfSubscriptions } from './0139-cards-of-subscriptions.ts'
import { oneTrialOfAPerson } from './0140-one-trial-of-a-person.ts'
import { shopTerms } from './0141-shop-terms.ts'
import { declinedStarts } from './0142-declined-starts.ts'
import { whoseHoldsWait } from './0144-whose-holds-wait.ts'
import { whatWaitsForSellers } from './0143-what-waits-for-sellers.ts'
import { proofs } from './0145-proofs.ts'
import { handovers } from './0146-handovers.ts'
import { foldedSearch } from './0148-folded-search.ts'
import { keyGenerations } from './0149-key-generations.ts'

/** Every migration by name, in order; they only move forward. */
export const migrations: Record<string, Migration> = {
  '0001-start': start,
  '0002-uploads': uploads,
  '0003-rate-limits': rateLimits,
  '0004-products': products,
  '0005-books': books,
  '0006-price-promise': pricePromise,
  '0007-refunds': refunds,
  '0008-purchase-kinds': purchaseKinds,
  '0009-subscriptions': subscriptions,
  '0010-shown-offers': shownOffers,
  '0011-card-testing': cardTesting,
  '0012-disputes': disputes,
  '0013-plans': plans,
  '0014-account-links': accountLinks,
  '0015-account-security': accountSecurity,
  '0016-roles': roles,
  '0017-list-search': listSearch,
  '0018-embed-hosts': embedHosts,
  '0019-sales-numbers': salesNumbers,
  '0020-seller-details': sellerDetails,
  '0021-partner-plans': partnerPlans,
  '0022-content-security-reports': contentSecurityReports,
  '0023-session-lifetime': sessionLifetime,
  '0024-refund-attempts': refundAttempts,
  '0025-invoices-and-requesters': invoicesAndRequesters,
  '0026-unused-columns': unusedColumns,
  '0027-shop-face': shopFace,
  '0028-color-scheme': colorScheme,
  '0029-notices': notices,
  '0031-payment-failed-at': paymentFailedAt,
  '0033-withdrawals': withdrawals,
  '0036-plan-changed-at': planChangedAt,
  '0039-statements': statements,
  '0040-cancellations': cancellations,
  '0041-seller-policies': sellerPolicies,
  '0042-price-history': priceHistory,
  '0043-customers': customers,
  '0044-buyer-links': buyerLinks,
  '0046-sales-sums': salesSums,
  '0047-file-openings': fileOpenings,
  '0049-pausing': pausing,
  '0050-description-format': descriptionFormat,
  '0051-what-buyers-read': whatBuyersRead,
  '0052-methods': methods,
  '0053-returned-payments': returnedPayments,
  '0054-payment-domains': paymentDomains,
  '0056-account-countries': accountCountries,
  '0057-performed-parts': performedParts,
  '0058-payouts': payouts,
  '0059-saved-views': savedViews,
  '0060-customer-corrections': customerCorrections,
  '0061-customer-totals': customerTotals,
  '0062-discounts': discounts,
  '0063-coupons': coupons,
  '0065-ended-contracts': endedContracts,
  '0066-recurring-discounts': recurringDiscounts,
  '0067-coupons-of-offers': couponsOfOffers,
  '0069-prices': prices,
  '0074-suspensions': suspensions,
  '0075-shops-sites': shopsSites,
  '0076-push': push,
  '0079-notice-cursors': noticeCursors,
  '0082-begun-uploads': begunUploads,
  '0084-quantity': quantity,
  '0085-stock': stock,
  '0087-trials': trials,
  '0088-trial-starts': trialStarts,
  '0089-pay-offs': payOffs,
  '0089-trial-consents': trialConsents,
  '0090-payout-outcomes': payoutOutcomes,
  '0091-file-versions': fileVersions,
  '0097-sums-by-price': sumsByPrice,
  '0098-open-prices': openPrices,
  '0100-price-changes': priceChanges,
  '0106-paid-pay-offs': paidPayOffs,
  '0108-trial-sums': trialSums,
  '0109-timers-of-one-price': timersOfOnePrice,
  '0111-shop-time-zone': shopTimeZone,
  '0112-totals-of-sums': totalsOfSums,
  '0121-forms-of-sums': formsOfSums,
  '0123-quiet-hours': quietHours,
  '0124-unpaid-amounts': unpaidAmounts,
  '0130-dispute-outcomes': disputeOutcomes,
  '0131-own-zones': ownZones,
  '0132-payments-on-their-way': paymentsOnTheirWay,
  '0137-notices-of-inquiries': noticesOfInquiries,
  '0138-returned-purchases': returnedPurchases,
  '0139-cards-of-subscriptions': cardsOfSubscriptions,
  '0140-one-trial-of-a-person': oneTrialOfAPerson,
  '0141-shop-terms': shopTerms,
  '0142-declined-starts': declinedStarts,
  '0143-what-waits-for-sellers': whatWaitsForSellers,
  '0144-whose-holds-wait': whoseHoldsWait,
  '0145-proofs': proofs,
  '0146-handovers': handovers,
  '0148-folded-search': foldedSearch,
  '0149-key-generations': keyGenerations,
}
