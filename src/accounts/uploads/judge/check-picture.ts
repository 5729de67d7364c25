import { uploadMessages } from '../messages.ts'
import { extensionOf } from './file-endings.ts'

const types = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const endings = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp'])

/** Brands of the container format that newer picture formats share (ISO 14496-12), such as `ftypheic`. */
const newerFormat = /^ftyp(?:(?<heic>hei[cxms]|hev[cxms]|mif1|msf1)|avi[fs])/

/** The error for a picture in an unsupported format, or null if it may be supported. */
export async function checkPicture(file: File): Promise<string | null> {
  const brand = newerFormat.exec(await file.slice(4, 12).text())
  if (brand !== null)
    return brand.groups?.['heic'] === undefined
      ? uploadMessages.otherPicture(file.name)
      : uploadMessages.heicPicture(file.name)
  return types.has(file.type) || endings.has(extensionOf(file.name))
    ? null
    : uploadMessages.otherPicture(file.name)
}
