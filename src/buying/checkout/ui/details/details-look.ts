export const detailsLook = 'grid min-w-0 content-start gap-5'

/** Scrolls to the picture of a gallery button. Returns false for any other button. */
export function showPicture({ value }: HTMLButtonElement): boolean {
  document.getElementById(value)?.scrollIntoView({ block: 'nearest' })
  return value !== ''
}
