import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { requiredText } from '#foundation/http/input/fields.ts'
import { msg, say } from '#foundation/language/t.ts'
import { callResult, endpoint } from '../contract.ts'

/** Per shop. */
export const mostTargets = 5

const noMeasurementId = () => say(msg('A measurement ID looks like G-AB12CD34EF'))

const targetFields = z.object({
  /** The measurement id of a data stream in Google Analytics. */
  publicId: requiredText(40)
    .overwrite((text) => text.trim().toUpperCase())
    .regex(/^G-[A-Z0-9]{4,20}$/, { error: noMeasurementId }),
  /** The API secret of the Measurement Protocol. It cannot be read again. */
  secret: requiredText(200).overwrite((text) => text.trim()),
  /** Whether renewals and early payoffs are sent too. */
  sendsRenewals: z.boolean(),
})
export type TargetFields = z.output<typeof targetFields>

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
    summary: 'Connects Google Analytics, which receives purchases and refunds from then on',
    proof: 'recent',
    body: targetFields,
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
    summary: 'Has an ad platform check a sample purchase, which it does not count',
    params: idParams,
    ok: { status: 200, schema: callResult.extend({ request: z.string() }) },
  },
} as const satisfies Contract
