import { z } from 'zod'
import type { Admission, Contract } from '#foundation/http/contract.ts'
import { number, text } from '#foundation/http/fields.ts'
import { messages } from '#foundation/http/messages.ts'

/** What somebody is told who refers to an upload that is not theirs, or is gone. */
export const uploadAgain = { picture: 'Upload the picture again', file: 'Upload the file again' } as const

/** What somebody is told who says something else of a stored file than was stored of it. */
export const storedOtherwise = (field: 'name' | 'size' | 'type', stored: string | number) =>
  `The ${field} of the uploaded file is ${stored}`

/** A stored file as what is sold refers to it. `size` is in bytes, `url` is a path of our own. */
export const fileAttachment = z.object({
  name: text(255).min(1, { error: messages.required }),
  url: text(2048).min(1, { error: messages.required }),
  size: number.int().min(0),
  type: text(255).min(1, { error: messages.required }),
})
export type FileAttachment = z.output<typeof fileAttachment>

/** How many files a form, bump or offer can have. */
export const mostFiles = 20

export const tooManyAttached = `At most ${mostFiles} files can be attached`

export const fileAttachments = z
  .array(fileAttachment)
  .max(mostFiles, { error: tooManyAttached })
  .superRefine((files, context) => {
    for (const [index, { url }] of files.entries()) {
      if (files.findIndex((file) => file.url === url) === index) continue
      context.addIssue({ code: 'custom', path: [index, 'url'], message: 'This file is already in the list' })
    }
  })

/** A picture that we stored: the address that an upload answered. */
export const pictureAddress = text(2048)
  .min(1, { error: messages.required })
  .regex(/^\/pictures\/[a-z]+-[0-9a-f-]{36}\.webp$/, { error: uploadAgain.picture })

/** What an uploaded picture or file belongs to. */
export const modelType = z.enum(['form', 'bump', 'divers'])
export type ModelType = z.output<typeof modelType>

/** The largest file in bytes. */
export const maximumUpload = 10_485_760
/** The largest picture in bytes: what a camera makes. What is stored of it is small. */
export const maximumPicture = 50 * 1024 * 1024

/** What `POST /api/uploads/pictures` takes beside `file`, as multipart fields. */
export const pictureFields = z.object({ type: modelType })
export const storedPicture = z.object({ url: pictureAddress })

/** What `POST /api/uploads/files` takes beside `file`; it answers a file attachment. */
export const fileFields = z.object({ type: modelType.default('divers') })

export const uploadsContract = {
  deleteUpload: {
    method: 'DELETE',
    path: '/uploads',
    summary: 'Deletes an upload by its path or url; what is still shown or sold stays stored',
    access: 'signed-in',
    right: { entity: 'files', verb: 'delete' },
    query: z.object({ path: z.string() }),
    ok: { status: 200, schema: z.object({}) },
  },
} as const satisfies Contract

/** Whom the routes that take or answer files let in: their bodies are no JSON, so that no contract describes them. */
export const fileRoutes = {
  // A picture may be a member's own photo.
  uploadPicture: { access: 'signed-in', right: null },
  uploadFile: { access: 'signed-in', right: { entity: 'files', verb: 'write' } },
  downloadFile: { access: 'signed-in', right: { entity: 'files', verb: 'read' } },
} as const satisfies Record<string, Admission>
