/**
 * Widths in pixels that a picture's URL accepts as `?w=`; without it, the picture as stored. Most phones need 800 for
 * full width.
 */
export const pictureWidths = [320, 640, 800, 960, 1280] as const satisfies readonly PictureWidth[]

/** The PNG of a stored picture, for readers without WebP: many mail programs, and PDFs. */
export function pngOf(address: string): string {
  return address.replace(/\.webp$/, '.png')
}

/** In pixels: the picture of a link's preview in a chat, 16 to 9 as on its page. */
export const previewSize = { width: 1200, height: 675 } as const

/** The JPEG of a stored picture in `previewSize`, which every chat and network shows. */
export function previewOf(address: string): string {
  return address.replace(/\.webp$/, '.jpg')
}

/** The AVIF of a stored picture, which is a third smaller: for pages, whose browsers choose. */
export function avifOf(address: string): string {
  return address.replace(/\.webp$/, '.avif')
}

/** A stored picture's widths, for an image's `srcset`. */
export function pictureSources(address: string): string {
  return pictureWidths.map((width) => `${pictureIn(address, width)} ${width}w`).join(', ')
}

export type PictureWidth = 320 | 640 | 800 | 960 | 1280

/** The URL of a stored picture in a width. */
export function pictureIn(address: string, width: PictureWidth): string {
  return `${address}?w=${width}`
}
