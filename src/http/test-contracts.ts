import { billingContract } from '#billing/contract.ts'
import { auditContract } from '#audit/contract.ts'
import { bumpsContract } from '#bumps/contract.ts'
import { contactContract } from '#contact/contract.ts'
import { accountContract } from '#identity/account/contract.ts'
import { registrationContract } from '#identity/registration/contract.ts'
import { socialContract } from '#identity/social/contract.ts'
import { contentSecurityContract } from '#content-security/contract.ts'
import { checkoutContract } from '#checkout/contract.ts'
import { formsContract } from '#forms/contract.ts'
import { identityContract } from '#identity/contract.ts'
import { securityContract } from '#identity/security-contract.ts'
import { invoiceDetailsContract } from '#invoice-details/contract.ts'
import { invitationsContract } from '#invitations/contract.ts'
import { offersContract } from '#offers/contract.ts'
import { onboardingContract } from '#onboarding/contract.ts'
import { booksContract } from '#books/contract.ts'
import { rolesContract } from '#roles/contract.ts'
import { salesContract } from '#sales/contract.ts'
import { settingsContract } from '#settings/contract.ts'
import { shortLinksContract } from '#short-links/contract.ts'
import { subscriptionsContract } from '#subscriptions/contract.ts'
import { taxesContract } from '#taxes/contract.ts'
import { teamContract } from '#team/contract.ts'
import { uploadsContract } from '#uploads/contract.ts'
import { upsellsContract } from '#upsells/contract.ts'
import type { Contract } from './contract.ts'

/** Every contract of the product; a test compares them with the routes that the server has. */
export const contracts: readonly Contract[] = [
  identityContract,
  securityContract,
  settingsContract,
  accountContract,
  registrationContract,
  socialContract,
  contactContract,
  onboardingContract,
  billingContract,
  formsContract,
  shortLinksContract,
  bumpsContract,
  offersContract,
  taxesContract,
  checkoutContract,
  salesContract,
  booksContract,
  subscriptionsContract,
  uploadsContract,
  upsellsContract,
  rolesContract,
  auditContract,
  contentSecurityContract,
  invitationsContract,
  invoiceDetailsContract,
  teamContract,
]
