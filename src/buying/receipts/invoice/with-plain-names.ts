import { plainName } from '#foundation/mail/plain-name.ts'
import type { Receipt } from '../store.ts'

/**
 * A receipt whose names cannot become links in a mail. The seller's message stays as it is: links to what was bought
 * are what it is for.
 */
export function withPlainNames(receipt: Receipt): Receipt {
  return {
    ...receipt,
    name: plainName(receipt.name),
    sellerName: plainName(receipt.sellerName),
    originalName: plain(receipt.originalName),
    sellerDetails: receipt.sellerDetails && {
      ...receipt.sellerDetails,
      shopName: plain(receipt.sellerDetails.shopName),
      name: plain(receipt.sellerDetails.name),
      addressLine1: plain(receipt.sellerDetails.addressLine1),
      addressLine2: plain(receipt.sellerDetails.addressLine2),
      postalCode: plain(receipt.sellerDetails.postalCode),
      city: plain(receipt.sellerDetails.city),
      taxNumber: plain(receipt.sellerDetails.taxNumber),
    },
    formTitle: plainName(receipt.formTitle),
    lines: receipt.lines.map((line) => ({
      ...line,
      title: plainName(line.title),
      taxTitle: plain(line.taxTitle),
    })),
  }
}

function plain(text: string | null): string | null {
  return text === null ? null : plainName(text)
}
