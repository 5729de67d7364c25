import { z } from 'zod'
import { pictureAddress } from '#accounts/uploads/contract.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { emailAddress, hexColor, optional, requiredLine, webAddress } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { zone } from '#foundation/http/input/zone.ts'
import { embedHosts } from './embed-hosts.ts'
import { fontNames } from './fonts.ts'

/** A shop's appearance to buyers. Empty fields are shown nowhere. */
export const shopFields = z.object({
  name: requiredLine(120),
  /** A square picture, shown next to the name. */
  logo: optional(pictureAddress),
  /** A picture of the name, shown instead of it where a line has room. */
  wideLogo: optional(pictureAddress),
  /** The shop's contact address, shown in its emails and used for replies. */
  contactEmail: optional(emailAddress),
  website: optional(webAddress),
  /** Accepted by buyers on each form that names no terms of its own. */
  termsUrl: optional(webAddress),
  /** For emails, purchase pages and invoices. A payment page has its form's colors. */
  brandColor: optional(hexColor),
  font: z.enum(fontNames, { error: messages.choice }),
  /** The time zone of its days in the back office, or null for each device's own. */
  timeZone: optional(zone),
})

const isOn = z.boolean({ error: messages.boolean })

/** The settings of a shop: its appearance, the sites that can embed its payment pages, and what they hear. */
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
  /** The sites that can embed its payment pages. */
  embedHosts: z.array(z.string()),
  /** Whether these sites learn of each purchase made on them. */
  announcesPurchases: z.boolean(),
  /** Whether the page after paying has the order in its URL. */
  namesOrderAfterPaying: z.boolean(),
  /** The seller's country, if known; it is set with the invoice details and decides how prices are written. */
  country: nullableText,
})
export type Shop = z.output<typeof shop>

export const shopContract = {
  readShop: {
    method: 'GET',
    path: '/seller/shop',
    summary: 'Reads the shop’s appearance to buyers',
    access: 'signed-in',
    // The creators of forms see it in the preview.
    right: null,
    ok: { status: 200, schema: shop },
  },
  saveShop: {
    method: 'PATCH',
    path: '/seller/shop',
    summary:
      'Sets the shop’s appearance to buyers, and the sites that can embed its forms; fields that are not given stay, and invoices of earlier payments keep its name',
    access: 'signed-in',
    right: { entity: 'billing', verb: 'update' },
    body: shopChanges,
    ok: { status: 200, schema: shop },
  },
} as const satisfies Contract
