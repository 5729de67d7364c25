/** The width of what the buyer gets: beside the payment on a wide screen, above it on others. */
export const detailsSizes =
  '(min-width: 72rem) 37.5rem, (min-width: 64rem) calc(100vw - 34.5rem), calc(100vw - 2rem)'
