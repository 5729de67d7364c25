// Pictures to upload, and pictures for bumps and offers.
import sharp from 'sharp'
import { z } from 'zod'

export async function newPicture() {
  const canvas = sharp({ create: { width: 640, height: 360, channels: 3, background: '#0f6e84' } })
  return { name: 'picture.png', mimeType: 'image/png', buffer: await canvas.png().toBuffer() }
}

/** The fields for a new item, including one of the seller's pictures if it needs one. */
export async function withPicture(
  origin: string,
  token: string,
  path: string,
  fields: object,
): Promise<object> {
  const isProduct = path === '/bumps' || path === '/one-time-offers'
  return isProduct && !('image' in fields)
    ? { image: await uploadedPicture(origin, token), ...fields }
    : fields
}

/** Uploads a picture as a seller. Returns its address. */
export async function uploadedPicture(origin: string, token: string): Promise<string> {
  const { name, mimeType, buffer } = await newPicture()
  const body = new FormData()
  body.set('type', 'bump')
  body.set('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${origin}/api/uploads/pictures`, { method: 'POST', headers, body })
  return z.object({ url: z.string() }).parse(await response.json()).url
}
