export const detailsLook = 'grid min-w-0 content-start gap-5'

/** Scrolls to the picture that a gallery's button names; false for another button. */
export function showPicture({ value }: HTMLButtonElement): boolean {
  document.getElementById(value)?.scrollIntoView({ block: 'nearest' })
  return value !== ''
}
