/** Gives codes to the seller as a CSV file. */
export function downloadCodes(csv: string): void {
  const file = new Blob([csv], { type: 'text/csv;charset=utf-8' })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = 'codes.csv'
  link.click()
  // The browser has begun by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
