import { z } from 'zod'
import { pictureAddress } from '#accounts/uploads/contract.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { emailAddress, hexColor, optional, requiredLine, webAddress } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { zone } from '#foundation/http/input/zone.ts'
import { embedHosts } from './embed-hosts.ts'
import { fontNames } from './fonts.ts'

/** How a shop shows itself to buyers. Whatever it leaves empty is shown nowhere. */
export const shopFields = z.object({
  name: requiredLine(120),
  /** A square picture, shown beside the name. */
  logo: optional(pictureAddress),
  /** One with the name in it, shown in its place where there is room for a line. */
  wideLogo: optional(pictureAddress),
  /** Where buyers reach the shop: named in their mails, and what their answers go to. */
  contactEmail: optional(emailAddress),
  website: optional(webAddress),
  /** What buyers accept on each form that names no terms of its own. */
  termsUrl: optional(webAddress),
  /** Of mails, purchase pages and invoices. A payment page has its form's colors. */
  brandColor: optional(hexColor),
  font: z.enum(fontNames, { error: messages.choice }),
  /** By whose clock its days begin in the back office; null: by that of each device. */
  timeZone: optional(zone),
})

/** What can be set of a shop: how it shows itself, and where its payment pages may be shown. */
const shopChanges = shopFields.extend({ embedHosts }).partial()

const nullableText = z.string().nullable()

export const shop = z.object({
  name: z.string(),
  logo: nullableText,
  wideLogo: nullableText,
  contactEmail: nullableText,
  website: nullableText,
  termsUrl: nullableText,
  brandColor: nullableText,
  font: z.enum(fontNames),
  timeZone: nullableText,
  /** The sites that may show its payment pages inside of theirs. */
  embedHosts: z.array(z.string()),
  /** Where the seller is, as far as is known; it is set with the invoice details, and decides how prices are written. */
  country: nullableText,
})
export type Shop = z.output<typeof shop>

export const shopContract = {
  readShop: {
    method: 'GET',
    path: '/seller/shop',
    summary: 'Reads how the shop shows itself to buyers',
    access: 'signed-in',
    // Whoever makes a form sees it in the preview.
    right: null,
    ok: { status: 200, schema: shop },
  },
  saveShop: {
    method: 'PATCH',
    path: '/seller/shop',
    summary:
      'Sets how the shop shows itself to buyers, and which sites may show its forms; what is not given stays, and invoices of earlier payments keep its name',
    access: 'signed-in',
    right: { entity: 'billing', verb: 'update' },
    body: shopChanges,
    ok: { status: 200, schema: shop },
  },
} as const satisfies Contract
