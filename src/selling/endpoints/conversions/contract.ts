import { z } from 'zod'
import type { ConversionKind } from '#foundation/db/tables/webhook-endpoints.ts'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { requiredText } from '#foundation/http/input/fields.ts'
import { callResult, endpoint } from '../contract.ts'

/** Per shop. */
export const mostTargets = 5

export const conversionKinds = ['ga4', 'meta', 'tiktok'] as const satisfies readonly ConversionKind[]

const targetFields = z.object({
  /** The id of a data stream in Google Analytics, of a dataset of Meta, or of a pixel of TikTok. */
  publicId: requiredText(40).overwrite((text) => text.trim().toUpperCase()),
  /** The platform's API secret or access token. It cannot be read again. */
  secret: requiredText(500).overwrite((text) => text.trim()),
  /** Whether Google receives renewals and early payoffs too. */
  sendsRenewals: z.boolean(),
})
const newTarget = targetFields.extend({ kind: z.enum(conversionKinds) })
export type TargetFields = z.output<typeof newTarget>

/**
 * An ad platform that receives purchases.
 * - `state`: `failing` after ten failures in a row. Turned off after five days of failures.
 * - `lastError`: the last attempt of a purchase that has not arrived, or null. `status` is 0 if there was no response,
 *   because of `failure`.
 */
export const conversionTarget = endpoint
  .pick({
    id: true,
    name: true,
    state: true,
    failingSince: true,
    succeededAt: true,
    createdAt: true,
    waiting: true,
    missed: true,
    hours: true,
  })
  .extend({
    kind: z.enum(conversionKinds),
    publicId: z.string(),
    sendsRenewals: z.boolean(),
    lastError: callResult
      .pick({ status: true, failure: true, answer: true })
      .extend({ at: z.string() })
      .nullable(),
  })
export type ConversionTarget = z.output<typeof conversionTarget>

const admits = admissionsTo('beyond-basic', 'billing')
const one = { status: 200, schema: conversionTarget } as const

export const conversionsContract = {
  listTargets: {
    ...admits.read,
    method: 'GET',
    path: '/conversion-targets',
    summary: 'Lists the ad platforms that receive purchases, oldest first',
    ok: { status: 200, schema: z.object({ targets: z.array(conversionTarget) }) },
  },
  connectTarget: {
    ...admits.update,
    method: 'POST',
    path: '/conversion-targets',
    summary:
      'Connects an ad platform, which receives purchases from then on. Meta and TikTok receive only those whose buyers agreed',
    proof: 'recent',
    body: newTarget,
    failures: { too_many_targets: 409 },
    ok: { status: 201, schema: conversionTarget },
  },
  updateTarget: {
    ...admits.update,
    method: 'PATCH',
    path: '/conversion-targets/:id',
    summary: 'Changes an ad platform’s id, secret or renewals',
    proof: 'recent',
    params: idParams,
    body: targetFields.partial(),
    ok: one,
  },
  disconnectTarget: {
    ...admits.update,
    method: 'DELETE',
    path: '/conversion-targets/:id',
    summary: 'Disconnects an ad platform and deletes its secret and deliveries',
    params: idParams,
    ok: { status: 200, schema: z.object({ name: z.string() }) },
  },
  turnOnTarget: {
    ...admits.update,
    method: 'POST',
    path: '/conversion-targets/:id/on',
    summary: 'Turns an ad platform on. Purchases that it missed and still accepts follow',
    params: idParams,
    ok: one,
  },
  turnOffTarget: {
    ...admits.update,
    method: 'POST',
    path: '/conversion-targets/:id/off',
    summary: 'Turns an ad platform off',
    params: idParams,
    ok: one,
  },
  testTarget: {
    ...admits.update,
    method: 'POST',
    path: '/conversion-targets/:id/tests',
    summary: 'Sends a test, which the ad platform does not count as a purchase',
    params: idParams,
    ok: { status: 200, schema: callResult.extend({ request: z.string() }) },
  },
} as const satisfies Contract
