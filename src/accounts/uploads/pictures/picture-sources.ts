/**
 * Widths in pixels that a picture's URL accepts as `?w=`; without it, the picture as stored. Most phones need 800 for
 * full width.
 */
export const pictureWidths = [320, 640, 800, 960, 1280] as const satisfies readonly PictureWidth[]

/** The PNG version of a stored picture, for readers without WebP, such as many email programs, and for PDFs. */
export function pngOf(address: string): string {
  return address.replace(/\.webp$/, '.png')
}

/** The size of the preview of a link in a chat, in pixels. It is 16:9, as on the page. */
export const previewSize = { width: 1200, height: 675 } as const

/** The JPEG version of a stored picture in `previewSize`, which every chat and social network shows. */
export function previewOf(address: string): string {
  return address.replace(/\.webp$/, '.jpg')
}

/** The AVIF version of a stored picture, which is a third smaller. It is for pages, where the browser chooses. */
export function avifOf(address: string): string {
  return address.replace(/\.webp$/, '.avif')
}

/** The widths of a stored picture, for an image's `srcset`. */
export function pictureSources(address: string): string {
  return pictureWidths.map((width) => `${pictureIn(address, width)} ${width}w`).join(', ')
}

export type PictureWidth = 320 | 640 | 800 | 960 | 1280

/** The URL of a stored picture in a width. */
export function pictureIn(address: string, width: PictureWidth): string {
  return `${address}?w=${width}`
}
