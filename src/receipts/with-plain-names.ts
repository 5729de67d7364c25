import { plainName } from '#mail/plain-name.ts'
import type { Receipt } from './store.ts'

/**
 * A receipt whose names can't become links in a mail. The seller's message stays as it is: links to what was bought
 * are what it is for.
 */
export function withPlainNames(receipt: Receipt): Receipt {
  return {
    ...receipt,
    name: plainName(receipt.name),
    sellerName: plainName(receipt.sellerName),
    formTitle: plainName(receipt.formTitle),
    lines: receipt.lines.map((line) => ({
      ...line,
      title: plainName(line.title),
      taxTitle: line.taxTitle === null ? null : plainName(line.taxTitle),
    })),
  }
}
