export type PictureWidth = 320 | 640 | 800 | 960 | 1280

/** Where a stored picture is, in a width. */
export function pictureIn(address: string, width: PictureWidth): string {
  return `${address}?w=${width}`
}
