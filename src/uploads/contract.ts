import { z } from 'zod'
import { text } from '#http/fields.ts'
import { messages } from '#http/messages.ts'

/** A stored file as forms, bumps and offers refer to it. `size` is in bytes, `url` is a path of our own. */
export const fileAttachment = z.object({
  name: text(255).min(1, { error: messages.required }),
  url: text(2048).min(1, { error: messages.required }),
  size: z.number({ error: messages.required }).int().min(0),
  type: text(255).min(1, { error: messages.required }),
})
export type FileAttachment = z.output<typeof fileAttachment>

/** A picture that we stored: the address that an upload answered. */
export const pictureAddress = text(2048).regex(/^\/pictures\/[a-z]+-[0-9a-f-]{36}\.webp$/, {
  error: 'Upload the picture again',
})

/** What an uploaded picture or file belongs to. */
export const modelType = z.enum(['form', 'bump', 'divers'])
export type ModelType = z.output<typeof modelType>

/** The largest upload in bytes. */
export const maximumUpload = 10_485_760
