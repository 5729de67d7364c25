import { z } from 'zod'
import { fileAttachment } from '#accounts/uploads/contract.ts'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import type { Entity } from '#foundation/rights/entities.ts'
import { uuid } from '#foundation/http/input/fields.ts'

/** A product that contains the file, even if deleted. */
const use = z.object({
  kind: z.enum(['form', 'bump', 'offer']),
  id: z.string(),
  /** Null if the member is not allowed to see the product. */
  title: z.string().nullable(),
  isDeleted: z.boolean(),
})
export type FileUse = z.output<typeof use>

/** The product's kind, by the name that permissions use. */
export const entityOf = {
  form: 'forms',
  bump: 'bumps',
  offer: 'offers',
} as const satisfies Record<FileUse['kind'], Entity>

/** A file for sale; `size` is in bytes. */
export const listedFile = z.object({
  id: z.string(),
  ...fileAttachment.shape,
  name: z.string(),
  type: z.string(),
  /** Counted from 1. */
  version: z.number().int(),
  createdAt: z.string(),
  /** The products that contain the file, oldest first. */
  uses: z.array(use),
  /** The number of purchases that opened this version of the file, and when one last did. */
  openings: z.number().int(),
  lastOpenedAt: z.string().nullable(),
})
export type ListedFile = z.output<typeof listedFile>

export const filesContract = {
  listFiles: {
    method: 'GET',
    path: '/files',
    access: 'signed-in',
    right: { entity: 'files', verb: 'read' },
    summary:
      "Lists the seller's files, newest first, with the products that contain each and how often it was opened",
    ok: { status: 200, schema: z.object({ data: z.array(listedFile) }) },
  },
  replaceFile: {
    method: 'POST',
    path: '/files/:id/replace',
    access: 'signed-in',
    // The handler also requires the right to change each product that contains the file.
    right: { entity: 'files', verb: 'write' },
    summary:
      'Replaces this file with another, unused one as its next version, in every product that contains it and for past buyers',
    proof: 'recent',
    params: idParams,
    body: z.object({ by: uuid }),
    failures: { already_replaced: 409, sold_already: 409 },
    ok: { status: 200, schema: fileAttachment },
  },
} as const satisfies Contract
