import { adminContract } from '#accounts/admin/contract.ts'
import { auditContract } from '#accounts/audit/contract.ts'
import { billingContract } from '#accounts/billing/contract.ts'
import { contactContract } from '#accounts/contact/contract.ts'
import { contentSecurityContract } from '#accounts/content-security/contract.ts'
import { accountContract } from '#accounts/identity/account/contract.ts'
import { identityContract } from '#accounts/identity/contract.ts'
import { signInContract } from '#accounts/sign-in/contract.ts'
import { securityContract } from '#accounts/identity/security-contract.ts'
import { socialContract } from '#accounts/identity/social/contract.ts'
import { invitationsContract } from '#accounts/invitations/contract.ts'
import { invoiceDetailsContract } from '#accounts/invoice-details/contract.ts'
import { onboardingContract } from '#accounts/onboarding/contract.ts'
import { rolesContract } from '#accounts/roles/contract.ts'
import { settingsContract } from '#accounts/settings/contract.ts'
import { shopContract } from '#accounts/shop/contract.ts'
import { suspensionsContract } from '#accounts/suspensions/contract.ts'
import { teamContract } from '#accounts/team/contract.ts'
import { uploadsContract } from '#accounts/uploads/contract.ts'
import { resumeContract } from '#buying/checkout/resume/contract.ts'
import { checkoutContract } from '#buying/checkout/contract.ts'
import { consumerLawContract } from '#buying/consumer-law/contract.ts'
import { priceChangesContract } from '#buying/price-changes/contract.ts'
import { upsellsContract } from '#buying/upsells/contract.ts'
import { healthContract } from '#operations/health/contract.ts'
import { withdrawalsContract } from '#buying/withdrawal/contract.ts'
import { reconciliationContract } from '#payments/reconciliation/contract.ts'
import { taxNumbersContract } from '#payments/tax-numbers/contract.ts'
import { subscriptionsContract } from '#payments/subscriptions/contract.ts'
import { customersContract } from '#selling/customers/contract.ts'
import { formsContract } from '#selling/forms/contract.ts'
import { versionsContract } from '#selling/forms/versions/contract.ts'
import { notificationsContract } from '#selling/notifications/contract.ts'
import { pushContract } from '#selling/notifications/push/contract.ts'
import { notificationSettingsContract } from '#selling/notifications/settings-contract.ts'
import { filesContract } from '#selling/files/contract.ts'
import { invoicesContract } from '#selling/invoices/contract.ts'
import { payoutsContract } from '#selling/payouts/contract.ts'
import { recurringContract } from '#selling/recurring/contract.ts'
import { paymentDomainsContract } from '#selling/payment-domains/contract.ts'
import { couponsContract } from '#selling/coupons/contract.ts'
import { apiKeysContract } from '#accounts/api-keys/contract.ts'
import { sentEventsContract } from '#selling/sent-events/contract.ts'
import { hooksContract } from '#selling/endpoints/hooks-contract.ts'
import { conversionsContract } from '#selling/endpoints/conversions/contract.ts'
import { endpointsContract } from '#selling/endpoints/contract.ts'
import { eventsContract } from '#selling/events/contract.ts'
import { disputeEvidenceContract } from '#selling/dispute-evidence/contract.ts'
import { firstStepsContract } from '#selling/first-steps/contract.ts'
import { formRecoveryContract } from '#selling/recovery/settings/contract.ts'
import { recoveriesContract } from '#selling/recovery/contract.ts'
import { savedViewsContract } from '#selling/saved-views/contract.ts'
import { itemSalesContract } from '#selling/products/item-sales/contract.ts'
import { salesByFormContract } from '#selling/sales/by-form/contract.ts'
import { salesContract } from '#selling/sales/contract.ts'
import { shortLinksContract } from '#selling/sharing/contract.ts'
import { taxesContract } from '#selling/taxes/contract.ts'
import { quartersContract } from '#selling/taxes/quarters/contract.ts'
import { regionsContract } from '#selling/taxes/regions/contract.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { bumpsContract, offersContract } from './selling/products/contract.ts'

/** Every contract of the product. A test compares them with the server's routes. */
export const contracts: readonly Contract[] = [
  identityContract,
  securityContract,
  settingsContract,
  accountContract,
  signInContract,
  socialContract,
  contactContract,
  onboardingContract,
  pushContract,
  suspensionsContract,
  recoveriesContract,
  formRecoveryContract,
  resumeContract,
  adminContract,
  billingContract,
  formsContract,
  versionsContract,
  taxNumbersContract,
  paymentDomainsContract,
  shortLinksContract,
  bumpsContract,
  couponsContract,
  offersContract,
  taxesContract,
  quartersContract,
  regionsContract,
  checkoutContract,
  consumerLawContract,
  salesContract,
  itemSalesContract,
  salesByFormContract,
  disputeEvidenceContract,
  customersContract,
  invoicesContract,
  payoutsContract,
  recurringContract,
  filesContract,
  savedViewsContract,
  eventsContract,
  conversionsContract,
  endpointsContract,
  hooksContract,
  sentEventsContract,
  apiKeysContract,
  firstStepsContract,
  notificationsContract,
  notificationSettingsContract,
  reconciliationContract,
  healthContract,
  subscriptionsContract,
  uploadsContract,
  upsellsContract,
  priceChangesContract,
  withdrawalsContract,
  rolesContract,
  auditContract,
  contentSecurityContract,
  invitationsContract,
  invoiceDetailsContract,
  shopContract,
  teamContract,
]
