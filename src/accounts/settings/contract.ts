import { z } from 'zod'
import { planFailures } from '#accounts/billing/contract.ts'
import { user } from '#accounts/identity/contract.ts'
import { proof } from '#accounts/identity/security-contract.ts'
import { sellerDetails } from '#accounts/invoice-details/contract.ts'
import type { Contract } from '#foundation/http/contract.ts'

const product = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  /** In major units, as everywhere on the wire. */
  amount: z.number(),
  currency: z.string(),
  createdAt: z.iso.datetime(),
})

/** All that is kept about a person and what their seller built; of sales, the sums, since buyers' data are theirs. */
export const exportedAccount = z.object({
  exportedAt: z.iso.datetime(),
  profile: user.extend({ createdAt: z.iso.datetime() }),
  seller: z.object({
    id: z.string(),
    name: z.string(),
    onboardingStatus: z.string(),
    createdAt: z.iso.datetime(),
    /** What its invoices say of it; each null where it was left out. */
    invoiceDetails: sellerDetails,
  }),
  forms: z.array(
    product.extend({
      name: z.string(),
      video: z.string().nullable(),
      priceType: z.string(),
      billingInterval: z.number(),
      billingPeriod: z.string(),
      cancelAfter: z.number(),
      redirectUrl: z.string().nullable(),
      successMessage: z.string().nullable(),
      termsUrl: z.string().nullable(),
      taxId: z.string().nullable(),
      oneTimeOfferId: z.string().nullable(),
      buttonText: z.string(),
      buttonTextColor: z.string(),
      themeColor: z.string(),
    }),
  ),
  bumps: z.array(product),
  offers: z.array(
    product.extend({
      acceptButtonText: z.string(),
      declineButtonText: z.string(),
      isActive: z.boolean(),
      tags: z.array(z.string()),
    }),
  ),
  taxes: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      percentage: z.number(),
      inclusive: z.boolean(),
      active: z.boolean(),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** What was paid in each currency, and what of it went back. */
  sales: z.array(
    z.object({
      currency: z.string(),
      purchases: z.number().int(),
      total: z.number(),
      taxAmount: z.number(),
      refunded: z.number(),
    }),
  ),
})
export type ExportedAccount = z.output<typeof exportedAccount>

/** What a person may ask about the data that are kept of them. */
export const settingsContract = {
  exportAccount: {
    method: 'GET',
    path: '/account/export',
    summary: 'All data of the caller’s account and seller',
    access: 'signed-in',
    right: null,
    ok: { status: 200, schema: exportedAccount },
  },
  eraseAccount: {
    method: 'POST',
    path: '/account/erase',
    summary:
      'Permanently erases the caller’s personal data; the only member of a seller closes it. The books stay',
    access: 'signed-in',
    right: null,
    body: proof,
    failures: {
      ...planFailures,
      sign_in_again: 403,
      owner_of_team: 409,
      subscriptions_running: 409,
      last_super_admin: 409,
    },
    ok: { status: 200, schema: z.object({ isSellerClosed: z.boolean() }) },
  },
} as const satisfies Contract
