import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { exportQuery, type ExportQuery } from '../contract.ts'

/** Where exports are had, below which token; how long that works, in seconds. */
export const exportPath = '/api/sales/export'
const lifetime = 120

const claim = z.object({ sellerId: z.string(), query: exportQuery, expires: z.number() })

/** The address of an export. It needs no token beside it, so that a browser stores the file as it comes. */
export function exportLink(secret: string, sellerId: string, query: ExportQuery, now: Date): string {
  const made = { sellerId, query, expires: now.getTime() + lifetime * 1000 } satisfies z.input<typeof claim>
  const text = Buffer.from(JSON.stringify(made)).toString('base64url')
  return `${exportPath}?${new URLSearchParams({ link: `${text}.${sign(secret, text)}` }).toString()}`
}

/** What an address made by `exportLink` leads to; undefined where we did not make it, or its time is over. */
export function readLink(secret: string, link: string, now: Date): z.output<typeof claim> | undefined {
  const [text = '', signature = ''] = link.split('.')
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(secret, text))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const read = claim.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return read.expires > now.getTime() ? read : undefined
}

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`export:${text}`).digest('base64url')
}
