import { z } from 'zod'
import { pictureAddress } from '#accounts/uploads/contract.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { emailAddress, hexColor, optional, requiredLine, webAddress } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { zone } from '#foundation/http/input/zone.ts'
import { embedHosts } from './embed-hosts.ts'
import { fontNames } from './fonts.ts'

/** How a shop looks to buyers. Empty fields are not shown. */
export const shopFields = z.object({
  name: requiredLine(120),
  /** A square picture, shown next to the shop's name. */
  logo: optional(pictureAddress),
  /** A picture of the name, shown instead of the name where it fits on the line. */
  wideLogo: optional(pictureAddress),
  /** The shop's contact address, shown in its emails and used for replies. */
  contactEmail: optional(emailAddress),
  website: optional(webAddress),
  /** The terms that buyers accept on each form without terms of its own. */
  termsUrl: optional(webAddress),
  /** The color for emails, purchase pages and invoices. A payment page has its form's colors. */
  brandColor: optional(hexColor),
  font: z.enum(fontNames, { error: messages.choice }),
  /** The time zone for days in the sellers' app, or null for each device's own. */
  timeZone: optional(zone),
})

const isOn = z.boolean({ error: messages.boolean })

/** A shop's settings: how it looks, which sites can embed its payment pages, and which information these sites get. */
const shopChanges = shopFields
  .extend({ embedHosts, announcesPurchases: isOn, namesOrderAfterPaying: isOn })
  .partial()

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
  /** The sites that can embed the shop's payment pages. */
  embedHosts: z.array(z.string()),
  /** Whether these sites are notified of each purchase made on them. */
  announcesPurchases: z.boolean(),
  /** Whether the URL of the page after paying contains the order. */
  namesOrderAfterPaying: z.boolean(),
  /** The seller's country, if known. It is set with the invoice details and decides how prices are formatted. */
  country: nullableText,
})
export type Shop = z.output<typeof shop>

export const shopContract = {
  readShop: {
    method: 'GET',
    path: '/seller/shop',
    summary: 'Reads the shop’s appearance to buyers',
    access: 'signed-in',
    // Members who can create forms see the shop in the preview.
    right: null,
    ok: { status: 200, schema: shop },
  },
  saveShop: {
    method: 'PATCH',
    path: '/seller/shop',
    summary:
      'Sets how buyers see the shop, and the sites that can embed its forms; fields left out stay the same, and invoices of earlier payments keep the old name',
    access: 'signed-in',
    right: { entity: 'billing', verb: 'update' },
    body: shopChanges,
    ok: { status: 200, schema: shop },
  },
} as const satisfies Contract
