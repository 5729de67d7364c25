import { z } from 'zod'
import { idInPath, idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { form } from '../contract.ts'

/** Fields that buyers do not see or that are not part of the offer. */
const unseen = {
  id: true,
  name: true,
  files: true,
  isPaused: true,
  pauseMessage: true,
  stockLimit: true,
  stockTaken: true,
  createdAt: true,
  updatedAt: true,
} as const

const { bumps, otoSequenceList, oneTimeOffer } = form.shape
const shownBump = bumps.element.omit({ files: true })

/** What buyers saw of a form. Amounts are in major units. */
export const versionContent = form.omit(unseen).extend({
  bumps: z.array(shownBump),
  otoSequenceList: z.array(otoSequenceList.element.omit({ files: true })),
  oneTimeOffer: oneTimeOffer.unwrap().omit({ files: true }).nullable(),
})
export type VersionContent = z.output<typeof versionContent>

/** A value before or after a change. Texts are shortened, amounts are in major units. */
const shownValue = z.union([z.string(), z.number(), z.boolean()]).nullable()

/** One difference from the previous version. */
export const versionChange = z.object({
  field: z.string(),
  /** The title of the changed item, such as a bump or a price, or null for a field of the form itself. */
  item: z.string().nullable(),
  /** Null if there was none, and for values that cannot be described in a few words. */
  before: shownValue,
  after: shownValue,
})
export type VersionChange = z.output<typeof versionChange>

export const formVersion = z.object({
  number: z.number().int(),
  madeAt: z.iso.datetime(),
  /** When a save last returned to this version, or null if never. */
  resumedAt: z.iso.datetime().nullable(),
  /** The member who saved the version, or null if they have left. */
  madeBy: z.string().nullable(),
  isCurrent: z.boolean(),
  /** The currency of the amounts in `changes`. */
  currency: z.string(),
  /** Empty for the first version, and for versions from before changes were recorded. */
  changes: z.array(versionChange),
  /**
   * The version's paid orders, and what they and their offers earned, in major units, or null if the member cannot
   * read sales.
   */
  sold: z
    .object({
      orders: z.number().int(),
      gross: z.array(z.object({ currency: z.string(), amount: z.number() })),
    })
    .nullable(),
})
export type FormVersion = z.output<typeof formVersion>

/** `gone` lists the ids of the version's bumps, offers and tax that no longer exist. */
const versionDetail = z.object({ number: z.number().int(), content: versionContent, gone: z.array(uuid) })
export type FormVersionDetail = z.output<typeof versionDetail>

export const versionsContract = {
  listVersions: {
    method: 'GET',
    path: '/forms/:id/versions',
    summary:
      'Lists the versions of a form that buyers saw, newest first, with their differences, up to 20 before `before`',
    access: 'onboarded',
    right: { entity: 'forms', verb: 'read' },
    params: idParams,
    query: z.object({ before: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
    ok: { status: 200, schema: z.object({ versions: z.array(formVersion), hasMore: z.boolean() }) },
  },
  getVersion: {
    method: 'GET',
    path: '/forms/:id/versions/:number',
    summary: 'Reads a form as buyers saw it in a given version',
    access: 'onboarded',
    right: { entity: 'forms', verb: 'read' },
    params: idParams.extend({ number: idInPath }),
    ok: { status: 200, schema: versionDetail },
  },
} as const satisfies Contract
