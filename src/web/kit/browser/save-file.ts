/** The browser stores what is at an address as a file; the page stays. Without a name it is the one that the server gives. */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Gives the person a file that the page made. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  saveFrom(address, name)
  // The browser has taken the content by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
