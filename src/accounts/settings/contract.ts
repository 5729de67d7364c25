import { z } from 'zod'
import { planFailures } from '#accounts/billing/contract.ts'
import { user } from '#accounts/identity/contract.ts'
import { proof } from '#accounts/identity/security-contract.ts'
import { sellerDetails } from '#accounts/invoice-details/contract.ts'
import { pictureAddress } from '#accounts/uploads/contract.ts'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { line, requiredLine } from '#foundation/http/input/fields.ts'

/** The fields that people can change in their own profile. This route cannot set anything else. */
export const userChanges = z.object({
  name: requiredLine(120).optional(),
  firstname: line(120).optional(),
  lastName: line(120).optional(),
  photo: pictureAddress.nullable().optional(),
})

/**
 * All data stored about a person, and the data of their seller that they can read. Besides the person and the seller,
 * it contains each domain's part under its own name: everything the seller created, but only totals of sales, because
 * buyers' data belongs to the buyers.
 */
export const exportedAccount = z.looseObject({
  exportedAt: z.iso.datetime(),
  profile: user.extend({ createdAt: z.iso.datetime() }),
  seller: z.object({
    id: z.string(),
    name: z.string(),
    onboardingStatus: z.string(),
    createdAt: z.iso.datetime(),
    /** Empty details are null. All of it is null without the right to see it. */
    invoiceDetails: sellerDetails.nullable(),
  }),
})
export type ExportedAccount = z.output<typeof exportedAccount>

/** Routes for people's own data and profile. */
export const settingsContract = {
  getUser: {
    method: 'GET',
    path: '/users/:id',
    summary: 'Reads the caller’s profile',
    access: 'signed-in',
    right: null,
    params: idParams,
    ok: { status: 200, schema: user },
  },
  updateUser: {
    method: 'PATCH',
    path: '/users/:id',
    summary: 'Changes the caller’s profile',
    access: 'signed-in',
    right: null,
    params: idParams,
    body: userChanges,
    ok: { status: 200, schema: user },
  },
  exportAccount: {
    method: 'GET',
    path: '/account/export',
    summary: 'Exports all data about the caller’s account, and the data of their seller that they can read',
    access: 'signed-in',
    right: null,
    ok: { status: 200, schema: exportedAccount },
  },
  eraseAccount: {
    method: 'POST',
    path: '/account/erase',
    summary:
      'Permanently erases the caller’s personal data; if they are the seller’s only member, closes the seller. Accounting records stay',
    access: 'signed-in',
    right: null,
    body: proof,
    proof: 'body',
    failures: {
      ...planFailures,
      owner_of_team: 409,
      team_changed: 409,
      subscriptions_running: 409,
      withdrawals_open: 409,
      handover_open: 409,
      last_super_admin: 409,
    },
    ok: { status: 200, schema: z.object({ isSellerClosed: z.boolean() }) },
  },
} as const satisfies Contract
