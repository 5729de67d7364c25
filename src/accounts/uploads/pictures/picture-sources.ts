/**
 * Widths in pixels that a picture's address takes as `?w=`; without it, the picture as it is stored. Most phones need 800 for
 * what fills their width.
 */
export const pictureWidths = [320, 640, 800, 960, 1280] as const satisfies readonly PictureWidth[]

/** Where a stored picture is as PNG, for what reads no WebP: many mail programs, and PDFs. */
export function pngOf(address: string): string {
  return address.replace(/\.webp$/, '.png')
}

/** In pixels, of a picture that a link is shown with in a chat, 16 to 9 as on its page. */
export const previewSize = { width: 1200, height: 675 } as const

/** Where a stored picture is as JPEG in `previewSize`, which every chat and network shows. */
export function previewOf(address: string): string {
  return address.replace(/\.webp$/, '.jpg')
}

/** Where a stored picture is as AVIF, which is a third smaller: for pages, whose browsers choose. */
export function avifOf(address: string): string {
  return address.replace(/\.webp$/, '.avif')
}

/** A stored picture's widths, for an image's `srcset`. */
export function pictureSources(address: string): string {
  return pictureWidths.map((width) => `${pictureIn(address, width)} ${width}w`).join(', ')
}

export type PictureWidth = 320 | 640 | 800 | 960 | 1280

/** Where a stored picture is, in a width. */
export function pictureIn(address: string, width: PictureWidth): string {
  return `${address}?w=${width}`
}
