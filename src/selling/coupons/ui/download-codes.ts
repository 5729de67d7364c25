/** Gives codes to the seller as a CSV file. They are letters, digits, hyphens and underscores: nothing needs quotes. */
export function downloadCodes(codes: readonly string[]): void {
  const file = new Blob([['Code', ...codes].join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = 'codes.csv'
  link.click()
  // The browser has begun by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
